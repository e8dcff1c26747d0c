import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { scratchFolder } from './scratch-folder.ts';
import { requireStatementsRan, statementSites } from './statement-sites.ts';

let folder: string;
beforeEach(() => {
  folder = scratchFolder('sites');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const record = (testPath: string, sites: readonly string[]) =>
  writeFileSync(join(folder, `${testPath}.json`), JSON.stringify({ testPath, sites }));

it('a statement that no test ran fails a full run by its name', () => {
  const [forgotten = '', ...others] = statementSites();
  record('a.test.ts', others.slice(0, 10));
  record('b.test.ts', others.slice(10));
  expect(() => requireStatementsRan(folder, ['a.test.ts', 'b.test.ts'])).toThrow(forgotten);
  record('b.test.ts', [...others.slice(10), forgotten]);
  expect(() => requireStatementsRan(folder, ['a.test.ts', 'b.test.ts'])).not.toThrow();
});

it('a run of some files is not judged', () => {
  record('a.test.ts', []);
  expect(() => requireStatementsRan(folder, ['a.test.ts', 'b.test.ts'])).not.toThrow();
});

it('statements are found however they are run', () => {
  const files = new Set(statementSites().map((site) => site.slice(0, site.lastIndexOf(':'))));
  expect([...files]).toEqual(
    expect.arrayContaining(['platform/ledger/post.ts', 'domains/watchlist/store.ts', 'domains/wallet/transfer.ts']),
  );
});
