import { join } from 'node:path';
import { FolderStorage } from './folder-storage.ts';
import type { ObjectStorage } from './object-storage.ts';

export { FolderStorage } from './folder-storage.ts';
export type { ObjectStorage } from './object-storage.ts';

/** The storage that the environment names, else the folder `releases` of the data folder. */
export async function storageFromEnvironment(
  _env: Readonly<Record<string, string | undefined>>,
  dataDir: string,
): Promise<ObjectStorage> {
  return new FolderStorage(join(dataDir, 'releases'));
}
