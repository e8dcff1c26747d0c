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

const trading = 'remotes/trading/src';
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
    [
      'products-meet-in-the-market',
      'never another product',
      { [`${trading}/leverage/a.ts`]: "import '../spot/b.ts';", [`${trading}/spot/b.ts`]: 'export {};' },
    ],
    [
      'market-knows-no-product',
      'on no product',
      { [`${trading}/chart/a.ts`]: "import '../spot/b.ts';", [`${trading}/spot/b.ts`]: 'export {};' },
    ],
    [
      'ticket-stands-below',
      'in the order market, ticket, alerts, chart',
      { [`${trading}/ticket/a.ts`]: "import '../chart/b.ts';", [`${trading}/chart/b.ts`]: 'export {};' },
    ],
    [
      'screens-of-options',
      'loads its texts only',
      { [`${trading}/pages/settlement/a.ts`]: "import '../../spot/b.ts';", [`${trading}/spot/b.ts`]: 'export {};' },
    ],
    [
      'screens-by-themselves',
      'imports no other screen',
      { [`${trading}/pages/a/a.ts`]: "import '../b/b.ts';", [`${trading}/pages/b/b.ts`]: 'export {};' },
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
      [`${trading}/spot/a.ts`]: "import '../chart/b.ts';",
      [`${trading}/chart/b.ts`]: "import '../market/c.ts';",
      [`${trading}/chart/b.test.ts`]: "import '../spot/a.ts';",
      [`${trading}/market/c.ts`]: 'export {};',
      [`${trading}/pages/pair/a.ts`]: "import './b.ts'; import '../../spot/a.ts';",
      [`${trading}/pages/pair/b.ts`]: 'export {};',
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
