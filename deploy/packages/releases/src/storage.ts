import { join } from 'node:path';
import { type ObjectStorage, openStorage } from '@tessera/object-storage';

/** The bucket named in the environment (`S3_…`), or the folder `releases` of the data folder. */
export const storageFromEnvironment = (
  env: Readonly<Record<string, string | undefined>>,
  dataDir: string,
): Promise<ObjectStorage> => openStorage(env, { folder: join(dataDir, 'releases') });
