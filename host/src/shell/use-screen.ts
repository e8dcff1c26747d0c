import { bus } from '@tessera/bus';
import type { ReleasedRemote } from '@tessera/manifest';
import { type Location, useLocation, useNavigationType } from '@tessera/router';
import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import type { Release } from '../federation/release.ts';
import { HOST_PAGES } from '../pages/routes.ts';
import type { SessionOwner } from '../session/session.ts';
import { loadPage, screenKey } from './page-loader.ts';
import { type Resolution, resolvePage } from './resolve-page.ts';

/** ms before a person is told that a page is on its way. */
const SHOW_LOADING_AFTER = 200;
/** ms after which a page that does not come has failed. */
const GIVE_UP_AFTER = 60_000;

export type Direction = 'forward' | 'back';

export type Screen =
  | {
      readonly kind: 'page';
      readonly key: string;
      readonly component: ComponentType;
      readonly location: Location;
      readonly direction: Direction;
      /** Whose screen it is; null for a page of the host. */
      readonly remote: ReleasedRemote | null;
      /** ms from the navigation to the screen. */
      readonly took: number;
    }
  | {
      readonly kind: 'failed';
      readonly key: string;
      readonly reason: 'load' | 'timeout' | 'render';
      readonly location: Location;
    }
  | { readonly kind: 'unknown'; readonly key: string; readonly location: Location };

export type ScreenState = {
  /** What is on screen; null before the first screen. It stays until the next one is ready. */
  readonly screen: Screen | null;
  readonly loading: boolean;
  /** Loads the current route again after a failure. */
  retry(): void;
  /** The screen threw while rendering. */
  broke(error: unknown): void;
};

/** Healing is fetched when something failed; where it cannot be had, nothing is healed. */
const heal = (...failure: Parameters<typeof import('../federation/heal.ts').heal>): Promise<boolean> =>
  import('../federation/heal.ts').then(
    (healing) => healing.heal(...failure),
    () => false,
  );

const isHostPage = (path: string) => Object.hasOwn(HOST_PAGES, path);

/** Follows the location: decides what it means, loads it, and swaps the screen when it is there. */
export function useScreen(release: Release, session: SessionOwner): ScreenState {
  const location = useLocation();
  const direction: Direction = useNavigationType() === 'POP' ? 'back' : 'forward';
  const [screen, setScreen] = useState<Screen | null>(null);
  const [loading, setLoading] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const shown = useRef<Screen | null>(null);
  const lastAttempt = useRef(attempt);

  const show = useCallback(
    (next: Screen) => {
      shown.current = next;
      setScreen(next);
      setLoading(false);
      release.settle();
    },
    [release],
  );

  useEffect(() => {
    release.adopt();
    // A page that has swapped many versions is heavy; between two screens nobody minds that it loads anew.
    if (release.isWorn() && navigator.onLine) return window.location.reload();
    const retrying = lastAttempt.current !== attempt;
    lastAttempt.current = attempt;
    const resolution: Resolution = resolvePage(
      location.pathname,
      isHostPage,
      release.current(),
      bus.last('session') ?? null,
    );
    if (resolution.kind === 'unknown') return show({ kind: 'unknown', key: location.key, location });
    if (resolution.kind === 'closed') return session.sendAway(resolution.why, location.pathname + location.search);

    const key = screenKey(resolution);
    const before = shown.current;
    if (!retrying && before?.kind === 'page' && before.key === key) return show({ ...before, location });

    // The first screen's navigation is that of the page.
    const began = before === null ? 0 : performance.now();
    let current = true;
    const finish = (next: Screen) => {
      if (!current) return;
      current = false;
      clearTimeout(slow);
      clearTimeout(late);
      show(next);
    };
    const remote = resolution.kind === 'remote' ? resolution.remote : null;
    const fail = (reason: 'load' | 'timeout') => finish({ kind: 'failed', key: `${key}#${attempt}`, reason, location });
    const healOrFail = async (error: unknown) => {
      console.error(error);
      const healed = remote !== null && (await heal(release, remote, error, 'loading'));
      if (!current) return;
      if (healed) setAttempt((n) => n + 1);
      else fail('load');
    };
    const slow = setTimeout(() => setLoading(true), SHOW_LOADING_AFTER);
    const late = setTimeout(() => fail('timeout'), GIVE_UP_AFTER);
    loadPage(resolution).then(
      (component) =>
        finish({ kind: 'page', key, component, location, direction, remote, took: performance.now() - began }),
      healOrFail,
    );
    return () => {
      current = false;
      clearTimeout(slow);
      clearTimeout(late);
    };
    // The direction belongs to the location; a change of it alone is no navigation.
  }, [location, attempt, release, session, show, direction]);

  const retry = useCallback(() => setAttempt((n) => n + 1), []);
  const broke = useCallback(
    async (error: unknown) => {
      console.error(error);
      const { current } = shown;
      if (current?.kind !== 'page') return;
      const healed = current.remote !== null && (await heal(release, current.remote, error, 'rendering'));
      if (shown.current !== current) return;
      if (healed) retry();
      else show({ kind: 'failed', key: `${current.key}#broke`, reason: 'render', location: current.location });
    },
    [show, release, retry],
  );
  return { screen, loading, retry, broke };
}
