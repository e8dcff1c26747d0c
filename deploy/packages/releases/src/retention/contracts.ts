import { type ReleaseStore, storeKeys } from '../store.ts';

/** Keys of the declared types that a version, a host or a publication under way names, but for those in `without`. */
async function namedContracts(store: ReleaseStore, without: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const left = async (prefix: string) => (await store.storage.list(prefix)).filter((key) => !without.has(key));
  const hashes: (string | undefined)[] = [];
  const published = new Set<string>();
  for (const key of await left('records/')) {
    const [, name = '', file = ''] = key.split('/');
    const version = file.replace(/\.json$/, '');
    hashes.push((await store.version(name, version))?.contract?.types);
    published.add(storeKeys.claim(name, version));
  }
  for (const key of await left('claims/')) {
    if (!published.has(key)) hashes.push((await store.claim(key))?.types);
  }
  for (const version of await store.hosts()) {
    if (!without.has(storeKeys.host(version))) hashes.push((await store.host(version))?.contract?.types);
  }
  return new Set(hashes.flatMap((hash) => (hash ? [storeKeys.contract(hash)] : [])));
}

/** Keys of the declared types that nobody names once `without` is gone. */
export async function unnamedContracts(store: ReleaseStore, without: ReadonlySet<string>): Promise<readonly string[]> {
  // Listed first: types that are kept after this are not among them, and whoever names older ones did so before.
  const keys = await store.storage.list('contracts/');
  const named = await namedContracts(store, without);
  return keys.filter((key) => !named.has(key));
}

/**
 * Removes declared types that nobody names, and returns how many were deleted. A publication that found them there while this
 * decided has claimed its version first: so they are put back where anything names them afterwards.
 */
export async function removeUnnamedContracts(store: ReleaseStore): Promise<number> {
  const { storage } = store;
  const removed = new Map<string, Uint8Array>();
  for (const key of await unnamedContracts(store, new Set())) {
    const content = await storage.get(key);
    if (!content) continue;
    removed.set(key, content);
    await storage.remove(key);
  }
  if (removed.size === 0) return 0;
  const named = await namedContracts(store, new Set());
  for (const [key, content] of removed) {
    if (!named.has(key)) continue;
    await storage.create(key, content);
    removed.delete(key);
  }
  return removed.size;
}
