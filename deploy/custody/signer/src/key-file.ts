import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import * as z from 'zod';

/*
 * The seed of all keys, encrypted by a passphrase: scrypt (RFC 7914) makes the key of AES-256-GCM. The file and the
 * passphrase together are the backup of every key.
 */

/** 128 MiB and about half a second for each guess. */
const COST = { N: 2 ** 17, r: 8, p: 1 };
const MOST_MEMORY = 512 * 1024 * 1024;
export const SEED_BYTES = 32;
const LEAST_PASSPHRASE = 12;
const BOUND_TO = Buffer.from('tessera signer key 1');

const base64 = z.base64().max(200);
const fileShape = z.strictObject({
  version: z.literal(1),
  N: z
    .int()
    .min(2 ** 14)
    .max(2 ** 20),
  r: z.int().min(8).max(16),
  p: z.int().min(1).max(4),
  salt: base64,
  iv: base64,
  sealed: base64,
  tag: base64,
});

export class KeyFileError extends Error {
  override name = 'KeyFileError';
}

type Cost = typeof COST;
const keyOf = (passphrase: string, salt: Buffer, { N, r, p }: Cost): Buffer =>
  scryptSync(passphrase.normalize('NFKC'), salt, 32, { N, r, p, maxmem: MOST_MEMORY });

/** Writes a new key file, readable by its owner alone. Throws where the file exists: a key is never overwritten. */
export function createKeyFile(path: string, passphrase: string, seed = randomBytes(SEED_BYTES), cost = COST): void {
  if (passphrase.length < LEAST_PASSPHRASE) {
    throw new KeyFileError(`The passphrase needs at least ${LEAST_PASSPHRASE} characters.`);
  }
  if (seed.length !== SEED_BYTES) throw new KeyFileError(`A seed has ${SEED_BYTES} bytes.`);
  const salt = randomBytes(32);
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(passphrase, salt, cost), iv).setAAD(BOUND_TO);
  const sealed = Buffer.concat([cipher.update(seed), cipher.final()]);
  const parts = { salt, iv, sealed, tag: cipher.getAuthTag() };
  const texts = Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, value.toString('base64')]));
  const file = openSync(path, 'wx', 0o600);
  try {
    writeSync(file, `${JSON.stringify({ version: 1, ...cost, ...texts })}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The seed. Throws `KeyFileError` for a wrong passphrase and for a file that was altered, which look the same. */
export function openKeyFile(path: string, passphrase: string): Buffer {
  const reading = fileShape.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (!reading.success) throw new KeyFileError(`${path} is not a key file.`);
  const { salt, iv, sealed, tag, ...cost } = reading.data;
  const bytes = (text: string) => Buffer.from(text, 'base64');
  const key = keyOf(passphrase, bytes(salt), cost);
  const decipher = createDecipheriv('aes-256-gcm', key, bytes(iv), { authTagLength: 16 }).setAAD(BOUND_TO);
  try {
    decipher.setAuthTag(bytes(tag));
    return Buffer.concat([decipher.update(bytes(sealed)), decipher.final()]);
  } catch (error) {
    throw new KeyFileError('The passphrase is wrong, or the key file was altered.', { cause: error });
  }
}
