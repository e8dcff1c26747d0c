import {
  asScreenUrl,
  type Location,
  type Navigation,
  type OpenOptions,
  type ScreenUrl,
  screenUrl,
} from '@tessera/router';
import { createCovers } from './covers.ts';
import {
  type Entry,
  follow,
  forget,
  holds,
  isBelow,
  type Motion,
  type Move,
  type Purpose,
  type Stacks,
  startOf,
  topOf,
  type Way,
  wayBack,
  wayToRoot,
} from './stacks.ts';

export const HOME = screenUrl('/');
/** Another address of the same screen. */
export const HOME_ALIAS = screenUrl('/pages/index/index');

/** The router's own function, with what the shell writes beside a step. */
export type Navigate = {
  (url: string, options: { readonly replace: boolean; readonly state: Purpose }): void;
  (steps: number): void;
};

/** The browser's history as it is now, which the router's location follows later. */
export type BrowserHistory = {
  state(): { readonly idx?: number | null; readonly usr?: Purpose | null } | null;
  url(): string;
  /** Gives the present step its number: one that was made past the router (a typed address) has none. */
  number(step: number): void;
};

export type Arrival = { readonly entry: Entry; readonly motion: Motion };

/** Owns where the user is: the stack of each tab, and the sheets over the screen. */
export type Navigator = Omit<Navigation, 'open'> & {
  /** `from`: the entry of the list beside the screen in front that asks for it. */
  open(url: ScreenUrl, options?: OpenOptions & { readonly from?: number }): void;
  /** Follows a new location. Null where there is no other screen to show. */
  arrive(location: Location, type: 'PUSH' | 'REPLACE' | 'POP'): Arrival | null;
  /** A tap on an entry of the bottom bar. `atTop`: whether the screen is at its top. Returns what is left to do. */
  selectTab(path: string, atTop: boolean): 'scroll to top' | null;
  readonly tab: string;
  /** Whether the way back leads anywhere. */
  canGoBack(): boolean;
  /** Whether some tab still leads to an entry. */
  holds(entry: number): boolean;
  /** Whether the way back of the tab in front leads to an entry. */
  isBelow(entry: number): boolean;
  /** Forgets the places of the user before. */
  forget(): void;
};

export const browserHistory: BrowserHistory = {
  state: () => history.state as ReturnType<BrowserHistory['state']>,
  url: () => location.hash.slice(1) || '/',
  number: (step) =>
    history.replaceState(
      { usr: null, key: `typed-${step}-${Date.now().toString(36)}`, ...history.state, idx: step },
      '',
    ),
};

const KINDS = { PUSH: 'push', REPLACE: 'replace', POP: 'pop' } as const;

export function createNavigator(
  navigate: Navigate,
  /** The tab whose first screen a path is, by its own address or another one; null for every other screen. */
  tabPathOf: (path: string) => string | null,
  browser: BrowserHistory = browserHistory,
): Navigator {
  let stacks: Stacks = startOf(HOME);
  const purpose = (): Purpose => browser.state()?.usr ?? {};
  const covers = createCovers({
    depth: () => purpose().cover ?? 0,
    add: (cover) => navigate(browser.url(), { replace: false, state: { cover } }),
    go: (steps) => navigate(steps),
    // Called as a method, the browser rejects its own function.
    defer: (action) => queueMicrotask(action),
  });
  const take = (way: Way) => {
    if (way === null) return;
    if ('steps' in way) navigate(way.steps);
    else navigate(way.url, { replace: true, state: way.purpose });
  };

  const moveOf = (location: Location, type: keyof typeof KINDS): Move => {
    const url = (tabPathOf(location.pathname) ?? location.pathname) + location.search;
    const idx = browser.state()?.idx ?? null;
    if (idx !== null) return { kind: KINDS[type], step: idx, url, purpose: purpose() };
    const step = stacks.step + 1;
    browser.number(step);
    return { kind: 'push', step, url, purpose: {} };
  };

  return {
    arrive(location, type) {
      const move = moveOf(location, type);
      const { stacks: next, entry, motion } = follow(stacks, move, (path) => tabPathOf(path) === path);
      const before = topOf(stacks);
      stacks = next;
      const stays = covers.arrived();
      if (!stays || (move.purpose.cover && before?.id === entry.id)) return null;
      return { entry, motion };
    },
    open(url, { replace = false, from } = {}) {
      if (replace) return covers.leave(0, () => navigate(url, { replace: true, state: {} }));
      covers.leave(1, () => {
        const overCover = (purpose().cover ?? 0) > 0;
        navigate(url, { replace: overCover, state: overCover ? { overCover, from } : { from } });
      });
    },
    back() {
      if (covers.count > 0) navigate(-1);
      else covers.leave(0, () => take(wayBack(stacks)));
    },
    cover: covers.cover,
    selectTab(path, atTop) {
      if (path !== stacks.tab) {
        const url = asScreenUrl(topOf(stacks, path)?.url ?? path) ?? path;
        covers.leave(0, () => navigate(url, { replace: false, state: { tab: path } }));
        return null;
      }
      if (!atTop) return 'scroll to top';
      take(wayToRoot(stacks));
      return null;
    },
    get tab() {
      return stacks.tab;
    },
    canGoBack: () => covers.count === 0 && wayBack(stacks) !== null,
    holds: (entry) => holds(stacks, entry),
    isBelow: (entry) => isBelow(stacks, entry),
    forget() {
      stacks = forget(stacks);
    },
  };
}
