import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ObjectStorage, openStorage } from '@tessera/object-storage';
import type { Settings } from '../settings.ts';
import { type SealKeys, seal, unseal } from './seal.ts';
import { sealKeysOf } from './seal-keys.ts';

/** Names of uploads; the first characters may be those that no key of a storage begins with. */
export const UPLOAD_NAME = /^[A-Za-z0-9_-]{16,64}\.jpg$/;

const keyOf = (name: string): string => `sealed/u.${name}`;

const unlessMissing = <T>(error: NodeJS.ErrnoException, instead: T): T => {
  if (error.code === 'ENOENT') return instead;
  throw error;
};

/** Uploads, encrypted, in a bucket or in the data folder; and the plain files of former versions. */
export type Vault = {
  /** Encrypts with the current key, in place of what was there. Returns the id of the key. */
  readonly write: (name: string, content: Uint8Array) => Promise<string>;
  /** Null if there is none. Rejects with SealError for content that cannot be decrypted. */
  readonly read: (name: string) => Promise<Buffer | null>;
  /** Succeeds if there is none. */
  readonly remove: (name: string) => Promise<void>;
  /** Id of the key that `write` encrypts with. */
  readonly currentKey: () => Promise<string>;
  /** The plain files on this node, with the time of their last change, Unix ms. */
  readonly formerFiles: () => Promise<readonly { readonly name: string; readonly changedAt: number }[]>;
  readonly removeFormerFile: (name: string) => Promise<void>;
};

type Opened = { readonly storage: ObjectStorage; readonly keys: SealKeys };

/** Opens storage and keys with the first use. */
export function createVault(settings: Pick<Settings, 'dataDir' | 'uploadBucket' | 'uploadKeys'>): Vault {
  const folder = join(settings.dataDir, 'uploads');
  let opening: Promise<Opened> | undefined;
  const open = async (): Promise<Opened> => {
    opening ??= Promise.all([openStorage(settings.uploadBucket, folder), sealKeysOf(settings)]).then(
      ([storage, keys]) => ({ storage, keys }),
    );
    return opening.catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
  };
  const formerFile = (name: string) =>
    readFile(join(folder, name)).catch((error: NodeJS.ErrnoException) => unlessMissing(error, null));

  return {
    async write(name, content) {
      const { storage, keys } = await open();
      await storage.put(keyOf(name), seal(keys, name, content));
      return keys[0].id;
    },
    async read(name) {
      const { storage, keys } = await open();
      const sealed = await storage.get(keyOf(name));
      return sealed ? unseal(keys, name, sealed) : formerFile(name);
    },
    async remove(name) {
      const { storage } = await open();
      await storage.remove(keyOf(name));
      await rm(join(folder, name), { force: true });
    },
    currentKey: async () => (await open()).keys[0].id,
    formerFiles: async () => {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => unlessMissing(error, []));
      const uploads = names.filter((name) => UPLOAD_NAME.test(name)).toSorted();
      return Promise.all(uploads.map(async (name) => ({ name, changedAt: (await stat(join(folder, name))).mtimeMs })));
    },
    removeFormerFile: (name) => rm(join(folder, name), { force: true }),
  };
}
