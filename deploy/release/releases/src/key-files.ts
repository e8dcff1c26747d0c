import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PublicKey } from '@tessera/manifest';
import type { z } from 'zod';
import { faultsOf } from './descriptor.ts';
import { ReleaseError } from './release-error.ts';
import { generateKey, publicKeyOf, publicKeysSchema, type SigningKey, signingKeysSchema } from './signing.ts';

/** Paths of the keys in a data folder. Only releasing needs the private file; gateways need the public one. */
export const keyPaths = (dataDir: string, env: Readonly<Record<string, string | undefined>> = {}) => ({
  signing: env.SIGNING_KEYS ?? join(dataDir, 'keys/signing.json'),
  public: env.PUBLIC_KEYS ?? join(dataDir, 'keys/public.json'),
});

export type KeyPaths = ReturnType<typeof keyPaths>;

/** Keys of a store, read each time so that a rotation needs no restart. Every reader verifies; only releasing signs. */
export type Keyring = {
  /** Keys whose signatures count. */
  readonly public: () => Promise<readonly PublicKey[]>;
  /** Rejects with `key_unknown` where there is no private key. */
  readonly signing: () => Promise<readonly SigningKey[]>;
};

/** Of a reader, such as a gateway: trusts the public file. */
export const readingKeyring = (paths: KeyPaths): Keyring => ({
  public: () => readPublicKeys(paths),
  signing: () => readSigningKeys(paths),
});

/** Of a writer: trusts exactly the keys that it signs with. */
export const signingKeyring = (signing: Keyring['signing']): Keyring => ({
  async public() {
    const keys = await signing();
    if (keys.length === 0) throw new ReleaseError('key_unknown', 'There is no signing key.');
    return keys.map(publicKeyOf);
  },
  signing,
});

async function readChecked<T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new ReleaseError('key_unknown', `${path} is not JSON.`);
  }
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  throw new ReleaseError('key_unknown', `${path} is not a key file:\n  ${faultsOf(result.error)}`);
}

const missing = (path: string) =>
  new ReleaseError('key_unknown', `${path} is missing: \`tessera keys create\` makes a signing key.`);

export async function readSigningKeys({ signing }: KeyPaths): Promise<readonly SigningKey[]> {
  const keys = await readChecked(signing, signingKeysSchema);
  if (!keys) throw missing(signing);
  return keys;
}

export async function readPublicKeys(paths: KeyPaths): Promise<readonly PublicKey[]> {
  const keys = await readChecked(paths.public, publicKeysSchema);
  if (!keys) throw missing(paths.public);
  return keys;
}

/**
 * Written to a temporary file and renamed, so that readers never see a partial file; only the owner can read the
 * private one.
 */
async function replace(path: string, content: unknown, mode: number): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`, { mode, flush: true });
  await chmod(draft, mode);
  await rename(draft, path);
}

async function writeKeys(paths: KeyPaths, keys: readonly SigningKey[]): Promise<void> {
  await replace(paths.signing, keys, 0o600);
  await replace(paths.public, keys.map(publicKeyOf), 0o644);
}

const newId = (now: number) => `${new Date(now).toISOString().slice(0, 10)}-${randomBytes(3).toString('hex')}`;

/** The signing keys of a folder; creates the first one if there is none. Safe to call from several processes. */
export async function ensureSigningKeys(paths: KeyPaths, now: number): Promise<readonly SigningKey[]> {
  const known = await readChecked(paths.signing, signingKeysSchema);
  if (known) {
    if (!(await readChecked(paths.public, publicKeysSchema))) {
      await replace(paths.public, known.map(publicKeyOf), 0o644);
    }
    return known;
  }
  const keys = [await generateKey(newId(now), now)];
  const draft = `${paths.signing}.${randomBytes(6).toString('hex')}`;
  await mkdir(dirname(paths.signing), { recursive: true });
  await writeFile(draft, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flush: true });
  try {
    await link(draft, paths.signing);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return ensureSigningKeys(paths, now);
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
  await replace(paths.public, keys.map(publicKeyOf), 0o644);
  return keys;
}

/** Adds a signing key: the first step of a rotation. Returns its id. */
export async function addSigningKey(paths: KeyPaths, now: number): Promise<string> {
  const keys = await readSigningKeys(paths);
  const added = await generateKey(newId(now), now);
  await writeKeys(paths, [...keys, added]);
  return added.id;
}

/** Removes a key: the second step of a rotation, after every page has another one. */
export async function retireSigningKey(paths: KeyPaths, id: string): Promise<void> {
  const keys = await readSigningKeys(paths);
  if (!keys.some((key) => key.id === id)) {
    throw new ReleaseError('key_unknown', `There is no key ${id}. Keys: ${keys.map((key) => key.id).join(', ')}.`);
  }
  const kept = keys.filter((key) => key.id !== id);
  if (kept.length === 0) {
    throw new ReleaseError('key_unknown', `${id} is the only key: add another first (\`tessera keys add\`).`);
  }
  await writeKeys(paths, kept);
}
