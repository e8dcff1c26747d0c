import { bus } from '@tessera/bus';
import { isOnline } from '@tessera/device';
import type { ReleasedRemote } from '@tessera/manifest';
import { type Location, useLocation, useNavigationType } from '@tessera/router';
import { type ComponentType, startTransition, useCallback, useEffect, useRef, useState } from 'react';
import type { Release } from '../federation/release.ts';
import { HOST_PAGES } from '../pages/routes.ts';
import type { SessionOwner } from '../session/session.ts';
import { keepScreens } from './keep-screens.ts';
import { isFirst, isGone, isOutdated, loadAnew } from './load-anew.ts';
import type { Arrival, Navigator } from './navigation/navigator.ts';
import type { Motion } from './navigation/stacks.ts';
import { loadPage, screenKey } from './page-loader.ts';
import { type Resolution, resolvePage } from './resolve-page.ts';

/** ms before the user sees that a page is on its way. */
const SHOW_LOADING_AFTER = 200;
/** ms after which a page that does not come has failed. */
const GIVE_UP_AFTER = 60_000;
type Shown = {
  readonly key: string;
  /** The entry of the navigation that it belongs to. */
  readonly entry: number;
  readonly location: Location;
  /** The try at which it was loaded. */
  readonly attempt: number;
};

export type PageScreen = Shown & {
  readonly kind: 'page';
  readonly component: ComponentType;
  readonly motion: Motion;
  /** Whose screen it is; null for a page of the host. */
  readonly remote: ReleasedRemote | null;
  /** ms from the navigation to the screen. */
  readonly took: number;
};

export type Screen =
  | PageScreen
  | (Shown & { readonly kind: 'failed'; readonly reason: 'load' | 'timeout' | 'render' })
  | (Shown & { readonly kind: 'unknown' });

export type ScreenState = {
  /** What is on screen; null before the first screen. It stays until the next one is ready. */
  readonly screen: Screen | null;
  /** Screens that the user comes back to, the present one included: those that are not shown stay mounted, hidden. */
  readonly kept: readonly PageScreen[];
  readonly loading: boolean;
  /** Loads the current route again after a failure. */
  retry(): void;
  /** A screen threw while rendering. */
  broke(error: unknown, screen: PageScreen): void;
};

/** Healing is there before something fails; where it cannot be had, nothing is healed. */
const heal = (...failure: Parameters<typeof import('../federation/heal.ts').heal>): Promise<boolean> =>
  import(/* webpackChunkName: "after-screen" */ '../federation/heal.ts').then(
    (healing) => healing.heal(...failure),
    () => false,
  );

const isHostPage = (path: string) => Object.hasOwn(HOST_PAGES, path);

