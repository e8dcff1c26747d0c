import type { FastifyBaseLogger } from 'fastify';
import { OutcomeUnknown, type Sql } from '../db/database.ts';
import { isStalePlan } from '../db/statements.ts';
import { isUnavailable } from '../db/unavailable.ts';
import { LeaseLost } from './lease.ts';
import { Unreached } from './unreached.ts';

/*
 * How a job works through what users have. A row that one of them made, and that cannot be processed, stops those of no other: it
 * is logged with its id, counted, set aside for a while, and all others go on. What is set aside is in memory alone: another
 * node, or this one after a restart, tries it at once. Where order or money depends on it, a job writes it down as well.
 */

/** ms for which an item is set aside by its first failure; twice as long by each further one. */
const FIRST_PAUSE = 5_000;
const LONGEST_PAUSE = 900_000;
/** Items that are remembered of a job; for one more, the one that was set aside first is tried again. */
const MOST_ASIDE = 10_000;

export type JobItems = {
  /**
   * Works through items, each alone. One that fails is set aside, and those after it go on. Ends early where the node stops.
   * Rejects with what ends the run: `LeaseLost`, `Unreached`, a database that takes nothing. Returns how many were done.
   */
  each<T>(
    kind: string,
    items: readonly T[],
    idOf: (item: T) => string,
    work: (item: T) => Promise<unknown>,
  ): Promise<number>;
  /** The same of work that takes many at once: where it fails, it is done for one half, then the other, down to one item. */
  together<T>(
    kind: string,
    items: readonly T[],
    idOf: (item: T) => string,
    work: (items: readonly T[]) => Promise<unknown>,
  ): Promise<number>;
  /**
   * The same inside of a transaction that has to take all of them, by savepoints: what failed left nothing, and the rest
   * commits with the transaction. Returns the items that are left.
   */
  within<T>(
    tx: Sql,
    kind: string,
    items: readonly T[],
    idOf: (item: T) => string,
    work: (items: readonly T[]) => Promise<unknown>,
  ): Promise<readonly T[]>;
  /** `together`, page by page until nothing is found. `find` leaves the given ids out, so that they take no place of others. */
  pages<T>(
    kind: string,
    find: (aside: readonly string[]) => Promise<readonly T[]>,
    idOf: (item: T) => string,
    work: (items: readonly T[]) => Promise<unknown>,
  ): Promise<number>;
  /** Ids of a kind that are set aside now, for a query with a limit. */
  aside(kind: string): readonly string[];
};

export type ItemReport = { readonly job: string; readonly kind: string };

export type ItemMemoryOptions = {
  readonly job: string;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  readonly signal: AbortSignal;
  /** Called for each failure of an item. */
  readonly onItemFailed?: ((report: ItemReport) => void) | undefined;
  /** Monotonic, ms. */
  readonly clock?: (() => number) | undefined;
};

/** After these PostgreSQL wants the whole transaction again. */
const REPEATED = new Set(['40001', '40P01', '55P03']);
const isRepeated = (error: unknown): boolean =>
  isStalePlan(error) || (error instanceof Error && 'code' in error && REPEATED.has(String(error.code)));

/** Whether an error is not about an item: nothing else would be done either, or may be done by this node. */
export function endsRun(error: unknown): boolean {
  if (error instanceof LeaseLost || error instanceof Unreached || error instanceof OutcomeUnknown) return true;
  if (error instanceof AggregateError && error.errors.some(endsRun)) return true;
  return isUnavailable(error);
}

const half = (some: readonly unknown[]): number => Math.ceil(some.length / 2);

