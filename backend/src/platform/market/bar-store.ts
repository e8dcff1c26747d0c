import type { Interval } from '@tessera/api/rules';
import type { Sql } from '../db/database.ts';
import type { BarQuery } from '../feed/feed.ts';
import { nextOpening } from '../feed/kline-interval.ts';
import { type Candle, decodeCandles, encodeCandles, rowOf } from './candles.ts';

/** Finished bars by the id of their symbol, oldest first. */
export type BarsOf = ReadonlyMap<number, readonly Candle[]>;

/** Adds finished bars to those that are stored. Bars of a time that is stored already are left out. */
export const addBars = (tx: Sql, interval: Interval, bars: BarsOf): Promise<void> =>
  addBarsOfAll(tx, [[interval, bars]]);

/** The same of several intervals, in one statement. */
export async function addBarsOfAll(tx: Sql, all: Iterable<readonly [Interval, BarsOf]>): Promise<void> {
  const spans: Interval[] = [];
  const ids: number[] = [];
  const openings: Date[] = [];
  const untils: Date[] = [];
  const blocks: Buffer[] = [];
  for (const [interval, bars] of all) {
    for (const [id, candles] of bars) {
      for (const [row, some] of Map.groupBy(candles, ({ opening }) => rowOf(interval, opening))) {
        spans.push(interval);
        ids.push(id);
        openings.push(new Date(row));
        untils.push(new Date(nextOpening(interval, (some.at(-1) as Candle).opening)));
        blocks.push(encodeCandles(row, some));
      }
    }
  }
  if (ids.length === 0) return;
  await tx.query(
    `insert into market_bar as stored (symbol_id, span, opening, until, bars)
     select *
       from unnest($1::smallint[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::bytea[])
     on conflict (symbol_id, span, opening) do update
        set bars = stored.bars || excluded.bars, until = excluded.until
      where stored.until < excluded.until`,
    [ids, spans, openings, untils, blocks],
  );
}

/** Bars of all symbols whose opening time is in `[from, to)`. */
export async function barsOfAll(sql: Sql, interval: Interval, from: number, to: number): Promise<BarsOf> {
  const rows = await sql.query<{ symbol_id: number; opening: number; bars: Buffer }>(
    `select symbol_id, opening, bars from market_bar
      where span = $1 and opening >= $2 and opening < $3 order by symbol_id, opening`,
    [interval, new Date(rowOf(interval, from)), new Date(to)],
  );
  const found = new Map<number, Candle[]>();
  for (const { symbol_id, opening, bars } of rows) {
    const some = decodeCandles(opening, bars).filter((bar) => bar.opening >= from && bar.opening < to);
    const known = found.get(symbol_id);
    if (known) known.push(...some);
    else if (some.length > 0) found.set(symbol_id, some);
  }
  return found;
}

/** The last bar of an interval of each symbol that was stored before a time. */
export async function lastBefore(sql: Sql, interval: Interval, time: number): Promise<ReadonlyMap<number, Candle>> {
  const rows = await sql.query<{ symbol_id: number; opening: number; bars: Buffer }>(
    `select symbol_id, opening, bars
       from market_symbol symbol
       cross join lateral (select symbol_id, opening, bars from market_bar
                            where symbol_id = symbol.id and span = $1 and opening < $2
                            order by opening desc limit 1) as latest`,
    [interval, new Date(time)],
  );
  return new Map(
    rows.flatMap(({ symbol_id, opening, bars }) => {
      const last = decodeCandles(opening, bars).findLast((bar) => bar.opening < time);
      return last ? [[symbol_id, last] as const] : [];
    }),
  );
}

/** Rows that one statement reads. */
const ROWS = 24;

/** Stored bars of a symbol that a query means, oldest first. */
export async function barsOf(sql: Sql, id: number, interval: Interval, query: BarQuery): Promise<Candle[]> {
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY, limit } = query;
  const forwards = query.from !== undefined;
  const found: Candle[] = [];
  let edge = forwards ? rowOf(interval, from) : to;
  while (found.length < limit) {
    const rows = await sql.query<{ opening: number; bars: Buffer }>(
      forwards
        ? `select opening, bars from market_bar
            where symbol_id = $1 and span = $2 and opening >= $3 order by opening limit $4`
        : `select opening, bars from market_bar
            where symbol_id = $1 and span = $2 and opening <= $3 order by opening desc limit $4`,
      [id, interval, Number.isFinite(edge) ? new Date(edge) : 'infinity', ROWS],
    );
    for (const { opening, bars } of rows) {
      const some = decodeCandles(opening, bars).filter((bar) => bar.opening >= from && bar.opening <= to);
      if (forwards) found.push(...some);
      else found.unshift(...some);
    }
    const last = rows.at(-1);
    if (!last || rows.length < ROWS || (forwards && last.opening > to)) break;
    edge = last.opening + (forwards ? 1 : -1);
  }
  return forwards ? found.slice(0, limit) : found.slice(-limit);
}
