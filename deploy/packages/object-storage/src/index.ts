import { FolderStorage } from './folder-storage.ts';
import type { ObjectStorage } from './object-storage.ts';
import { s3Settings } from './s3-settings.ts';

export { FolderStorage } from './folder-storage.ts';
export { diskProblem } from './full-disk.ts';
export type { ObjectStorage } from './object-storage.ts';
export { type S3Settings, s3Settings } from './s3-settings.ts';
export { StorageError, type StorageErrorCode } from './storage-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The bucket named in the environment (`<prefix>BUCKET` and so on), or else the folder. Rejects with StorageError
 * `setting_invalid`.
 */
export async function openStorage(
  env: Environment,
  { prefix = 'S3_', folder }: { readonly prefix?: string; readonly folder: string },
): Promise<ObjectStorage> {
  const settings = s3Settings(env, prefix);
  if (!settings) return new FolderStorage(folder);
  // Loaded on demand: it would be the larger part of a command's load time.
  const { S3Storage } = await import('./s3-storage.ts');
  return new S3Storage(settings);
}
