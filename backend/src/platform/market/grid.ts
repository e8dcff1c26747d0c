import type { Sql } from '../db/database.ts';
import { type Candle, decodeCandles, encodeCandles } from './candles.ts';
import { fineIndexOf, indexFields, type Tick } from './tick-record.ts';

/*
 * Prices are recorded in ticks and amounts in lots of the instrument. Where staff change one of them, the symbol gets
 * another id: ticks of the former id stay as they were signed, and bars are counted anew.
 */

/** Held while stored bars of several symbols change. */
const BARS_LOCK = `select pg_advisory_xact_lock(hashtext('market bars'))`;

/** By what a former count is multiplied. */
export type Factors = { readonly price: number; readonly lots: number };

export type SymbolId = {
  readonly symbol: string;
  /** The id of now. */
  readonly current: number;
  /** Where this one is not it. */
  readonly former: (Factors & { readonly tick: string; readonly lot: string }) | null;
};

/** All ids, those of former ticks and lots included. */
export async function symbolIds(sql: Sql): Promise<ReadonlyMap<number, SymbolId>> {
  const rows = await sql.query<{
    id: number;
    symbol: string;
    current: number;
    tick: string | null;
    lot: string | null;
    price: number | null;
    lots: number | null;
  }>(
    `select coalesce(f.id, s.id) as id, s.symbol, s.id as current, f.tick, f.lot, f.price_factor as price,
            f.lot_factor as lots
       from market_symbol s
       left join (select id, symbol, tick, lot, price_factor, lot_factor from market_former
                  union all select id, symbol, null, null, null, null from market_symbol) f on f.symbol = s.symbol`,
  );
  return new Map(
    rows.map(({ id, symbol, current, tick, lot, price, lots }) => [
      id,
      {
        symbol,
        current,
        former: tick === null || lot === null || price === null || lots === null ? null : { tick, lot, price, lots },
      },
    ]),
  );
}

export const scaledPrice = (ticks: number, { price }: Factors): number => Math.max(1, Math.round(ticks * price));

/** Of a price that a tick may lack: 0 stays 0. */
const scaledOrNone = (ticks: number, by: Factors): number => (ticks === 0 ? 0 : scaledPrice(ticks, by));

export const scaledTick = (tick: Tick, by: Factors): Tick => ({
  at: tick.at,
  bid: scaledOrNone(tick.bid, by),
  ask: scaledOrNone(tick.ask, by),
  last: scaledPrice(tick.last, by),
  high: scaledOrNone(tick.high, by),
  low: scaledOrNone(tick.low, by),
  lots: Math.round(tick.lots * by.lots),
  index: scaledPrice(tick.index, by),
  ...(tick.basis !== undefined && { basis: Math.round(tick.basis * by.price) }),
  ...(tick.fraction !== undefined && indexFields(scaledPrice(fineIndexOf(tick), by))),
});

export const scaledCandle = (candle: Candle, by: Factors): Candle => ({
  opening: candle.opening,
  open: scaledPrice(candle.open, by),
  high: scaledPrice(candle.high, by),
  low: scaledPrice(candle.low, by),
  close: scaledPrice(candle.close, by),
  lots: Math.round(candle.lots * by.lots),
});

export const lockBars = (tx: Sql): Promise<unknown> => tx.query(BARS_LOCK);

/** In which prices and amounts of an instrument count; decimal strings. */
export type Grid = { readonly tick: string; readonly lot: string };

/**
 * The ids under which ticks of these symbols are recorded that count in these grids: the index of a halted symbol is
 * recorded in the former grid until the node that holds the market follows a change.
 */
export async function idsIn(sql: Sql, grids: ReadonlyMap<string, Grid>): Promise<ReadonlyMap<string, number>> {
  const rows = await sql.query<{ symbol: string; id: number }>(
    `select s.symbol,
            case when s.tick is null or (s.tick = w.tick and s.lot = w.lot) then s.id
                 else coalesce((select max(f.id) from market_former f
                                 where f.symbol = s.symbol and f.tick = w.tick and f.lot = w.lot), s.id)
            end as id
       from unnest($1::text[], $2::numeric[], $3::numeric[]) as w (symbol, tick, lot)
       join market_symbol s on s.symbol = w.symbol`,
    [[...grids.keys()], [...grids.values()].map(({ tick }) => tick), [...grids.values()].map(({ lot }) => lot)],
  );
  return new Map(rows.map(({ symbol, id }) => [symbol, id]));
}

/** Counts the record of a symbol in another tick and lot. It must be halted: no trade may be made meanwhile. */
export async function changeGrid(tx: Sql, symbol: string, before: Grid, after: Grid): Promise<void> {
  const by = { price: Number(before.tick) / Number(after.tick), lots: Number(before.lot) / Number(after.lot) };
  await lockBars(tx);
  const [row] = await tx.query<{ id: number }>('select id from market_symbol where symbol = $1 for update', [symbol]);
  if (!row) return;
  await tx.query(
    'update market_former set price_factor = price_factor * $2, lot_factor = lot_factor * $3 where symbol = $1',
    [symbol, by.price, by.lots],
  );
  await tx.query(
    `insert into market_former (id, symbol, tick, lot, price_factor, lot_factor) values ($1, $2, $3, $4, $5, $6)`,
    [row.id, symbol, before.tick, before.lot, by.price, by.lots],
  );
  const [renewed] = await tx.query<{ id: number }>(
    `update market_symbol set id = default, start = greatest(1, round(start * $2::float8)),
            inventory = round(inventory * $3::float8), tick = $4, lot = $5
      where symbol = $1 returning id`,
    [symbol, by.price, by.lots, after.tick, after.lot],
  );
  const rows = await tx.query<{ span: string; opening: number; until: number; bars: Buffer }>(
    'delete from market_bar where symbol_id = $1 returning span, opening, until, bars',
    [row.id],
  );
  const bars = rows.map(({ opening, bars: bytes }) =>
    encodeCandles(
      opening,
      decodeCandles(opening, bytes).map((candle) => scaledCandle(candle, by)),
    ),
  );
  await tx.query(
    `insert into market_bar (symbol_id, span, opening, until, bars)
     select $1, * from unnest($2::text[], $3::timestamptz[], $4::timestamptz[], $5::bytea[])`,
    [
      renewed?.id,
      rows.map(({ span }) => span),
      rows.map(({ opening }) => new Date(opening)),
      rows.map(({ until }) => new Date(until)),
      bars,
    ],
  );
}
