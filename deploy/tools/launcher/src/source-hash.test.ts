import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { folderWith } from '@tessera/releases/testing';
import { expect, test } from 'vitest';
import { hashSources } from './source-hash.ts';

const files = {
  'a/src/page.tsx': 'page',
  'a/src/page.test.tsx': 'test',
  'a/node_modules/x.js': 'x',
  'lock.yaml': 'lock',
};
const hashOf = (root: string) => hashSources({ root, parts: [join(root, 'a'), join(root, 'lock.yaml')] });

test('equal sources have equal hashes wherever they lie', async () => {
  expect(hashOf(await folderWith(files))).toBe(hashOf(await folderWith(files)));
});

test.each([
  ['a changed source', 'a/src/page.tsx', true],
  ['a new source', 'a/src/other.tsx', true],
  ['a changed lockfile', 'lock.yaml', true],
  ['a changed test', 'a/src/page.test.tsx', false],
  ['an installed package', 'a/node_modules/x.js', false],
])('%s (%s) makes another version: %s', async (_what, path, changes) => {
  const root = await folderWith(files);
  const before = hashOf(root);
  await writeFile(join(root, path), 'changed');
  expect(hashOf(root) !== before).toBe(changes);
});

test('a renamed or removed source makes another version', async () => {
  const root = await folderWith(files);
  const before = hashOf(root);
  await writeFile(join(root, 'a/src/renamed.tsx'), 'page');
  await rm(join(root, 'a/src/page.tsx'));
  expect(hashOf(root)).not.toBe(before);
});
