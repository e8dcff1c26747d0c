import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../settings.ts';
import { readSealKeys, type SealKeys } from './seal.ts';

/**
 * The keys of the settings; without them one that is made in the data folder, for a single machine. It lies beside what
 * it encrypts, so in production the keys come from the settings.
 */
export async function sealKeysOf({ uploadKeys, dataDir }: Pick<Settings, 'uploadKeys' | 'dataDir'>): Promise<SealKeys> {
  if (uploadKeys) return uploadKeys;
  const path = join(dataDir, 'upload-keys');
  await mkdir(dataDir, { recursive: true });
  const draft = `${path}-${randomUUID()}`;
  try {
    await writeFile(draft, `local:${randomBytes(32).toString('base64')}`, { mode: 0o600 });
    // Appears whole or not at all, and never replaces the key that another process made.
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const keys = readSealKeys(await readFile(path, 'utf8'));
  if (typeof keys === 'string') throw new Error(`${path}: ${keys}`);
  return keys;
}
