/** A screen that was opened: it keeps its place and what was typed on it until it is left by the way back. */
export type Entry = { readonly id: number; readonly url: string };

type Step = { readonly tab: string; readonly entry: Entry };

/** One stack of entries for each tab, and which entry each step of the browser's history shows. */
export type Stacks = {
  /** Path of the tab in front. */
  readonly tab: string;
  /** By tab; the last entry of a stack is the one that its tab shows. */
  readonly stacks: Readonly<Record<string, readonly Entry[]>>;
  readonly steps: Readonly<Record<number, Step>>;
  /** The step of the browser's history that is shown. */
  readonly step: number;
  readonly nextId: number;
};

/** What the shell writes beside a step of the history, to know why it was made. */
export type Purpose = {
  /** The user chose this tab. */
  readonly tab?: string;
  /** One step back, or all the way, where the history has another step in between. */
  readonly back?: 'one' | 'root';
  /** How many sheets and dialogs lie over the screen. */
  readonly cover?: number;
  /** Takes the place of such a step, and comes after the screen below it. */
  readonly overCover?: boolean;
  /** Opened from this entry, a list beside the screen in front: it takes the place of what was opened from there before. */
  readonly from?: number | undefined;
};

export type Move = {
  readonly kind: 'push' | 'replace' | 'pop';
  readonly step: number;
  readonly url: string;
  readonly purpose: Purpose;
};

/** Where a new screen comes from. */
export type Motion = 'forward' | 'back' | 'none';

export type Moved = { readonly stacks: Stacks; readonly entry: Entry; readonly motion: Motion };

const pathOf = (url: string): string => url.split('?')[0] as string;

export const startOf = (home: string): Stacks => ({ tab: home, stacks: {}, steps: {}, step: -1, nextId: 1 });

export const stackOf = ({ stacks }: Stacks, tab: string): readonly Entry[] => stacks[tab] ?? [];

export const topOf = (stacks: Stacks, tab: string = stacks.tab): Entry | undefined => stackOf(stacks, tab).at(-1);

/** Whether the way back of the tab in front leads to an entry. */
export const isBelow = (stacks: Stacks, id: number): boolean =>
  stackOf(stacks, stacks.tab)
    .slice(0, -1)
    .some((entry) => entry.id === id);

/** Whether some tab still leads back to an entry. */
export const holds = ({ stacks }: Stacks, id: number): boolean =>
  Object.values(stacks).some((stack) => stack.some((entry) => entry.id === id));

type Arrived = {
  readonly state: Stacks;
  readonly tab: string;
  readonly stack: readonly Entry[];
  readonly motion: Motion;
};

const opened = (state: Stacks, url: string): { readonly entry: Entry; readonly state: Stacks } => ({
  entry: { id: state.nextId, url },
  state: { ...state, nextId: state.nextId + 1 },
});

/** Opens the first screen of a tab: as it was left where the address is the same. */
function toRoot(before: Stacks, tab: string, url: string): Arrived {
  const known = stackOf(before, tab)[0];
  const motion = tab === before.tab && stackOf(before, tab).length > 1 ? 'back' : 'none';
  if (known?.url === url) return { state: before, tab, stack: [known], motion };
  const { state, entry } = opened(before, url);
  return { state, tab, stack: [entry], motion };
}

function push(before: Stacks, { url, purpose }: Move, isTab: (path: string) => boolean): Arrived {
  const { tab } = purpose;
  if (tab !== undefined) {
    const stack = stackOf(before, tab);
    return stack.length > 0 ? { state: before, tab, stack, motion: 'none' } : toRoot(before, tab, url);
  }
  if (isTab(pathOf(url))) return toRoot(before, pathOf(url), url);
  const { state, entry } = opened(before, url);
  const stack = stackOf(state, state.tab);
  const list = stack.findIndex(({ id }) => id === purpose.from);
  return { state, tab: state.tab, stack: [...stack.slice(0, list + 1 || undefined), entry], motion: 'forward' };
}

