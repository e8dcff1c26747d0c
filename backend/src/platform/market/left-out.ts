import type { FastifyBaseLogger } from 'fastify';

/*
 * What a step of the market fails by is found, and left out of the steps: users whose rows the database refuses, or for whom
 * a client throws, and symbols that cannot be quoted or recorded. All others go on trading. What is left out waits as it
 * is, and is tried again.
 */

/** ms until what is left out is tried again; doubled each time the step fails by it again. */
const FIRST_PAUSE = 1_000;
/**
 * Tries are at whole multiples of their pause, so that what waits equally long is tried in one step: at most two pauses
 * later.
 */
const LONGEST_PAUSE = 30_000;
/** Rehearsals of a step to find what it fails by, and ms for them: commands wait meanwhile. */
const REHEARSALS = 48;
const SEARCHES_FOR = 3_000;
/** Names of what is left out in a line of the log. */
const NAMED = 20;

export type Part = { readonly kind: 'user' | 'symbol'; readonly id: string };

export type LeftOut = { readonly users: ReadonlySet<string>; readonly symbols: ReadonlySet<string> };

export const NOTHING_LEFT_OUT: LeftOut = { users: new Set(), symbols: new Set() };

const idsOf = (parts: readonly Part[], kind: Part['kind']): ReadonlySet<string> =>
  new Set(parts.flatMap((part) => (part.kind === kind ? [part.id] : [])));

/** These parts besides what is left out already. */
export const alsoLeftOut = ({ users, symbols }: LeftOut, parts: readonly Part[]): LeftOut => ({
  users: new Set([...users, ...idsOf(parts, 'user')]),
  symbols: new Set([...symbols, ...idsOf(parts, 'symbol')]),
});

/**
 * A least set of parts without which `works` resolves with true: it fails with any one of them back. An empty one where it
 * works with all of them. Those of the first groups are left out rather than those of later ones. Null where it fails
 * without all of them. Once `goesOn` is false it is not tried any more, and more is left out than need be: what is
 * returned is known to work all the same.
 *
 * Of n parts of which k are at fault it takes about 2k log₂(n ÷ k) tries (QuickXplain, Junker 2004).
 */
export async function leastLeftOut<T>(
  groups: readonly (readonly T[])[],
  works: (leftOut: readonly T[]) => Promise<boolean>,
  goesOn: () => boolean = () => true,
): Promise<readonly T[] | null> {
  const tried = async (leftOut: readonly T[]): Promise<boolean> => goesOn() && works(leftOut);

  /** Which of these have to be left out besides `base`, which is not enough; with all of them it is. */
  async function least(base: readonly T[], among: readonly (readonly T[])[]): Promise<readonly T[]> {
    const [first, ...rest] = halves(among);
    if (!first || rest.length === 0 || !goesOn()) return among.flat();
    if (await tried([...base, ...first])) return least(base, [first]);
    const ofRest = await least([...base, ...first], rest);
    if (await tried([...base, ...ofRest])) return ofRest;
    return [...(await least([...base, ...ofRest], [first])), ...ofRest];
  }

  if (await works([])) return [];
  const all = groups.filter((group) => group.length > 0);
  if (all.length === 0) return null;
  return (await works(all.flat())) ? least([], all) : null;
}

/** Groups as they are, one group as its halves. */
function halves<T>(groups: readonly (readonly T[])[]): readonly (readonly T[])[] {
  const [only = []] = groups;
  if (groups.length !== 1 || only.length < 2) return groups;
  const middle = Math.ceil(only.length / 2);
  return [only.slice(0, middle), only.slice(middle)];
}

/** A step that failed. */
type Failed = {
  readonly error: unknown;
  /** Unix ms. */
  readonly now: number;
  /** What it was tried with again. */
  readonly due: readonly Part[];
  /** Users whose accounts it would have written. */
  readonly written: readonly string[];
  /** All users for whom it may do something. */
  readonly traders: readonly string[];
  /** The symbols whose market is open. */
  readonly open: readonly string[];
  /** Whether it can be recorded without these; nothing of it is kept. */
  readonly works: (leftOut: LeftOut) => Promise<boolean>;
};

