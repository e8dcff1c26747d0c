import type { Sql } from '../db/database.ts';
import { decodeTicks, type Tick } from './tick-record.ts';

const MINUTE = 60_000;
/** A price that is older than this at a moment is none: the symbol was closed or had no price. Ms. */
const OLDEST = 5_000;

type Moment = {
  readonly symbol: string;
  /** Unix ms. */
  readonly at: number;
};

const minuteOf = (at: number): number => Math.floor(at / MINUTE) * MINUTE;
const keyOf = (symbol: string, minute: number): string => `${symbol} ${minute}`;

/** The last tick up to `at`. */
function latest(ticks: readonly Tick[], at: number): Tick | undefined {
  let from = 0;
  let to = ticks.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((ticks[middle] as Tick).at <= at) from = middle + 1;
    else to = middle;
  }
  return ticks[from - 1];
}

/**
 * Index prices at moments of the past, in ticks of the instrument, in the order of the moments: the record keeps them
 * for a week, beginning two minutes after they were made. Null where there was none within five seconds before.
 */
export async function pastPrices(sql: Sql, moments: readonly Moment[]): Promise<readonly (number | null)[]> {
  const wanted = new Map<string, Moment>();
  for (const { symbol, at } of moments) {
    for (const minute of [minuteOf(at), minuteOf(at - OLDEST)]) {
      wanted.set(keyOf(symbol, minute), { symbol, at: minute });
    }
  }
  const rows = await sql.query<{ symbol: string; minute: number; ticks: Buffer }>(
    `select s.symbol, b.minute, b.ticks
       from unnest($1::text[], $2::timestamptz[]) as m (symbol, minute)
            join market_symbol s on s.symbol = m.symbol
            join market_block b on b.symbol_id = s.id and b.minute = m.minute`,
    [[...wanted.values()].map(({ symbol }) => symbol), [...wanted.values()].map(({ at }) => new Date(at))],
  );
  const blocks = new Map(rows.map(({ symbol, minute, ticks }) => [keyOf(symbol, minute), decodeTicks(ticks)]));
  return moments.map(({ symbol, at }) => {
    const tick =
      latest(blocks.get(keyOf(symbol, minuteOf(at))) ?? [], at) ??
      latest(blocks.get(keyOf(symbol, minuteOf(at - OLDEST))) ?? [], at);
    return tick && at - tick.at <= OLDEST ? tick.index : null;
  });
}
