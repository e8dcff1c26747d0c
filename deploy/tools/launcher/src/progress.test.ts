import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './layout.ts';

const read = (...path: string[]) => readFileSync(join(ROOT, ...path), 'utf8');
const listed = (pattern: RegExp) => [...read('docs/progress.md').matchAll(pattern)].map(([, name]) => name as string);

it('docs/progress.md lists every route that is a stand-in, and no other', () => {
  const standIns = readdirSync(join(ROOT, 'remotes')).flatMap((name) =>
    [...read('remotes', name, 'src/remote.tsx').matchAll(/'(\/pages[^']*)':\s*notBuilt/g)].map(
      ([, path]) => path as string,
    ),
  );
  expect(listed(/^- `(\/pages[^`]*)`/gm).toSorted()).toEqual(standIns.toSorted());
});

it('docs/progress.md lists every call that is not built, and no other', () => {
  const folder = 'shared/api/src/contract';
  const unbuilt = readdirSync(join(ROOT, folder)).flatMap((file) =>
    file.endsWith('.test.ts')
      ? []
      : read(folder, file)
          .split('defineCall({')
          .slice(1)
          .filter((call) => /\n\s*built: false,/.test(call))
          .map((call) => {
            const [, method] = /method: '(\w+)'/.exec(call) ?? [];
            const [, path] = /path: '([^']+)'/.exec(call) ?? [];
            return `${method} ${path}`;
          }),
  );
  expect(listed(/^- `([A-Z]+ \/[^`]*)`/gm).toSorted()).toEqual(unbuilt.toSorted());
});
