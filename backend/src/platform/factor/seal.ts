import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decrypt, encrypt } from '../seal/aes-gcm.ts';
import type { Settings } from '../settings.ts';

const KEY_BYTES = 32;
const ID_BYTES = 4;

/** Seals with the first key, opens with any: a new key is put in front of the old one. */
export type SealKeys = readonly [Buffer, ...Buffer[]];

/** What a sealed secret says about its key; it does not help to guess the key. */
const idOf = (key: Buffer): Buffer =>
  createHash('sha256').update('tessera seal').update(key).digest().subarray(0, ID_BYTES);

/** What begins everything that is sealed with the current key. */
export const currentKeyId = ([key]: SealKeys): Buffer => idOf(key);

const readIfThere = (path: string): Buffer | null => {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

/** Keys of the settings; absent, the one of the data folder, which the first use makes. */
export function sealKeys({ factorKeys, dataDir }: Pick<Settings, 'factorKeys' | 'dataDir'>): SealKeys {
  const [first, ...others] = factorKeys;
  if (first) return [first, ...others];
  const path = join(dataDir, 'factor.key');
  const found = readIfThere(path);
  if (found) {
    if (found.length !== KEY_BYTES) throw new Error(`${path} does not hold a key of ${KEY_BYTES} bytes`);
    return [found];
  }
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(path, randomBytes(KEY_BYTES), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    // Another process of this folder was first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return [readFileSync(path)];
}

/** Encrypts a secret for one owner: the result opens for no other one. */
export function seal([key]: SealKeys, owner: string, secret: Uint8Array): Buffer {
  return Buffer.concat([idOf(key), encrypt(key, Buffer.from(owner), secret)]);
}

/** Decrypts what `seal` made. Throws for another owner, altered bytes, or a key that is not among `keys`. */
export function unseal(keys: SealKeys, owner: string, sealed: Buffer): Buffer {
  const key = keys.find((each) => idOf(each).equals(sealed.subarray(0, ID_BYTES)));
  if (!key) throw new Error('a secret was sealed with a key that FACTOR_KEY does not name');
  return decrypt(key, Buffer.from(owner), sealed.subarray(ID_BYTES));
}
