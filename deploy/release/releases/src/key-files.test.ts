import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openSigned } from '@tessera/manifest';
import { expect, test } from 'vitest';
import {
  addSigningKey,
  ensureSigningKeys,
  keyPaths,
  readPublicKeys,
  readSigningKeys,
  retireSigningKey,
} from './key-files.ts';
import { publicKeyOf, sign } from './signing.ts';
import { folderWith, temporaryFolder } from './testing.ts';

const NOW = Date.UTC(2026, 10, 21);
const paths = async () => keyPaths(await temporaryFolder());

test('concurrent processes create one first key, and only its owner can read the private file', async () => {
  const where = await paths();
  const made = await Promise.all(Array.from({ length: 8 }, () => ensureSigningKeys(where, NOW)));
  expect(new Set(made.map(([key]) => key?.id)).size).toBe(1);
  expect((await stat(where.signing)).mode & 0o777).toBe(0o600);
  expect(await readPublicKeys(where)).toEqual((await readSigningKeys(where)).map(publicKeyOf));
  expect(await readFile(where.public, 'utf8')).not.toContain('"d"');
});

test('a rotation adds a second key, then retires the old one; the last key cannot be retired', async () => {
  const where = await paths();
  const [first] = await ensureSigningKeys(where, NOW);
  const added = await addSigningKey(where, NOW);
  expect((await readPublicKeys(where)).map(({ id }) => id)).toEqual([first?.id, added]);
  await retireSigningKey(where, first?.id ?? '');
  expect((await readPublicKeys(where)).map(({ id }) => id)).toEqual([added]);
  await expect(retireSigningKey(where, added)).rejects.toThrow('the only key');
  await expect(retireSigningKey(where, 'nobody')).rejects.toThrow('There is no key nobody');
});

test('only the owner can read private files after each step of a rotation', async () => {
  const where = await paths();
  const [first] = await ensureSigningKeys(where, NOW);
  const mode = async () => [(await stat(where.signing)).mode & 0o777, (await stat(where.public)).mode & 0o777];
  await addSigningKey(where, NOW);
  expect(await mode()).toEqual([0o600, 0o644]);
  await retireSigningKey(where, first?.id ?? '');
  expect(await mode()).toEqual([0o600, 0o644]);
  expect((await readdir(dirname(where.signing))).sort()).toEqual(['public.json', 'signing.json']);
});

test('missing public keys are written again, and private keys are unchanged', async () => {
  const where = await paths();
  await ensureSigningKeys(where, NOW);
  await rm(where.public);
  const before = await stat(where.signing);
  const keys = await ensureSigningKeys(where, NOW + 1);
  expect(await readPublicKeys(where)).toEqual(keys.map(publicKeyOf));
  expect((await stat(where.signing)).ino).toBe(before.ino);
});

test('the environment can set the paths of both files', async () => {
  const folder = await temporaryFolder();
  const [signing, shown] = [join(folder, 'a/secret.json'), join(folder, 'b/shown.json')];
  const where = keyPaths('/nowhere', { SIGNING_KEYS: signing, PUBLIC_KEYS: shown });
  expect(where).toEqual({ signing, public: shown });
  const keys = await ensureSigningKeys(where, NOW);
  expect(await readPublicKeys(where)).toEqual(keys.map(publicKeyOf));
});

test('signatures are verified with the public keys', async () => {
  const where = await paths();
  const keys = await ensureSigningKeys(where, NOW);
  expect(await openSigned(await sign({ schema: 2 }, keys), await readPublicKeys(where))).toEqual({ schema: 2 });
});

test.each([
  ['missing', {}, 'is missing'],
  ['damaged', { 'keys/signing.json': '[' }, 'is not JSON'],
  ['something else', { 'keys/signing.json': '[]' }, 'holds no key'],
])('an error names a key file that is %s', async (_, files, words) => {
  const folder = await folderWith(files);
  await expect(readSigningKeys(keyPaths(folder))).rejects.toThrow(words);
  await expect(readSigningKeys(keyPaths(folder))).rejects.toThrow(join(folder, 'keys/signing.json'));
});