/** What a job on this node remembers of its items. */
export function createItems({ job, log, signal, onItemFailed, clock = () => performance.now() }: ItemMemoryOptions): {
  readonly items: JobItems;
  /** Forgets all: another node has the job. */
  readonly forget: () => void;
} {
  const failed = new Map<string, { readonly kind: string; readonly id: string; tries: number; until: number }>();
  const keyOf = (kind: string, id: string): string => `${kind} ${id}`;

  const isAside = (kind: string, id: string): boolean => (failed.get(keyOf(kind, id))?.until ?? 0) > clock();

  function setAside(kind: string, id: string): { readonly tries: number; readonly pause: number } {
    const tries = (failed.get(keyOf(kind, id))?.tries ?? 0) + 1;
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(tries - 1, 20));
    failed.delete(keyOf(kind, id));
    if (failed.size >= MOST_ASIDE) {
      for (const [key, { until }] of failed) if (until + LONGEST_PAUSE < clock()) failed.delete(key);
      const [oldest] = failed.keys();
      if (failed.size >= MOST_ASIDE && oldest !== undefined) failed.delete(oldest);
    }
    failed.set(keyOf(kind, id), { kind, id, tries, until: clock() + pause });
    return { tries, pause };
  }

  function fail(kind: string, id: string, err: unknown): void {
    const { tries, pause } = setAside(kind, id);
    log.error({ err, job, kind, item: id, tries, again: pause }, 'an item of a job failed; it is set aside');
    onItemFailed?.({ job, kind });
  }

  const done = (kind: string, id: string): void => void failed.delete(keyOf(kind, id));

  async function together<T>(
    kind: string,
    all: readonly T[],
    idOf: (item: T) => string,
    work: (items: readonly T[]) => Promise<unknown>,
  ): Promise<number> {
    const some = all.filter((item) => !isAside(kind, idOf(item)));
    const [first] = some;
    if (first === undefined || signal.aborted) return 0;
    try {
      await work(some);
    } catch (error) {
      if (endsRun(error)) {
        // Where it is this item that breaks the connection, the next run goes past it.
        if (some.length === 1 && !(error instanceof LeaseLost)) setAside(kind, idOf(first));
        throw error;
      }
      if (some.length > 1) {
        const before = await together(kind, some.slice(0, half(some)), idOf, work);
        return before + (await together(kind, some.slice(half(some)), idOf, work));
      }
      fail(kind, idOf(first), error);
      return 0;
    }
    for (const item of some) done(kind, idOf(item));
    return some.length;
  }

  async function within<T>(
    tx: Sql,
    kind: string,
    some: readonly T[],
    idOf: (item: T) => string,
    work: (items: readonly T[]) => Promise<unknown>,
  ): Promise<readonly T[]> {
    const [first] = some;
    if (first === undefined) return [];
    await tx.query('savepoint items');
    try {
      await work(some);
      // What is checked at the end of a transaction, the sum of a journal's entries for example, is checked here.
      await tx.query('set constraints all immediate');
      await tx.query('set constraints all deferred');
    } catch (error) {
      if (endsRun(error) || isRepeated(error)) throw error;
      await tx.query('rollback to savepoint items');
      await tx.query('release savepoint items');
      if (some.length > 1) {
        const left = await within(tx, kind, some.slice(0, half(some)), idOf, work);
        return [...left, ...(await within(tx, kind, some.slice(half(some)), idOf, work))];
      }
      fail(kind, idOf(first), error);
      return some;
    }
    await tx.query('release savepoint items');
    for (const item of some) done(kind, idOf(item));
    return [];
  }

  const items: JobItems = {
    together,
    within,
    async each(kind, some, idOf, work) {
      let count = 0;
      for (const item of some) count += await together(kind, [item], idOf, () => work(item));
      return count;
    },
    async pages(kind, find, idOf, work) {
      let count = 0;
      while (!signal.aborted) {
        const found = await find(items.aside(kind));
        const worked = await together(kind, found, idOf, work);
        count += worked;
        // All of a page were done, or are set aside by now: where more fail than are remembered, they would be found for ever.
        if (found.length === 0 || (worked === 0 && failed.size >= MOST_ASIDE)) break;
      }
      return count;
    },
    aside: (kind) =>
      [...failed.values()].filter((each) => each.kind === kind && each.until > clock()).map(({ id }) => id),
  };
  return { items, forget: () => failed.clear() };
}
