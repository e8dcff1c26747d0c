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

/** Reads the lists of what a manifest has at the index; one that cannot be read is left out, and the page asks for it. */
export function firstLists(store: Pick<ReleaseStore, 'version'>): (manifest: Manifest) => Promise<FirstLists> {
  const known = new LRUCache<string, VersionFiles>({ max: KEPT });

  async function listed(remote: ReleasedRemote): Promise<readonly (readonly [string, VersionFiles])[]> {
    const { name, version, entry } = remote;
    const key = `/h5/${entry.replace(/[^/]+$/, '')}`;
    const recent = known.get(key);
    if (recent) return [[key, recent]];
    const list = await store.version(name, version).then(
      (record) => record && versionFiles(record),
      () => undefined,
    );
    if (!list) return [];
    known.set(key, list);
    return [[key, list]];
  }

  return async ({ remotes }) => {
    const versions = remotes
      .flatMap(({ stable, ramp }) => (ramp ? [stable, ramp.candidate] : [stable]))
      .filter(({ entry, assets, routes }) => entry && assets.length === 0 && routes.some(({ path }) => path === INDEX));
    return Object.fromEntries((await Promise.all(versions.map(listed))).flat());
  };
}
