import { bus } from '@tessera/bus';
import { forgetRemote } from './load-page.ts';
import { fetchManifest, inlinedManifest, type ReleasedRemote, type ReleaseManifest } from './manifest.ts';

/**
 * The release in force. A newer manifest waits until the next navigation, so that nothing changes under
 * a person's hands; then the pages of swapped remotes load from their new version.
 */
export type Release = {
  /** The manifest in force. */
  current(): ReleaseManifest;
  /** Puts a waiting manifest in force, if there is one; to be called when a navigation begins. */
  adopt(): void;
  /** Lets go of versions that left; to be called when none of their screens is shown any more. */
  settle(): void;
  /** Calls when the manifest in force changed. */
  subscribe(changed: () => void): () => void;
};

/** Style sheets of a version that left would keep styling the page. */
function removeStyles(page: Document, remote: ReleasedRemote): void {
  const folder = `/remotes/${remote.name}/${remote.version}/`;
  for (const link of page.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    if (link.href.includes(folder)) link.remove();
  }
}

/** Remotes of `before` whose version is not in `after`. */
export const departed = (before: ReleaseManifest, after: ReleaseManifest): readonly ReleasedRemote[] =>
  before.remotes.filter(
    (old) => !after.remotes.some(({ name, version }) => name === old.name && version === old.version),
  );

export async function startRelease(page: Document = document): Promise<Release> {
  let current = inlinedManifest(page) ?? (await fetchManifest());
  let waiting: ReleaseManifest | null = null;
  let leaving: readonly ReleasedRemote[] = [];
  const listeners = new Set<() => void>();
  bus.emit('release', { epoch: current.epoch });

  const look = () =>
    fetchManifest().then(
      (manifest) => {
        if (manifest.epoch > (waiting ?? current).epoch) waiting = manifest;
      },
      // The last good manifest stays in force; the next event or reconnect tries again.
      (error) => console.warn('release manifest not read', error),
    );
  bus.on('release', ({ epoch }) => {
    if (epoch > (waiting ?? current).epoch) void look();
  });
  // A move may have been announced while the connection was away.
  let missed = false;
  bus.on('realtime', ({ status }) => {
    if (status === 'open' && missed) void look();
    missed = status === 'offline' || (missed && status === 'connecting');
  });

  return {
    current: () => current,
    adopt() {
      if (!waiting) return;
      leaving = [...leaving, ...departed(current, waiting)];
      current = waiting;
      waiting = null;
      for (const listener of listeners) listener();
    },
    settle() {
      const gone = leaving.filter((remote) => departed({ ...current, remotes: [remote] }, current).length > 0);
      leaving = [];
      for (const remote of gone) {
        removeStyles(page, remote);
        forgetRemote(remote);
      }
    },
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}
