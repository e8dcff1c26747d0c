import type { Sql } from '../db/database.ts';
import { symbolIds } from './grid.ts';
import { marksOf } from './mark.ts';
import { decodeTicks, isHalted, type Tick } from './tick-record.ts';

const MINUTE = 60_000;

/** A mark price of the past, in ticks of `tick`; null: in the instrument's tick of now. */
export type PastMark = {
  readonly mark: number;
  readonly index: number;
  readonly at: number;
  readonly tick: string | null;
};

/** Up to when the record is stored and signed, Unix ms; 0 before the first minute. */
export async function recordedUntil(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ at: number | null }>(
    'select max(at) as at from market_head where signature is not null',
  );
  return row?.at ?? 0;
}

/**
 * The mark of each symbol at its last tick before a moment, Unix ms, however long ago within the week that ticks are
 * kept; while staff had halted it, its index, as it had no market. Without a symbol that has none. The record must be stored up to that moment, see `recordedUntil`.
 */
export async function marksBefore(
  sql: Sql,
  symbols: readonly string[],
  moment: number,
): Promise<ReadonlyMap<string, PastMark>> {
  const names = await symbolIds(sql);
  const wanted = new Set(symbols);
  const ids = [...names].flatMap(([id, { symbol }]) => (wanted.has(symbol) ? [id] : []));
  // The last two minutes: the mark of a tick follows from the minute before it.
  const rows = await sql.query<{ id: number; minute: number; ticks: Buffer }>(
    `select i.id, b.minute, b.ticks
       from unnest($1::smallint[]) as i (id)
       cross join lateral (select m.minute, m.ticks from market_block m
                            where m.symbol_id = i.id and m.minute < $2 order by m.minute desc limit 2) b
      order by i.id, b.minute`,
    [ids, new Date(moment)],
  );
  const ticks = new Map<number, Tick[]>();
  for (const { id, ticks: block } of rows) {
    const known = ticks.get(id) ?? [];
    known.push(...decodeTicks(block).filter(({ at }) => at < moment));
    ticks.set(id, known);
  }
  const found = new Map<string, PastMark>();
  for (const [id, some] of ticks) {
    const last = some.at(-1);
    const name = names.get(id);
    if (!last || !name) continue;
    const before = found.get(name.symbol);
    // Of two tick sizes the later one counts.
    if (before && before.at >= last.at) continue;
    const mark = isHalted(last) ? last.index : (marksOf(some.filter((tick) => !isHalted(tick))).at(-1) as number);
    found.set(name.symbol, { mark, index: last.index, at: last.at, tick: name.former?.tick ?? null });
  }
  return found;
}

/** What a minute's ticks say of a symbol at its end. */
export type MinuteMark = {
  readonly symbol: string;
  readonly minute: number;
  readonly mark: number;
  readonly index: number;
};

/**
 * Mark and index at the end of the stored minutes in `[from, to)`, Unix ms, of the ticks of each minute alone; of those in
 * which it could be traded.
 */
export async function minuteMarks(
  sql: Sql,
  symbols: readonly string[],
  from: number,
  to: number,
): Promise<readonly MinuteMark[]> {
  const rows = await sql.query<{ symbol: string; minute: number; ticks: Buffer }>(
    `select s.symbol, b.minute, b.ticks
       from market_symbol s join market_block b on b.symbol_id = s.id
      where s.symbol = any ($1) and b.minute >= $2 and b.minute < $3
      order by b.minute`,
    [symbols, new Date(Math.ceil(from / MINUTE) * MINUTE), new Date(to)],
  );
  return rows.flatMap(({ symbol, minute, ticks: block }) => {
    const ticks = decodeTicks(block).filter((tick) => !isHalted(tick));
    const last = ticks.at(-1);
    return last ? [{ symbol, minute, mark: marksOf(ticks).at(-1) as number, index: last.index }] : [];
  });
}
