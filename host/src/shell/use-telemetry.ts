import type { ReleasedRemote } from '@tessera/manifest';
import { useEffect, useRef } from 'react';
import type { Release } from '../federation/release.ts';
import type { Screen } from './use-screen.ts';

/** Whose version is on screen; null for a page of the host, and for a remote that is still being built. */
const remoteOf = (screen: Screen | null): ReleasedRemote | null =>
  screen?.kind === 'page' && screen.remote?.entry ? screen.remote : null;

// One file with the polling and the swipe back: the shell carries name and hash of each.
const telemetry = () => import(/* webpackChunkName: "after-screen" */ '../federation/telemetry.ts');

/** Looks for releases that nothing announces. Loaded after the screen, so as not to delay it. */
export function useReleasePolling(release: Release): void {
  useEffect(() => {
    const polling = import(/* webpackChunkName: "after-screen" */ '../federation/poll-release.ts').then(
      ({ pollRelease }) => pollRelease(release),
      () => undefined,
    );
    return () => void polling.then((stop) => stop?.());
  }, [release]);
}

/** Reports the health of the versions on screen to the registry. Loaded after the screen, so as not to delay it. */
export function useTelemetry(release: Release, screen: Screen | null): void {
  const onScreen = useRef<ReleasedRemote | null>(null);
  onScreen.current = remoteOf(screen);
  // Previews and development servers are not reported.
  const silent = release.overrides.length > 0;

  useEffect(() => {
    if (silent) return;
    telemetry().then(
      ({ followVitals }) => followVitals(release.manifest, () => onScreen.current),
      () => undefined,
    );
  }, [release, silent]);

  useEffect(() => {
    const remote = remoteOf(screen);
    if (silent || screen?.kind !== 'page') return;
    const { took } = screen;
    telemetry().then(
      ({ reportHost, reportScreen, reportUse }) => {
        reportHost(release.manifest());
        if (!remote) return;
        reportUse(release.manifest(), remote);
        reportScreen(release.manifest(), remote, took);
      },
      // Without a connection reports cannot be sent.
      () => undefined,
    );
  }, [release, screen, silent]);
}
