import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { folderWith } from '@tessera/releases/testing';
import { expect, test } from 'vitest';
import { precompress } from './precompress.ts';

test('texts over a kilobyte get their packed twins, pictures and small files do not', async () => {
  const text = 'let a = 1;\n'.repeat(200);
  const folder = await folderWith({ 'assets/main.js': text, 'small.js': 'x', 'picture.avif': 'x'.repeat(4096) });
  await precompress(folder);
  expect((await readdir(folder, { recursive: true })).sort()).toEqual([
    'assets',
    'assets/main.js',
    'assets/main.js.br',
    'assets/main.js.gz',
    'picture.avif',
    'small.js',
  ]);
  expect(brotliDecompressSync(await readFile(join(folder, 'assets/main.js.br'))).toString()).toBe(text);
  expect(gunzipSync(await readFile(join(folder, 'assets/main.js.gz'))).toString()).toBe(text);
});
