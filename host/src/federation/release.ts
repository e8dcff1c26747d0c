import { bus } from '@tessera/bus/host';
import { deviceCookies } from '@tessera/device';
import {
  chooseVersions,
  HOST_NAME,
  isNewer,
  type Manifest,
  type PublicKey,
  Refused,
  type ReleasedRemote,
  readHostCookie,
  referenceOf,
} from '@tessera/manifest';
import { guarded, storedValue } from '@tessera/storage';
import { adoptVersions, departed } from './adoption.ts';
import { clientId } from './client.ts';
import { forgetRemote, isLoaded } from './load-page.ts';
import { fetchSigned, firstManifest, inlinedKeys, manifestGate } from './manifest.ts';
import type { Override, PreviewGuard } from './overrides.ts';
import { OWN_HOST } from './own-host.ts';
import { isQuarantined, quarantine } from './quarantine.ts';

/** Loads what asks before a preview runs. */
type LoadGuard = () => Promise<{ readonly previewGuard: PreviewGuard }>;

type VersionByRemote = Readonly<Record<string, string>>;

/** For debugging in this browser and for the conformance checks; the page does not read it. */
const runningVersions = storedValue<VersionByRemote>({
  name: 'host.versions',
  initial: {},
  accept: guarded((stored): stored is VersionByRemote => typeof stored === 'object' && stored !== null),
});

/** The versions that this page runs: one set, fixed from one navigation to a later one. */
export type Versions = { readonly epoch: number; readonly remotes: readonly ReleasedRemote[] };

/**
 * The release in force. A newer manifest is applied on the next navigation, so that nothing changes while the user
 * works on a screen; then the pages of swapped remotes load from their new version.
 */
export type Release = {
  current(): Versions;
  /** The manifest in force. */
  manifest(): Manifest;
  /** Fetches the manifest, which waits until a navigation begins. Returns whether one arrived. Never rejects. */
  look(): Promise<boolean>;
  /** Puts a waiting manifest in force, if there is one; to be called when a navigation begins. */
  adopt(): void;
  /** Lets go of versions that left; to be called when none of their screens is shown any more. */
  settle(): void;
  /** Quarantines a failed version in this browser. Returns whether there is a fallback. */
  avoid(remote: ReleasedRemote): boolean;
  /** Newer versions that wait for the user's confirmation. */
  offered(): readonly ReleasedRemote[];
  /** Accepts the offered versions. */
  agree(): void;
  /** Whether the page should reload because of the number of swaps or the heap size. */
  isWorn(): boolean;
  /** The version of the server's host by the newest manifest that was seen; null if this page runs that one. */
  successor(): string | null;
  /** Whether the host of this page was rolled back or halted. */
  isWithdrawn(): boolean;
  /** Overridden remotes, for a developer or a preview. */
  readonly overrides: readonly Override[];
  /** Calls when anything of the above changed, or a manifest arrived. */
  subscribe(changed: () => void): () => void;
};

/** Style sheets of a version that left would keep styling the page. */
function removeStyles(page: Document, remote: ReleasedRemote): void {
  const folder = `/remotes/${remote.name}/${remote.version}/`;
  for (const link of page.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    if (link.href.includes(folder)) link.remove();
  }
}

const MEBIBYTE = 1024 * 1024;

/** Bytes of JavaScript heap in use, if the browser reports it (Chromium); 0 elsewhere. */
const heapUsed = (): number =>
  (performance as Performance & { readonly memory?: { readonly usedJSHeapSize: number } }).memory?.usedJSHeapSize ?? 0;

/** Replaces released versions by overrides. */
const overridden = (remotes: readonly ReleasedRemote[], overrides: readonly Override[]): readonly ReleasedRemote[] => [
  ...remotes.filter(({ name }) => !overrides.some(({ remote }) => remote.name === name)),
  ...overrides.map(({ remote }) => remote),
];

/** Only pages with an override load the code that checks it. */
const overridesOf = async (
  keys: readonly PublicKey[],
  inForce: Manifest,
  guard: LoadGuard,
): Promise<readonly Override[]> => {
  if (!/[?&](override|preview)=/.test(location.search)) return [];
  const [{ readOverrides }, { previewGuard }] = await Promise.all([
    import(/* webpackChunkName: "rarely" */ './overrides.ts'),
    guard(),
  ]);
  return readOverrides(location.search, { keys, inForce, guard: previewGuard });
};

