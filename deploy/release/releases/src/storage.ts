import { join } from 'node:path';
import { type ObjectStorage, openStorage, s3Settings } from '@tessera/object-storage';

/** The bucket named in the environment (`S3_…`), or the folder `releases` of the data folder. */
export const storageFromEnvironment = async (
  env: Readonly<Record<string, string | undefined>>,
  dataDir: string,
): Promise<ObjectStorage> => openStorage(s3Settings(env), join(dataDir, 'releases'));
