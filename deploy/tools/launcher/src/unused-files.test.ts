import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderWith } from '@tessera/releases/testing';
import { expect, test } from 'vitest';
import { removeUnusedFiles, UNUSED } from '../unused-files.mjs';
import { ROOT } from './layout.ts';

test('what no program here reads is taken out of installed packages, and nothing else', async () => {
  const gone = [
    'viem@2.0.0/node_modules/viem/_cjs/index.js',
    'viem@2.0.0/node_modules/viem/_esm/index.js.map',
    '@embedpdf+fonts-sc@1.0.0/node_modules/@embedpdf/fonts-sc/fonts/NotoSansHans-DemiLight.otf',
    '@embedpdf+fonts-latin@1.0.0/node_modules/@embedpdf/fonts-latin/fonts/NotoSans-BoldItalic.ttf',
    'other@1.0.0/node_modules/other/lib/deep/index.mjs.map',
  ];
  const kept = [
    'viem@2.0.0/node_modules/viem/_esm/index.js',
    'viem@2.0.0/node_modules/viem/package.json',
    '@embedpdf+fonts-sc@1.0.0/node_modules/@embedpdf/fonts-sc/fonts/NotoSansHans-Regular.otf',
    '@embedpdf+fonts-sc@1.0.0/node_modules/@embedpdf/fonts-sc/fonts/NotoSansHans-Bold.otf',
    '@embedpdf+fonts-latin@1.0.0/node_modules/@embedpdf/fonts-latin/fonts/NotoSans-SemiBold.ttf',
    // Folders of the same name in other packages.
    'other@1.0.0/node_modules/other/_cjs/index.js',
    'other@1.0.0/node_modules/other/lib/map.js',
    'lock.yaml',
  ];
  const store = await folderWith(Object.fromEntries([...gone, ...kept].map((path) => [path, 'x'])));
  removeUnusedFiles(store);
  expect([...gone, ...kept].filter((path) => existsSync(join(store, path)))).toEqual(kept);
});

test('every package that loses files is still one of the lockfile', () => {
  const lockfile = readFileSync(join(ROOT, 'pnpm-lock.yaml'), 'utf8');
  for (const name of Object.keys(UNUSED)) expect(lockfile).toMatch(new RegExp(`^ {2}'?${name}@`, 'm'));
});