/** Follows the location: decides what it means, loads it, and swaps the screen when it is there. */
export function useScreen(release: Release, session: SessionOwner, navigator: Navigator): ScreenState {
  const location = useLocation();
  const type = useNavigationType();
  const [screen, setScreen] = useState<Screen | null>(null);
  const [kept, setKept] = useState<readonly PageScreen[]>([]);
  const [loading, setLoading] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const shown = useRef<Screen | null>(null);
  const known = useRef<readonly PageScreen[]>([]);
  const lastAttempt = useRef(attempt);
  const seen = useRef<Location>(null);
  const arrival = useRef<Arrival>(null);

  const keep = useCallback((next: readonly PageScreen[]) => {
    known.current = next;
    setKept(next);
  }, []);
  const show = useCallback(
    (next: Screen) => {
      shown.current = next;
      setScreen(next);
      keep(keepScreens(known.current, next, (entry) => navigator.holds(entry), release.current()));
      setLoading(false);
      release.settle();
    },
    [keep, release, navigator],
  );

  useEffect(() => {
    // A slash at the end belongs to no address, but people and tools add one.
    const path = location.pathname.replace(/(.)\/+$/, '$1');
    if (path !== location.pathname) return window.location.replace(`#${path}${location.search}`);
    const retrying = lastAttempt.current !== attempt;
    lastAttempt.current = attempt;
    if (seen.current !== location) {
      seen.current = location;
      const arrived = navigator.arrive(location, type);
      if (arrived) arrival.current = arrived;
      // Only what lies over the screen has changed; a screen that is still on its way goes on.
      else if (!retrying && shown.current?.entry === arrival.current?.entry.id) return;
    }
    if (!arrival.current) return;
    const { entry, motion } = arrival.current;
    release.adopt();
    // A page that has swapped many versions uses much memory, and files of a former host may be gone.
    if (isOnline() && (release.isWorn() || isOutdated(release))) return loadAnew();
    const resolution: Resolution = resolvePage(
      location.pathname,
      isHostPage,
      release.current(),
      bus.last('session') ?? null,
    );
    const at = { entry: entry.id, location, attempt };
    if (resolution.kind === 'unknown') return show({ kind: 'unknown', key: `unknown ${entry.id}`, ...at });
    if (resolution.kind === 'closed') return session.sendAway(resolution.why, location.pathname + location.search);

    const key = `${screenKey(resolution)} ${entry.id}`;
    const before = known.current.find((page) => page.key === key);
    if (!retrying && before) {
      const stays = shown.current?.key === key;
      return show({ ...before, location, motion: stays ? before.motion : motion, took: 0 });
    }

    // The first screen's navigation is that of the page.
    const began = shown.current === null ? 0 : performance.now();
    let current = true;
    const finish = (next: Screen) => {
      if (!current) return;
      current = false;
      clearTimeout(slow);
      clearTimeout(late);
      // Until the first screen is there, no input can be late: it is drawn in short tasks.
      if (shown.current === null) startTransition(() => show(next));
      else show(next);
    };
    const remote = resolution.kind === 'remote' ? resolution.remote : null;
    const fail = (reason: 'load' | 'timeout') => finish({ kind: 'failed', key: `${key}#${attempt}`, reason, ...at });
    const healOrFail = async (error: unknown) => {
      console.error(error);
      const healed = await heal(release, { key, remote }, error, 'loading');
      if (!current) return;
      if (healed) return setAttempt((n) => n + 1);
      const gone = await isGone(release);
      if (!current) return;
      if (gone && isFirst(release)) loadAnew();
      else fail('load');
    };
    const slow = setTimeout(() => setLoading(true), SHOW_LOADING_AFTER);
    const late = setTimeout(() => fail('timeout'), GIVE_UP_AFTER);
    loadPage(resolution).then(
      (component) => finish({ kind: 'page', key, component, motion, remote, took: performance.now() - began, ...at }),
      healOrFail,
    );
    return () => {
      current = false;
      clearTimeout(slow);
      clearTimeout(late);
    };
    // The type belongs to the location; a change of it alone is no navigation.
  }, [location, attempt, release, session, show, type, navigator]);

  useEffect(() => {
    let uid = bus.last('session')?.user.uid;
    return bus.on('session', (next) => {
      if (next?.user.uid === uid) return;
      uid = next?.user.uid;
      navigator.forget();
      keep(known.current.filter(({ key }) => key === shown.current?.key));
    });
  }, [navigator, keep]);

  const retry = useCallback(() => setAttempt((n) => n + 1), []);
  // Screens of a remote that is being built open with the release that brings it.
  useEffect(
    () =>
      release.subscribe(() => {
        const { current } = shown;
        if (current?.kind === 'page' && current.remote?.entry === '') retry();
      }),
    [release, retry],
  );
  const broke = useCallback(
    async (error: unknown, broken: PageScreen) => {
      console.error(error);
      keep(known.current.filter(({ key }) => key !== broken.key));
      // One that threw while it was hidden or left is mounted again when it is opened again.
      const { current } = shown;
      if (current?.kind !== 'page' || current.key !== broken.key) return;
      const healed = await heal(release, current, error, 'rendering');
      if (shown.current !== current) return;
      if (healed) retry();
      else show({ ...current, kind: 'failed', key: `${current.key}#broke`, reason: 'render' });
    },
    [show, release, retry, keep],
  );
  return { screen, kept, loading, retry, broke };
}
