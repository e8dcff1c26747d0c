import { describe, expect, test } from 'vitest';
import { affectedBy, packageOf } from './changed.ts';

const imports = (...resolved: string[]) => resolved.map((path) => ({ resolved: path }));
const graph = {
  modules: [
    { source: 'shared/money/src/add.ts', dependencies: [] },
    { source: 'shared/money/src/add.test.ts', dependencies: imports('shared/money/src/add.ts') },
    { source: 'shared/ui/src/Price.tsx', dependencies: imports('shared/money/src/add.ts') },
    { source: 'remotes/trading/src/Spot.test.tsx', dependencies: imports('shared/ui/src/Price.tsx') },
    { source: 'backend/src/db.test.ts', dependencies: [] },
    { source: 'e2e/trade.spec.ts', dependencies: imports('shared/money/src/add.ts') },
  ],
} as unknown as Parameters<typeof affectedBy>[1];
const packageFolder = (file: string) => /^(backend|e2e|(shared|remotes)\/[^/]+)\//.exec(file)?.[1];
const affected = (...changed: string[]) => affectedBy(changed, graph, packageFolder);

describe('tests that a change reaches', () => {
  test('import the changed file, directly or not', () => {
    expect(affected('shared/ui/src/Price.tsx').tests).toEqual(['remotes/trading/src/Spot.test.tsx']);
    const { tests, reached } = affected('shared/money/src/add.ts');
    expect(tests).toEqual(['remotes/trading/src/Spot.test.tsx', 'shared/money/src/add.test.ts']);
    expect(reached.has('e2e/trade.spec.ts')).toBe(true);
  });

  test('are those of the package where the file is none that is imported', () => {
    expect(affected('backend/migrations/0042.sql').tests).toEqual(['backend/src/db.test.ts']);
    expect(affected('docs/testing.md').tests).toEqual([]);
  });

  test('are all of them when a file that every test depends on changed', () => {
    expect(affected('pnpm-lock.yaml').tests).toBeUndefined();
    expect(affected('shared/money/package.json').tests).toEqual(['shared/money/src/add.test.ts']);
  });
});

test('a file belongs to the nearest package above it', () => {
  expect(packageOf('deploy/production/nginx/nginx.conf.template')).toBe('deploy/production');
  expect(packageOf('docs/testing.md')).toBeUndefined();
});
