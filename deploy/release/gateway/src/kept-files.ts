import { LRUCache } from 'lru-cache';
import { type Clock, lookUp } from './look-up.ts';

/** Bytes of files that are kept in memory: all of a release that pages load, several times over. */
const KEPT_BYTES = 64 * 1024 * 1024;

/**
 * Reads files that never change, each once for all who wait for it: responses that are not read hold a reference to the
 * same bytes, and no open file. What does not exist is looked for again after a second.
 */
export function keptFiles(
  read: (path: string) => Promise<Uint8Array | undefined>,
  now: Clock,
): (path: string) => Promise<Uint8Array | undefined> {
  const cache = new LRUCache<string, Uint8Array>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (content) => Math.max(content.byteLength, 1),
    fetchMethod: lookUp(read, now),
  });
  return (path) => cache.fetch(path);
}
