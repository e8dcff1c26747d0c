import {
  type Manifest,
  type ReleasedRemote,
  type ReleaseStore,
  type VersionFiles,
  versionFiles,
} from '@tessera/releases';
import { LRUCache } from 'lru-cache';

/** By the path of its folder: what `files.json` holds, of the versions that serve the index. */
export type FirstLists = Readonly<Record<string, VersionFiles>>;

/** The route whose files the page names itself: most visits begin there, and asking first costs a way there and back. */
const INDEX = '/';
/** Lists kept: those of the slot, and of slots shortly before. */
const KEPT = 12;

/**
 * The lists of what a manifest has at the index, as far as they are read: a page waits for no store, and asks for what is
 * not here. What is missing is read meanwhile, once at a time. `onFault` hears of a version that cannot be read, once.
 */
export function firstLists(
  store: Pick<ReleaseStore, 'version'>,
  onFault: (message: string) => void,
): (manifest: Manifest) => FirstLists {
  const known = new LRUCache<string, VersionFiles>({ max: KEPT });
  const reading = new Set<string>();
  const failed = new LRUCache<string, true>({ max: KEPT });

  async function read(key: string, { name, version }: ReleasedRemote): Promise<void> {
    if (reading.has(key)) return;
    reading.add(key);
    try {
      const record = await store.version(name, version);
      if (record) known.set(key, versionFiles(record));
    } catch (error) {
      if (!failed.has(key)) onFault(`${name}@${version}: its files are not in the page. ${String(error)}`);
      failed.set(key, true);
    } finally {
      reading.delete(key);
    }
  }

  return ({ remotes }) => {
    const versions = remotes
      .flatMap(({ stable, ramp }) => (ramp ? [stable, ramp.candidate] : [stable]))
      .filter(({ entry, assets, routes }) => entry && assets.length === 0 && routes.some(({ path }) => path === INDEX));
    const lists: [string, VersionFiles][] = [];
    for (const version of versions) {
      const key = `/h5/${version.entry.replace(/[^/]+$/, '')}`;
      const list = known.get(key);
      if (list) lists.push([key, list]);
      else void read(key, version);
    }
    return Object.fromEntries(lists);
  };
}
