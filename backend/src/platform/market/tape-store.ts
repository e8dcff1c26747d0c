import type { Sql } from '../db/database.ts';
import type { Print } from './frame.ts';
import { readIntegers, writeInteger } from './integers.ts';

/* The last trades of each symbol, so that a tape does not begin empty with every start. They are no record: ticks are. */

/** Trades of a symbol that are stored. */
const STORED_PRINTS = 50;

/** A trade with its time, Unix ms. */
export type TapePrint = Print & { readonly at: number };

/** Trades of a symbol, oldest first, counted in its tick and lot. */
export type Tape = { readonly tick: string; readonly lot: string; readonly prints: readonly TapePrint[] };

const FIELDS = 5;

/** Differences from the trade before; side and origin in one number. */
function encodePrints(prints: readonly TapePrint[]): Buffer {
  const bytes: number[] = [];
  let [id, at, price] = [0, 0, 0];
  for (const print of prints) {
    for (const value of [print.id - id, print.at - at, print.price - price, print.lots]) writeInteger(bytes, value);
    writeInteger(bytes, (print.side === 'buy' ? 1 : 0) + (print.origin === 'book' ? 2 : 0));
    ({ id, at, price } = print);
  }
  return Buffer.from(bytes);
}

function decodePrints(bytes: Uint8Array): TapePrint[] {
  const values = readIntegers(bytes);
  let [id, at, price] = [0, 0, 0];
  return Array.from({ length: values.length / FIELDS }, (_, index) => {
    const fields = values.slice(index * FIELDS, (index + 1) * FIELDS) as [number, number, number, number, number];
    id += fields[0];
    at += fields[1];
    price += fields[2];
    const [lots, kind] = [fields[3], fields[4]];
    return { id, at, price, lots, side: kind % 2 === 1 ? 'buy' : 'sell', origin: kind >= 2 ? 'book' : 'source' };
  });
}

/** Stores tapes by symbol. One whose newest trade is not newer than what is stored stays: another node was later. */
export async function storeTapes(sql: Sql, tapes: ReadonlyMap<string, Tape>): Promise<void> {
  const all = [...tapes].filter(([, { prints }]) => prints.length > 0);
  if (all.length === 0) return;
  await sql.query(
    `insert into market_tape as t (symbol, tick, lot, last, prints)
     select * from unnest($1::text[], $2::numeric[], $3::numeric[], $4::bigint[], $5::bytea[])
     on conflict (symbol) do update
        set tick = excluded.tick, lot = excluded.lot, last = excluded.last, prints = excluded.prints
      where t.last < excluded.last`,
    [
      all.map(([symbol]) => symbol),
      all.map(([, { tick }]) => tick),
      all.map(([, { lot }]) => lot),
      all.map(([, { prints }]) => prints.at(-1)?.id),
      all.map(([, { prints }]) => encodePrints(prints.slice(-STORED_PRINTS))),
    ],
  );
}

export async function readTapes(sql: Sql): Promise<ReadonlyMap<string, Tape>> {
  const rows = await sql.query<{ symbol: string; tick: string; lot: string; prints: Buffer }>(
    'select symbol, tick, lot, prints from market_tape',
  );
  return new Map(rows.map(({ symbol, tick, lot, prints }) => [symbol, { tick, lot, prints: decodePrints(prints) }]));
}
