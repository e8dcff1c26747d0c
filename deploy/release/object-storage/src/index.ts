import { FolderStorage } from './folder-storage.ts';
import type { ObjectStorage } from './object-storage.ts';
import type { S3Settings } from './s3-settings.ts';

export { FolderStorage } from './folder-storage.ts';
export { diskProblem } from './full-disk.ts';
export type { ObjectStorage } from './object-storage.ts';
export { type S3Settings, s3Settings } from './s3-settings.ts';
export { StorageError, type StorageErrorCode } from './storage-error.ts';

/** The bucket, or else the folder. */
export async function openStorage(bucket: S3Settings | undefined, folder: string): Promise<ObjectStorage> {
  if (!bucket) return new FolderStorage(folder);
  // Loaded on demand: it would be the larger part of a command's load time.
  const { S3Storage } = await import('./s3-storage.ts');
  return new S3Storage(bucket);
}
