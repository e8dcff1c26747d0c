import { StorageError } from './storage-error.ts';

/**
 * Objects under keys in a folder or a bucket, with exclusive creation: concurrent writers of one key do not overwrite
 * each other.
 */
export interface ObjectStorage {
  /** Undefined if there is none. */
  get(key: string): Promise<Uint8Array | undefined>;
  /** Up to `bytes` bytes from byte `first` on: fewer where the object ends before. Undefined if there is none. */
  getPart(key: string, first: number, bytes: number): Promise<Uint8Array | undefined>;
  /** Writes an object that must not exist yet. Returns false, and changes nothing, if it does. */
  create(key: string, content: Uint8Array): Promise<boolean>;
  /** Writes or overwrites. */
  put(key: string, content: Uint8Array): Promise<void>;
  /** Every key with that prefix, ordered. Entries whose names are not keys are not listed. */
  list(prefix: string): Promise<readonly string[]>;
  /** Succeeds if the object does not exist. */
  remove(key: string): Promise<void>;
  /**
   * Rejects with `store_unconditional` if creation is not exclusive, or with the reason why writing is impossible.
   * Programs that write call this on start, so that the fault does not surface with the first release.
   */
  prove(): Promise<void>;
}

const KEY = /^[0-9A-Za-z_@][0-9A-Za-z._@-]*(\/[0-9A-Za-z_@][0-9A-Za-z._@-]*)*$/;

/** Whether a text is a valid key: no `..` segments, no segment that starts with a dot. */
export const isKey = (text: string): boolean => KEY.test(text);

/** Throws for an invalid key. */
export function checkKey(key: string): void {
  if (!isKey(key)) throw new StorageError('store_damaged', `${JSON.stringify(key)} cannot be a key of the store.`);
}

/** The folder of a prefix, `` for the root; throws if no key could start with it. */
export function folderOf(prefix: string): string {
  const folder = prefix.slice(0, Math.max(0, prefix.lastIndexOf('/')));
  if (folder !== '') checkKey(folder);
  return folder;
}
