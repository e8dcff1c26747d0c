import { folderWith } from '@tessera/releases/testing';
import { describe, expect, test } from 'vitest';
import { brokenRules, dependentsOf, RULES, readImports } from './import-graph.ts';

const FOLDERS = ['backend', 'shared', 'host', 'remotes', 'deploy', 'e2e'];
const NOTHING = Object.fromEntries(FOLDERS.map((folder) => [`${folder}/nothing.ts`, 'export {};\n']));

async function broken(files: Record<string, string>): Promise<string> {
  const root = await folderWith({ ...NOTHING, ...files });
  const texts = await Promise.all(RULES.map(async (config) => brokenRules(await readImports(config, root))));
  return texts.flat().join('\n');
}

const domain = (name: string) => `backend/src/domains/${name}`;

describe('an import that goes the wrong way is reported with the reason of its rule', () => {
  test.each([
    [
      'platform-knows-no-domain',
      'what it needs of one is a port',
      { 'backend/src/platform/a.ts': "import '../domains/b/index.ts';", [`${domain('b')}/index.ts`]: 'export {};' },
    ],
    [
      'domain-by-its-door',
      'through its index.ts only',
      { [`${domain('a')}/index.ts`]: "import '../b/store.ts';", [`${domain('b')}/store.ts`]: 'export {};' },
    ],
    [
      'no-circle-of-domains',
      'turn one of the imports into a port',
      {
        [`${domain('a')}/index.ts`]: "import '../b/index.ts';",
        [`${domain('a')}/store.ts`]: 'export {};',
        [`${domain('b')}/index.ts`]: 'export {};',
        [`${domain('b')}/store.ts`]: "import '../a/index.ts';",
      },
    ],
    [
      'no-circle',
      'cannot be understood or loaded apart',
      {
        'host/src/a.ts': "import { b } from './b.ts'; export const a = b;",
        'host/src/b.ts': "import { a } from './a.ts'; export const b = () => a;",
      },
    ],
    ['resolvable', 'leads nowhere', { 'host/src/a.ts': "import './gone.ts';" }],
    [
      'meet-only-in-shared',
      'no remote imports another',
      { 'remotes/a/src/a.ts': "import '../../../host/nothing.ts';" },
    ],
  ])('%s', async (rule, reason, files) => {
    const text = await broken(files);
    expect(text).toContain(`${rule}: `);
    expect(text).toContain(reason);
    expect(text).toContain(' → ');
  });

  test('a tree in order has none, and tests may reach further', async () => {
    const text = await broken({
      [`${domain('a')}/index.ts`]: "import '../b/index.ts';",
      [`${domain('b')}/index.ts`]: 'export {};',
      [`${domain('b')}/b.test.ts`]: "import '../a/index.ts';",
    });
    expect(text).toBe('');
  });
});

test('dependents of a file are those that reach it, type imports included', async () => {
  const root = await folderWith({
    ...NOTHING,
    'shared/a.ts': 'export type A = 1;',
    'shared/b.ts': "import type { A } from './a.ts'; export type B = A;",
    'shared/b.test.ts': "import type { B } from './b.ts'; export const b: B = 1;",
    'shared/c.test.ts': 'export {};',
  });
  const graph = await readImports(RULES[0], root);
  expect([...dependentsOf(['shared/a.ts'], graph)].sort()).toEqual(['shared/a.ts', 'shared/b.test.ts', 'shared/b.ts']);
});
