import { type Interval, intervals } from '@tessera/api/rules';
import type { Database } from '../../db/database.ts';
import { nextOpening, openingOf } from '../../feed/kline-interval.ts';
import { addBarsOfAll } from '../bar-store.ts';
import { type Candle, gathered, PARTS_OF } from '../candles.ts';
import type { PriceSource } from '../price-source.ts';

/*
 * Bars of venues from before a symbol's first tick, so that its chart does not begin empty. They are no record: they have
 * no ticks and are not signed. Read once per symbol, while it has no bars of its own.
 */

/** What is read, and how many bars of it; the other intervals consist of these. */
export const BACK_FILLED: readonly (readonly [interval: '1m' | '15m' | '1h' | '1d', bars: number])[] = [
  ['1m', 1_500],
  ['15m', 300],
  ['1h', 300],
  ['1d', 300],
];

/** Finished bars of all intervals from those that were read: the shorter ones count where both exist. */
export function completed(
  read: ReadonlyMap<Interval, readonly Candle[]>,
  until: number,
): Map<Interval, readonly Candle[]> {
  const all = new Map<Interval, readonly Candle[]>([['1m', read.get('1m') ?? []]]);
  for (const [interval, parts] of PARTS_OF) {
    const longer = gathered(interval, all.get(parts) ?? []);
    // The first one may lack its beginning: the venue's own is whole.
    const second = longer[1]?.opening ?? Number.POSITIVE_INFINITY;
    const own = (read.get(interval) ?? []).filter(({ opening }) => opening < second);
    all.set(interval, [...own, ...longer.slice(1)]);
  }
  return new Map(
    [...all].map(([interval, bars]) => [interval, bars.filter((bar) => nextOpening(interval, bar.opening) <= until)]),
  );
}

export type BackFill = {
  readonly database: Database;
  readonly source: Pick<PriceSource, 'history'>;
  readonly symbols: readonly string[];
  /** Unix ms: only bars that ended by then are stored. */
  readonly now: number;
};

/** Fills the symbols that have no bars, one after the other. Returns those that got some. */
export async function backFill({ database, source, symbols, now }: BackFill): Promise<readonly string[]> {
  if (!source.history) return [];
  const until = openingOf('1m', now);
  const known = await database.query<{ symbol: string }>(
    'select symbol from market_symbol s where exists (select from market_bar b where b.symbol_id = s.id)',
  );
  const filled: string[] = [];
  for (const symbol of symbols) {
    if (known.some((each) => each.symbol === symbol)) continue;
    const read = new Map<Interval, readonly Candle[]>();
    for (const [interval, bars] of BACK_FILLED) {
      read.set(interval, await source.history(symbol, interval, bars, until));
    }
    const bars = completed(read, until);
    if (intervals.every((interval) => bars.get(interval)?.length === 0)) continue;
    const stored = await database.transaction(async (tx) => {
      await tx.query(`select pg_advisory_xact_lock(hashtext('market history'))`);
      const [row] = await tx.query<{ id: number; known: boolean }>(
        `with named as (
           insert into market_symbol (symbol) values ($1) on conflict (symbol) do update set symbol = excluded.symbol
           returning id)
         select id, exists (select from market_bar b where b.symbol_id = named.id) as known from named`,
        [symbol],
      );
      // Its own minutes are stored by now, or another node was faster.
      if (!row || row.known) return false;
      await addBarsOfAll(
        tx,
        intervals.map((interval) => [interval, new Map([[row.id, bars.get(interval) ?? []]])]),
      );
      return true;
    });
    if (stored) filled.push(symbol);
  }
  return filled;
}