export type LeftOutParts = {
  /** What is left out now; another object after each change. */
  current(): LeftOut;
  /** What of it is to be tried again. */
  due(now: number): readonly Part[];
  /** When a user is tried again at the earliest, Unix ms; null for one who is not left out. */
  until(userId: string): number | null;
  /** The same without these. */
  without(parts: readonly Part[]): LeftOut;
  /**
   * Finds what a step fails by and leaves it out, for longer than before where it was. `passed`: the step works as it was
   * tried. `nothing helps`, or only that no symbol is open. Rejects with what `works` rejects with.
   */
  find(failed: Failed): Promise<'left out' | 'passed' | 'nothing helps'>;
  /** A step was committed with these. */
  takeBack(parts: readonly Part[]): void;
};

/** @param monotonic ms of this process since any moment. */
export function leftOutParts(
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
  monotonic = () => performance.now(),
): LeftOutParts {
  const waits = new Map<string, { readonly part: Part; readonly pause: number; readonly until: number }>();
  let current = NOTHING_LEFT_OUT;
  const keyOf = ({ kind, id }: Part): string => `${kind} ${id}`;
  const changed = (): void => {
    current = alsoLeftOut(
      NOTHING_LEFT_OUT,
      [...waits.values()].map(({ part }) => part),
    );
  };
  const named = (parts: readonly Part[]) => ({
    users: [...idsOf(parts, 'user')].slice(0, NAMED),
    symbols: [...idsOf(parts, 'symbol')].slice(0, NAMED),
    count: parts.length,
  });

  function without(parts: readonly Part[]): LeftOut {
    if (parts.length === 0) return current;
    const [users, symbols] = [idsOf(parts, 'user'), idsOf(parts, 'symbol')];
    return {
      users: new Set([...current.users].filter((id) => !users.has(id))),
      symbols: new Set([...current.symbols].filter((id) => !symbols.has(id))),
    };
  }

  /** Each part once, in the first group that has it. */
  function* suspects({ due, written, traders, open }: Failed, out: LeftOut): Generator<readonly Part[]> {
    const seen = new Set([
      ...[...out.users].map((id) => keyOf({ kind: 'user', id })),
      ...[...out.symbols].map((id) => keyOf({ kind: 'symbol', id })),
    ]);
    const users = (ids: readonly string[]) => ids.map((id): Part => ({ kind: 'user', id }));
    for (const group of [
      due.filter(({ kind }) => kind === 'user'),
      users(written),
      users(traders),
      due.filter(({ kind }) => kind === 'symbol'),
      open.map((id): Part => ({ kind: 'symbol', id })),
    ]) {
      yield group.filter((part) => {
        const key = keyOf(part);
        return !seen.has(key) && seen.add(key);
      });
    }
  }

  return {
    current: () => current,
    due: (now) => [...waits.values()].flatMap(({ part, until }) => (now >= until ? [part] : [])),
    until: (userId) => waits.get(keyOf({ kind: 'user', id: userId }))?.until ?? null,
    without,
    async find(failed) {
      const { error, due, now, open, works } = failed;
      const others = without(due);
      const end = monotonic() + SEARCHES_FOR;
      let rehearsals = 0;
      const found = await leastLeftOut(
        [...suspects(failed, others)],
        (parts) => {
          rehearsals++;
          return works(alsoLeftOut(others, parts));
        },
        () => rehearsals < REHEARSALS && monotonic() < end,
      );
      if (!found) return 'nothing helps';
      const { symbols } = alsoLeftOut(others, found);
      if (symbols.size > 0 && open.every((symbol) => symbols.has(symbol))) return 'nothing helps';
      const back = due.filter((part) => !found.includes(part));
      for (const part of back) waits.delete(keyOf(part));
      for (const part of found) {
        const before = waits.get(keyOf(part));
        const pause = before ? Math.min(LONGEST_PAUSE, before.pause * 2) : FIRST_PAUSE;
        waits.set(keyOf(part), { part, pause, until: (Math.floor(now / pause) + 2) * pause });
      }
      changed();
      if (back.length > 0) log.warn(named(back), 'what a step failed by takes part again');
      if (found.length === 0) {
        log.warn({ err: error }, 'what a step failed by has passed');
        return 'passed';
      }
      log.error({ err: error, ...named(found) }, 'the market goes on without what a step fails by');
      return 'left out';
    },
    takeBack(parts) {
      if (parts.length === 0) return;
      for (const part of parts) waits.delete(keyOf(part));
      changed();
      log.warn(named(parts), 'what a step failed by takes part again');
    },
  };
}
