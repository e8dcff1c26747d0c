import { bus } from '@tessera/bus';
import { type Location, useLocation, useNavigationType } from '@tessera/router';
import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import { PageFailure } from '../federation/load-page.ts';
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

    let current = true;
    const finish = (next: Screen) => {
      if (!current) return;
      current = false;
      clearTimeout(slow);
      clearTimeout(late);
      show(next);
    };
    const fail = (reason: 'load' | 'timeout', error?: unknown) => {
      if (error) console.error(error);
      finish({ kind: 'failed', key: `${key}#${attempt}`, reason, location });
    };
    const slow = setTimeout(() => setLoading(true), SHOW_LOADING_AFTER);
    const late = setTimeout(() => fail('timeout'), GIVE_UP_AFTER);
    loadPage(resolution).then(
      (component) => finish({ kind: 'page', key, component, location, direction }),
      (error) => fail(error instanceof PageFailure && error.reason === 'timeout' ? 'timeout' : 'load', error),
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
    (error: unknown) => {
      console.error(error);
      const { current } = shown;
      if (current) show({ kind: 'failed', key: `${current.key}#broke`, reason: 'render', location: current.location });
    },
    [show],
  );
  return { screen, loading, retry, broke };
}