function replace(before: Stacks, move: Move, isTab: (path: string) => boolean): Arrived {
  const { url, purpose } = move;
  const { tab } = before;
  const stack = stackOf(before, tab);
  const top = stack.at(-1);
  if (purpose.back !== undefined) {
    const left = purpose.back === 'root' ? stack.slice(0, 1) : stack.slice(0, -1);
    return left.at(-1)?.url === url
      ? { state: before, tab, stack: left, motion: 'back' }
      : { ...toRoot(before, tab, url), motion: 'back' };
  }
  if (top && pathOf(top.url) === pathOf(url)) {
    return { state: before, tab, stack: [...stack.slice(0, -1), { ...top, url }], motion: 'none' };
  }
  const without: Stacks = { ...before, stacks: { ...before.stacks, [tab]: stack.slice(0, -1) } };
  if (!isTab(pathOf(url))) return push(without, move, isTab);
  const arrived = toRoot(without, pathOf(url), url);
  return { ...arrived, motion: pathOf(url) === tab ? 'back' : 'none' };
}

function pop(before: Stacks, { step, url }: Move, isTab: (path: string) => boolean): Arrived {
  const known = before.steps[step];
  if (!known) {
    // A step from before the page was loaded again.
    if (isTab(pathOf(url))) return toRoot(before, pathOf(url), url);
    const { state, entry } = opened(before, url);
    const forward = step > before.step && before.step >= 0;
    const stack = forward ? [...stackOf(state, state.tab), entry] : [entry];
    return { state, tab: state.tab, stack, motion: before.step < 0 ? 'none' : forward ? 'forward' : 'back' };
  }
  const stack = stackOf(before, known.tab);
  const at = stack.findIndex(({ id }) => id === known.entry.id);
  const motion = known.tab !== before.tab ? 'none' : step < before.step ? 'back' : 'forward';
  return {
    state: before,
    tab: known.tab,
    stack: at >= 0 ? stack.slice(0, at + 1) : [...stack, known.entry],
    motion: at === stack.length - 1 && known.tab === before.tab ? 'none' : motion,
  };
}

/** Follows one move of the browser's history. */
export function follow(before: Stacks, move: Move, isTab: (path: string) => boolean): Moved {
  const { kind, step, purpose } = move;
  const top = topOf(before);
  const steps = Object.fromEntries(
    Object.entries(before.steps).filter(([known]) => kind !== 'push' || Number(known) < step),
  );
  if (purpose.cover && kind !== 'pop' && top) {
    const stacks = { ...before, step, steps: { ...steps, [step]: { tab: before.tab, entry: top } } };
    return { stacks, entry: top, motion: 'none' };
  }
  const known = { ...before, steps };
  const arrived =
    kind === 'pop'
      ? pop(known, move, isTab)
      : kind === 'push' || purpose.overCover
        ? push(known, move, isTab)
        : replace(known, move, isTab);
  const { state, tab, stack, motion } = arrived;
  const entry = stack.at(-1) as Entry;
  return {
    stacks: {
      ...state,
      tab,
      stacks: { ...state.stacks, [tab]: stack },
      steps: { ...state.steps, [step]: { tab, entry } },
      step,
    },
    entry,
    motion,
  };
}

/** Drops all screens but the current one: another user must not see what this one opened. */
export function forget(before: Stacks): Stacks {
  const top = topOf(before);
  return top
    ? { ...before, stacks: { [before.tab]: [top] }, steps: { [before.step]: { tab: before.tab, entry: top } } }
    : before;
}

/** How the way back is taken: so many steps of the browser's history, or another address in the place of this one. */
export type Way =
  | { readonly steps: number }
  | { readonly url: string; readonly purpose: Purpose }
  /** There is nothing to go back to. */
  | null;

function wayTo(stacks: Stacks, entry: Entry, depth: number, purpose: Purpose): Way {
  const step = stacks.steps[stacks.step - depth];
  return step?.entry.id === entry.id ? { steps: -depth } : { url: entry.url, purpose };
}

/** To the screen below in the same tab; from a screen that was opened directly, to the tab's first. */
export function wayBack(stacks: Stacks): Way {
  const stack = stackOf(stacks, stacks.tab);
  const below = stack.at(-2);
  if (below) return wayTo(stacks, below, 1, { back: 'one' });
  return pathOf(stack[0]?.url ?? '') === stacks.tab ? null : { url: stacks.tab, purpose: { back: 'root' } };
}

/** To the first screen of the tab in front. */
export function wayToRoot(stacks: Stacks): Way {
  const stack = stackOf(stacks, stacks.tab);
  const [root] = stack;
  return root && stack.length > 1 ? wayTo(stacks, root, stack.length - 1, { back: 'root' }) : null;
}
