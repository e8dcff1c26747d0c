import {
  HOST_NAME,
  HOST_PARTS,
  integrityOf,
  PAGE_FILE,
  type ReleasedRemote,
  type ReleaseStore,
  type VersionRecord,
} from '@tessera/releases';
import { LRUCache } from 'lru-cache';
import { BASE } from './file-types.ts';
import type { HostFile, HostFiles, ShellSource } from './shell-source.ts';

type Versions = Pick<ReleaseStore, 'version' | 'versionNumbers' | 'file'>;

/** What the store has of hosts. */
export type ReleasedHosts = {
  /** The page of a host that a signed manifest names; undefined if the store does not have it with the hash in there. */
  page(host: ReleasedRemote): Promise<ShellSource | undefined>;
  /** A file of any published host, by its path: those of the last 30 days at least are kept, for the pages that run them. */
  file(path: string): Promise<Uint8Array | undefined>;
};

/** Pages kept: those of the slot, and of slots shortly before. */
const PAGES_KEPT = 6;
/** ms between two looks for hosts that were published: what does not exist is asked for as well. */
const LOOK_EVERY = 1_000;

/** Files by part, as the signed record has them. */
function filesOf({ screens, files }: VersionRecord): HostFiles {
  const hashes = new Map(files.map(({ path, integrity }) => [path, integrity]));
  const withHash = (paths: readonly string[] = []): HostFile[] =>
    paths.map((path) => [`${BASE}/${path}`, hashes.get(path) ?? ''] as const);
  const below = (folder: string) =>
    Object.fromEntries(
      Object.entries(screens)
        .filter(([part]) => part.startsWith(folder))
        .map(([part, paths]) => [part.slice(folder.length), withHash(paths)]),
    );
  return {
    home: withHash(screens[HOST_PARTS.home]),
    texts: below(HOST_PARTS.texts('')),
    provided: below(HOST_PARTS.provided('')),
  };
}

/**
 * Serves hosts from the store. Its writers are not trusted: a page counts with the hash in the signed manifest, a file with
 * that of a signed record. `now` is in ms.
 */
export function releasedHosts(store: Versions, now: () => number = () => performance.now()): ReleasedHosts {
  const pages = new LRUCache<string, ShellSource>({ max: PAGES_KEPT });
  /** By version: hashes of its files. Records never change. */
  const known = new Map<string, ReadonlyMap<string, string>>();
  let looked = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;

  async function look(): Promise<void> {
    const versions = await store.versionNumbers(HOST_NAME);
    for (const version of known.keys()) if (!versions.includes(version)) known.delete(version);
    for (const version of versions) {
      if (known.has(version)) continue;
      // One that is damaged has no files that count.
      const record = await store.version(HOST_NAME, version).catch(() => undefined);
      if (record) known.set(version, new Map(record.files.map(({ path, integrity }) => [path, integrity])));
    }
  }

  /** Looks for hosts that were published since; for all that wait at once. */
  function lookAgain(): Promise<void> {
    if (!looking && now() - looked < LOOK_EVERY) return Promise.resolve();
    looking ??= look().finally(() => {
      looked = now();
      looking = undefined;
    });
    return looking;
  }

  async function find(path: string): Promise<Uint8Array | undefined> {
    for (const [version, hashes] of known) {
      const integrity = hashes.get(path);
      if (integrity === undefined) continue;
      const content = await store.file(HOST_NAME, version, path);
      // One that was pruned or altered: another host may have the same file.
      if (content && integrityOf(content) === integrity) return content;
    }
    return undefined;
  }

  return {
    async page(host) {
      const { version, integrity } = host;
      const key = `${version} ${integrity}`;
      const recent = pages.get(key);
      if (recent) return recent;
      const [record, content] = [
        await store.version(HOST_NAME, version),
        await store.file(HOST_NAME, version, PAGE_FILE),
      ];
      if (!record || !content || integrityOf(content) !== integrity) return undefined;
      const source = { template: Buffer.from(content).toString('utf8'), files: filesOf(record), version };
      pages.set(key, source);
      return source;
    },
    async file(path) {
      const found = await find(path);
      if (found) return found;
      await lookAgain();
      return find(path);
    },
  };
}
