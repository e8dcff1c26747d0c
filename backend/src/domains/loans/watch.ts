import { COLLATERALS, LOAN_CURRENCY } from '@tessera/api/loans/rules';
import { max, min } from '@tessera/money';
import type { Database } from '../../platform/db/database.ts';
import type { Dependencies } from '../../platform/domain.ts';
import { endsRun } from '../../platform/jobs/items.ts';
import type { JobRun, RecurringJob } from '../../platform/jobs/job.ts';
import { indexPrices, recordedPrice } from '../../platform/market/tick-store.ts';
import { judge, type Point } from './liquidation.ts';
import { type Paused, type Prices, priceOf, symbolOf } from './prices.ts';
import { concerned, isWatched } from './store.ts';

/** ms between two looks. */
const EVERY = 1_000;
/** ms without a look after which the recorded prices of the time in between are judged as well. */
const MISSED = 5_000;
/** ms after which it is noted how far the prices were judged. */
const SAVED_EVERY = 2_000;
/** ms of recorded prices that are read at once, and that judge a loan which failed; and for which they are kept. */
const STRETCH = 6 * 3_600_000;
const KEPT_FOR = 7 * 24 * 3_600_000;

export type WatchParts = Prices & Pick<Dependencies, 'database'> & { readonly log: Pick<Dependencies['log'], 'warn'> };

type Cursor = { readonly judged_until: number; readonly paused: Paused | null };

async function cursorOf(database: Database, currency: string): Promise<Cursor | null> {
  const [row] = await database.query<Cursor>('select judged_until, paused from loan_watch where currency = $1', [
    currency,
  ]);
  return row ?? null;
}

const saveCursor = (
  database: Database,
  fence: JobRun['fence'],
  currency: string,
  { judged_until, paused }: Cursor,
): Promise<unknown> =>
  database.transaction(async (tx) => {
    await fence(tx);
    await tx.query(
      `insert into loan_watch (currency, judged_until, paused, paused_at)
       values ($1, $2, $3, case when $3::text is not null then $2::timestamptz end)
       on conflict (currency) do update
          set judged_until = excluded.judged_until, paused = excluded.paused,
              paused_at = case when excluded.paused is null then null
                               else coalesce(loan_watch.paused_at, excluded.paused_at) end`,
      [currency, new Date(judged_until), paused],
    );
  });

/** Recorded index prices after one time and up to another, oldest first; without those at which nothing could be sold. */
async function recorded({ database, catalogue }: WatchParts, currency: string, after: number, until: number) {
  const symbol = symbolOf(currency);
  const tick = catalogue.current().instrument(symbol)?.tick;
  if (tick === undefined) return [];
  const prices = (await indexPrices(database, [symbol], after + 1, until)).get(symbol) ?? [];
  return prices
    .filter(({ halted }) => !halted)
    .map((each): Point => ({ at: each.at, price: recordedPrice(each, tick) }));
}

const judgeOne = (
  parts: WatchParts,
  { fence }: JobRun,
  id: string,
  given: readonly Point[] | 'now',
): Promise<unknown> =>
  parts.database.transaction(async (tx) => {
    await fence(tx);
    await judge(tx, id, given, parts);
  });

/** Loans of a collateral that could not be judged, with the time after which no price has judged them, Unix ms. */
type Behind = Map<string, number>;

/** Judges loans that failed before by what was recorded since: a price that was reached then is not spared them. */
async function judgeBehind(parts: WatchParts, run: JobRun, currency: string, behind: Behind): Promise<void> {
  const aside = new Set(run.items.aside('loan'));
  const due = [...behind].filter(([id]) => !aside.has(id));
  if (due.length === 0) return;
  const now = parts.now();
  const from = Math.max(now - STRETCH, Math.min(...due.map(([, since]) => since)));
  const path = await recorded(parts, currency, from, now);
  const idOf = ([id]: (typeof due)[number]) => id;
  await run.items.each('loan', due, idOf, async ([id, since]) => {
    const own = path.filter(({ at }) => at > since);
    await judgeOne(parts, run, id, own);
    behind.delete(id);
  });
}

type Path = {
  readonly points: readonly Point[];
  readonly recorded: boolean;
  /** Prices up to this time have judged, Unix ms. */
  readonly after: number;
};

/** Judges the loans that a path of prices concerns, each in a transaction of its own: by the path, or by the price of then. */
async function judgePath(
  parts: WatchParts,
  run: JobRun,
  { currency, behind }: { readonly currency: string; readonly behind: Behind },
  { points, recorded: isRecorded, after }: Path,
): Promise<void> {
  const [first, ...rest] = points.map(({ price }) => price);
  if (first === undefined) return;
  const ids = await concerned(parts.database, currency, min(first, ...rest), max(first, ...rest));
  const judged = new Set<string>();
  await run.items.each('loan', ids, String, async (id) => {
    await judgeOne(parts, run, id, isRecorded ? points : 'now');
    judged.add(id);
  });
  for (const id of ids) if (!judged.has(id) && !behind.has(id)) behind.set(id, after);
}

async function watchOne(parts: WatchParts, run: JobRun, currency: string, behind: Behind): Promise<void> {
  const { database, log } = parts;
  const now = parts.now();
  const { price, paused } = priceOf(parts, currency);
  const cursor = await cursorOf(database, currency);
  if (paused !== null || price === null) {
    // What is recorded meanwhile is not judged later either.
    if (cursor?.paused !== paused && (await isWatched(database, currency))) {
      log.warn({ currency, paused }, 'loans are not judged');
    }
    await saveCursor(database, run.fence, currency, { judged_until: now, paused });
    for (const id of behind.keys()) behind.set(id, now);
    return;
  }
  // The loan's own currency has one price at all times.
  let after = (currency === LOAN_CURRENCY ? null : cursor)?.judged_until ?? now;
  after = Math.max(after, now - KEPT_FOR);
  if (!(await isWatched(database, currency))) after = now;
  await judgeBehind(parts, run, currency, behind);
  const of = { currency, behind };
  while (now - after > MISSED && !run.signal.aborted) {
    const until = Math.min(now, after + STRETCH);
    const points = await recorded(parts, currency, after, until);
    await judgePath(parts, run, of, { points, recorded: true, after });
    after = until;
    await saveCursor(database, run.fence, currency, { judged_until: after, paused: null });
  }
  await judgePath(parts, run, of, { points: [{ price, at: now }], recorded: false, after });
  if (currency === LOAN_CURRENCY) return;
  if (cursor === null || cursor.paused !== null || now - cursor.judged_until >= SAVED_EVERY) {
    await saveCursor(database, run.fence, currency, { judged_until: now, paused: null });
  }
}

/** Judges all loans by the index, each second: warnings and liquidations. */
export function watchJob(parts: WatchParts): RecurringJob {
  const behind = new Map(COLLATERALS.map((currency): [string, Behind] => [currency, new Map()]));
  return {
    name: 'loans-watch',
    every: EVERY,
    exclusive: true,
    items: ['loan'],
    async run(run) {
      const failed: unknown[] = [];
      for (const [currency, own] of behind) {
        if (run.signal.aborted) return;
        await watchOne(parts, run, currency, own).catch((error: unknown) => {
          if (endsRun(error)) throw error;
          // What fails for a currency must not hold up the loans in others.
          failed.push(error);
        });
      }
      if (failed.length > 0)
        throw new AggregateError(failed, `loans in ${failed.length} currencies could not be judged`);
    },
  };
}
