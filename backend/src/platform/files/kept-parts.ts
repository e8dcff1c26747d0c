import { LRUCache } from 'lru-cache';

export type KeptParts = {
  /** A part of a file; null where there is none. */
  part(name: string, index: number): Promise<Uint8Array | null>;
  /** To be called for a file that is gone. */
  forget(name: string): void;
};

/**
 * Parts of files that never change, the last ones asked for in memory, `bytes` of them. Each is read once for all who wait for
 * it: players ask for one in many ranges, and a page's visitors for the same pictures.
 */
export function keptParts(read: (name: string, index: number) => Promise<Uint8Array | null>, bytes: number): KeptParts {
  type Asked = { readonly name: string; readonly index: number };
  const parts = new LRUCache<string, Uint8Array, Asked>({
    maxSize: bytes,
    sizeCalculation: (content) => Math.max(content.byteLength, 1),
    // One that others push out while it is read still is what was asked for.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context }) => (await read(context.name, context.index)) ?? undefined,
  });
  return {
    part: async (name, index) => (await parts.fetch(`${name} ${index}`, { context: { name, index } })) ?? null,
    forget(name) {
      for (const key of [...parts.keys()]) if (key.startsWith(`${name} `)) parts.delete(key);
    },
  };
}
