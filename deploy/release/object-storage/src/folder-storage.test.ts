import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FolderStorage } from './folder-storage.ts';
import { temporaryFolder } from './testing.ts';

test('a folder that is not writable is rejected with its path and the reason', async () => {
  const file = join(await temporaryFolder(), 'file');
  await writeFile(file, '');
  await expect(new FolderStorage(join(file, 'releases')).prove()).rejects.toMatchObject({
    code: 'store_refused',
    message: expect.stringContaining(`${file}/releases cannot hold releases: ENOTDIR`),
  });
});

test('a full disk is reported with the folder, and nothing was changed', async () => {
  const folder = await temporaryFolder();
  await new FolderStorage(folder).put('a', Buffer.from('before'));
  const full = new FolderStorage(folder, (_, content) => writeFile('/dev/full', content));
  const problem = { code: 'store_full', message: expect.stringContaining(`The disk of ${folder} is full`) };
  await expect(full.create('b', Buffer.from('new'))).rejects.toMatchObject(problem);
  await expect(full.put('a', Buffer.from('after'))).rejects.toMatchObject(problem);
  await expect(full.prove()).rejects.toMatchObject(problem);
  expect(await full.list('')).toEqual(['a']);
  expect(Buffer.from((await full.get('a')) ?? []).toString()).toBe('before');
});

test('files whose names are not keys are not listed', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'records'));
  for (const name of ['.hidden', 'records/.DS_Store', 'records/a b.json', 'records/a.json']) {
    await writeFile(join(folder, name), '');
  }
  expect(await new FolderStorage(folder).list('')).toEqual(['records/a.json']);
});