export async function startRelease(guard: LoadGuard, page: Document = document, host = OWN_HOST): Promise<Release> {
  const client = clientId();
  const keys = inlinedKeys(page);
  const gate = manifestGate(keys);
  const first = await firstManifest(page, gate);
  let overrides = await overridesOf(keys, first, guard);
  const chosen = (from: Manifest) => overridden(chooseVersions(from, client, isQuarantined), overrides);

  let manifest = first;
  let waiting: Manifest | null = null;
  let current: Versions = { epoch: first.epoch, remotes: chosen(first) };
  let offered: readonly ReleasedRemote[] = [];
  let agreed = false;
  let leaving: readonly ReleasedRemote[] = [];
  let swaps = 0;
  const listeners = new Set<() => void>();

  const remember = () => {
    const versions = current.remotes.map(({ name, version }) => [name, version] as const);
    runningVersions.write(Object.fromEntries(versions));
  };
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const take = (next: readonly ReleasedRemote[]) => {
    const left = departed(current.remotes, next);
    swaps += left.filter(isLoaded).length;
    leaving = [...leaving, ...left];
    current = { epoch: manifest.epoch, remotes: next };
    remember();
    changed();
  };
  const choose = () => {
    const ended = overrides.filter(({ preview }) => preview && !manifest.previews?.includes(preview));
    overrides = overrides.filter((override) => !ended.includes(override));
    const adoption = adoptVersions(current.remotes, chosen(manifest), {
      withdrawn: [...manifest.withdrawn, ...ended.map(({ remote }) => referenceOf(remote))],
      isLoaded,
      agreed,
    });
    offered = adoption.offered;
    take(adoption.remotes);
  };

  remember();
  bus.emit('release', { epoch: first.epoch });

  const look = () =>
    fetchSigned()
      .then((signed) => gate.take(signed))
      .then(
        (next) => {
          if (isNewer(next, waiting ?? manifest)) {
            waiting = next;
            changed();
          }
          return true;
        },
        // The last good manifest stays in force; the next event or reconnect tries again.
        (error) => {
          console.warn('release manifest not taken', error);
          return error instanceof Refused;
        },
      );
  bus.on('release', ({ epoch }) => {
    if (epoch > (waiting ?? manifest).epoch) void look();
  });

  return {
    current: () => current,
    manifest: () => manifest,
    look,
    get overrides() {
      return overrides;
    },
    adopt() {
      if (!waiting) return;
      manifest = waiting;
      waiting = null;
      agreed = false;
      choose();
    },
    settle() {
      const gone = departed(leaving, current.remotes);
      leaving = [];
      for (const remote of gone) {
        removeStyles(page, remote);
        forgetRemote(remote);
      }
    },
    avoid(remote) {
      if (overrides.some(({ remote: { name } }) => name === remote.name)) return false;
      quarantine(referenceOf(remote));
      const next = chosen(manifest);
      const other = next.find(({ name }) => name === remote.name);
      if (!other || other.version === remote.version) return false;
      take(current.remotes.map((running) => (running.name === remote.name ? other : running)));
      return true;
    },
    offered: () => offered,
    agree() {
      agreed = true;
      choose();
    },
    isWorn: () => swaps >= manifest.limits.swaps || (swaps > 0 && heapUsed() > manifest.limits.heapMiB * MEBIBYTE),
    successor() {
      const { host: live } = waiting ?? manifest;
      if (host === undefined || !live) return null;
      // Which of these a client has, the gateway decides.
      const given = [live.version, live.ramp?.candidate.version];
      // It did not start here, so the gateway gives the one before.
      const unfit = readHostCookie(deviceCookies(), 'unfit', location.protocol === 'https:').split('~');
      return given.includes(host) || unfit.includes(live.version) ? null : live.version;
    },
    isWithdrawn: () => (waiting ?? manifest).withdrawn.includes(`${HOST_NAME}@${host}`),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
