import { type ReleaseStore, storeKeys } from '../store.ts';
import { unlessDamaged } from '../stored-object.ts';

/** Keys of the declared types named by versions, hosts and pending publications, except those in `without`. */
async function namedContracts(store: ReleaseStore, without: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const left = async (prefix: string) => (await store.storage.list(prefix)).filter((key) => !without.has(key));
  const hashes: (string | undefined)[] = [];
  const published = new Set<string>();
  for (const key of await left('records/')) {
    const [, name = '', file = ''] = key.split('/');
    const version = file.replace(/\.json$/, '');
    const record = await unlessDamaged(store.version(name, version));
    // The claim of a version whose record is damaged names the same types.
    if (!record) continue;
    hashes.push(record.contract?.types);
    published.add(storeKeys.claim(name, version));
  }
  for (const key of await left('claims/')) {
    if (!published.has(key)) hashes.push((await unlessDamaged(store.claim(key)))?.types);
  }
  for (const version of await store.hosts()) {
    if (without.has(storeKeys.host(version))) continue;
    hashes.push((await unlessDamaged(store.host(version)))?.contract?.types);
  }
  return new Set(hashes.flatMap((hash) => (hash ? [storeKeys.contract(hash)] : [])));
}

/** Keys of the declared types that are unreferenced without `without`. */
export async function unnamedContracts(store: ReleaseStore, without: ReadonlySet<string>): Promise<readonly string[]> {
  // Listed first: types stored after this are not included, and references to older ones already exist.
  const keys = await store.storage.list('contracts/');
  const named = await namedContracts(store, without);
  return keys.filter((key) => !named.has(key));
}

/**
 * Deletes unreferenced declared types and returns their number. A concurrent publication that found them in the store
 * has claimed its version first, so types that are referenced afterwards are restored.
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
