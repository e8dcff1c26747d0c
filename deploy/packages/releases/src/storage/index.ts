import { join } from 'node:path';
import { FolderStorage } from './folder-storage.ts';
import type { ObjectStorage } from './object-storage.ts';
import { s3Settings } from './s3-settings.ts';

export { FolderStorage } from './folder-storage.ts';
export { isKey, type ObjectStorage } from './object-storage.ts';

/** The bucket named in the environment (`S3_…`), or the folder `releases` of the data folder. */
export async function storageFromEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  dataDir: string,
): Promise<ObjectStorage> {
  const settings = s3Settings(env);
  if (!settings) return new FolderStorage(join(dataDir, 'releases'));
  // Loaded on demand: it would be the larger part of a command's load time.
  const { S3Storage } = await import('./s3-storage.ts');
  return new S3Storage(settings);
}
