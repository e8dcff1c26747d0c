import { ReleaseError } from '../release-error.ts';

/**
 * Where releases are kept: objects under keys, with exclusive creation. That is all that the release store asks of a
 * folder or of a bucket, and what keeps two publishers or two operators from overwriting each other.
 */
export interface ObjectStorage {
  /** Undefined where there is none. */
  get(key: string): Promise<Uint8Array | undefined>;
  /** Writes an object that must not exist yet. Answers false, and changes nothing, if it does. */
  create(key: string, content: Uint8Array): Promise<boolean>;
  /** Writes or overwrites. */
  put(key: string, content: Uint8Array): Promise<void>;
  /** Every key with that prefix, ordered. */
  list(prefix: string): Promise<readonly string[]>;
  /** It may be gone already. */
  remove(key: string): Promise<void>;
}

const KEY = /^[0-9A-Za-z_@][0-9A-Za-z._@-]*(\/[0-9A-Za-z_@][0-9A-Za-z._@-]*)*$/;

/** Refuses a key that could leave its place or hide in it. */
export function checkKey(key: string): void {
  if (!KEY.test(key)) throw new ReleaseError('store_damaged', `${JSON.stringify(key)} cannot be a key of the store.`);
}
