import { expect, it } from 'vitest';
import { ContractFailure } from './contract-failure.ts';
import { gatherDeclarations } from './declarations.ts';

const emitted: Record<string, string> = {
  'ui/src/index.d.ts': `export { Button } from './button/Button.tsx';\nexport type { Code } from '@tessera/bus';\n`,
  'ui/src/button/Button.d.ts': `import type { ReactNode } from 'react';\nexport declare const Button: () => import("@tessera/bus").Code | ReactNode;\n`,
  'bus/src/index.d.ts': `import type texts from './en.json';\nexport type Code = keyof typeof texts;\n`,
  'bus/src/en.json': '{ "hello": "Hello", "many": { "one": 1 } }',
  'bus/src/internal.d.ts': 'export declare const internal: string;\n',
};
const sources: Record<string, string> = { '@tessera/ui': 'ui/src/index.ts', '@tessera/bus': 'bus/src/index.ts' };
const gather = (requests: string[], files = emitted) =>
  gatherDeclarations(requests, { locate: (request) => sources[request], read: (path) => files[path] });

it('declarations name each other by relative paths, and hold what the entries reach alone', () => {
  const { files, entries } = JSON.parse(gather(['@tessera/ui']).text);
  expect(entries).toEqual({ '@tessera/ui': 'ui/src/index.d.ts' });
  expect(files).toEqual({
    'bus/src/en.json': '{"hello":"","many":{"one":1}}',
    'bus/src/index.d.ts': emitted['bus/src/index.d.ts'],
    'ui/src/button/Button.d.ts': `import type { ReactNode } from 'react';\nexport declare const Button: () => import("../../../bus/src/index.js").Code | ReactNode;\n`,
    'ui/src/index.d.ts': `export { Button } from './button/Button.js';\nexport type { Code } from '../../bus/src/index.js';\n`,
  });
});

it('the same types have the same hash in whatever order they come, and texts do not count', () => {
  const { hash } = gather(['@tessera/ui', '@tessera/bus']);
  expect(gather(['@tessera/bus', '@tessera/ui']).hash).toBe(hash);
  expect(
    gather(['@tessera/bus', '@tessera/ui'], { ...emitted, 'bus/src/en.json': '{"hello":"Hi","many":{"one":1}}' }).hash,
  ).toBe(hash);
  expect(gather(['@tessera/bus', '@tessera/ui'], { ...emitted, 'bus/src/en.json': '{"bye":"Bye"}' }).hash).not.toBe(
    hash,
  );
});

it('a declaration that is not there is rejected instead of being left out', () => {
  const { 'ui/src/button/Button.d.ts': _gone, ...rest } = emitted;
  expect(() => gather(['@tessera/ui'], rest)).toThrow(ContractFailure);
  expect(() => gather(['@tessera/nobody'])).toThrow(ContractFailure);
});
