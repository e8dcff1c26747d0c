import { ReleaseError } from '../release-error.ts';

/**
 * Where releases are kept: objects under keys, with exclusive creation. That is all that the release store asks of a
 * folder or of a bucket, and what keeps two publishers or two operators from overwriting each other.
 */
export interface ObjectStorage {
  /** Undefined where there is none. */
  get(key: string): Promise<Uint8Array | undefined>;
  /** Writes an object that must not exist yet. Returns false, and changes nothing, if it does. */
  create(key: string, content: Uint8Array): Promise<boolean>;
  /** Writes or overwrites. */
  put(key: string, content: Uint8Array): Promise<void>;
  /** Every key with that prefix, ordered. What lies beside under a name that is no key is not listed. */
  list(prefix: string): Promise<readonly string[]>;
  /** It may be gone already. */
  remove(key: string): Promise<void>;
  /**
   * Refuses with `store_unconditional` where creation is not exclusive, and with what else stands against writing. A
   * program that is going to write asks when it starts, so that it is not found out by the first release.
   */
  prove(): Promise<void>;
}

const KEY = /^[0-9A-Za-z_@][0-9A-Za-z._@-]*(\/[0-9A-Za-z_@][0-9A-Za-z._@-]*)*$/;

/** Whether a text can be a key: it leaves its place by no `..`, and hides behind no dot. */
export const isKey = (text: string): boolean => KEY.test(text);

/** Refuses a key that could leave its place or hide in it. */
export function checkKey(key: string): void {
  if (!isKey(key)) throw new ReleaseError('store_damaged', `${JSON.stringify(key)} cannot be a key of the store.`);
}

/** The folder that a prefix lies in, `` for the outermost; refuses one that no key could begin with. */
export function folderOf(prefix: string): string {
  const folder = prefix.slice(0, Math.max(0, prefix.lastIndexOf('/')));
  if (folder !== '') checkKey(folder);
  return folder;
}
