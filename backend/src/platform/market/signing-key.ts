import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The start of an Ed25519 private key of 32 bytes in DER (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
/** The same of a public key. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

export const privateKeyOf = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });

/** Its 32 bytes. */
export const publicBytesOf = (key: KeyObject): Buffer =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(SPKI.length);

export const publicKeyOf = (bytes: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([SPKI, bytes]), format: 'der', type: 'spki' });

/**
 * The Ed25519 key that signs the heads of the ticks: that of the settings, or one that is made in the data folder once. Several
 * nodes need the same, from the settings.
 */
export async function feedSigningKey(settings: {
  readonly feedSigningKey: Buffer | undefined;
  readonly dataDir: string;
}): Promise<KeyObject> {
  if (settings.feedSigningKey) return privateKeyOf(settings.feedSigningKey);
  const path = join(settings.dataDir, 'feed-signing-key');
  await mkdir(settings.dataDir, { recursive: true });
  const draft = `${path}-${randomUUID()}`;
  const seed = generateKeyPairSync('ed25519')
    .privateKey.export({ format: 'der', type: 'pkcs8' })
    .subarray(PKCS8.length);
  try {
    await writeFile(draft, seed.toString('hex'), { mode: 0o600 });
    // Appears whole or not at all, and never replaces the key that another process made.
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const text = (await readFile(path, 'utf8')).trim();
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new Error(`${path} is not 64 hexadecimal digits`);
  return privateKeyOf(Buffer.from(text, 'hex'));
}
