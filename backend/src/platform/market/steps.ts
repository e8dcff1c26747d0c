import type { Sql } from '../db/database.ts';
import { readIntegers, writeInteger } from './integers.ts';
import { INDEX_PARTS, storedBasis, type Tick, withBasis } from './tick-record.ts';

/** A tick with its place in the chain of its symbol. */
export type NumberedTick = { readonly id: number; readonly number: number; readonly tick: Tick };

/**
 * One step of the market, as `market_step` holds it: each row is read without those before it. One without ticks keeps
 * its number from being used again.
 */
export type Step = { readonly sequence: number; readonly at: number; readonly ticks: readonly NumberedTick[] };

/** Fields of a tick in rows of former versions, whose first number is the id of a symbol: above zero. */
const FORMER_FIELDS = 10;
/** The first number of a row whose ticks have the basis too, and of one whose ticks have it and the fraction of the index. */
const WITH_BASIS = -1;
const WITH_FRACTION = -2;
/** In place of the fraction of a tick that has none: it is none. */
const ABSENT = INDEX_PARTS;

export function encodeStep(at: number, ticks: readonly NumberedTick[]): Buffer {
  const bytes: number[] = [];
  if (ticks.length > 0) writeInteger(bytes, WITH_FRACTION);
  for (const { id, number, tick } of ticks) {
    writeInteger(bytes, id);
    writeInteger(bytes, number);
    writeInteger(bytes, tick.at - at);
    writeInteger(bytes, tick.bid);
    writeInteger(bytes, tick.ask - tick.bid);
    writeInteger(bytes, tick.last - tick.bid);
    writeInteger(bytes, tick.high - tick.last);
    writeInteger(bytes, tick.last - tick.low);
    writeInteger(bytes, tick.lots);
    writeInteger(bytes, tick.index - tick.bid);
    writeInteger(bytes, storedBasis(tick.basis));
    writeInteger(bytes, tick.fraction ?? ABSENT);
  }
  return Buffer.from(bytes);
}

export function decodeStep(at: number, bytes: Uint8Array): NumberedTick[] {
  const numbers = readIntegers(bytes);
  const more = numbers[0] === WITH_FRACTION ? 2 : numbers[0] === WITH_BASIS ? 1 : 0;
  const values = more === 0 ? numbers : numbers.slice(1);
  const fields = FORMER_FIELDS + more;
  if (values.length % fields !== 0) throw new Error('a step of the market is damaged');
  return Array.from({ length: values.length / fields }, (_, index) => {
    const [id, number, late, bid, spread, last, high, low, lots, source, basis, fraction] = values.slice(
      index * fields,
      (index + 1) * fields,
    ) as [number, number, number, number, number, number, number, number, number, number, number?, number?];
    const price = bid + last;
    return {
      id,
      number,
      tick: {
        at: at + late,
        bid,
        ask: bid + spread,
        last: price,
        high: price + high,
        low: price - low,
        lots,
        index: bid + source,
        ...withBasis(basis),
        ...(fraction !== undefined && fraction !== ABSENT && { fraction }),
      },
    };
  });
}

/** Steps after a moment, Unix ms, up to a sequence, in order. */
export async function stepsSince(sql: Sql, after: number, until: number): Promise<Step[]> {
  const rows = await sql.query<{ sequence: string; at: number; ticks: Buffer }>(
    'select sequence, at, ticks from market_step where at > $1 and sequence <= $2 order by sequence',
    [new Date(after), until],
  );
  return rows.map(stepOf);
}

/** Steps after one sequence, up to another, in order; the first `most` of them. */
export async function stepsAfter(
  sql: Sql,
  sequence: number,
  { until = Number.MAX_SAFE_INTEGER, most = null }: { readonly until?: number; readonly most?: number | null } = {},
): Promise<Step[]> {
  const rows = await sql.query<{ sequence: string; at: number; ticks: Buffer }>(
    'select sequence, at, ticks from market_step where sequence > $1 and sequence <= $2 order by sequence limit $3',
    [sequence, until, most],
  );
  return rows.map(stepOf);
}

const stepOf = (row: { readonly sequence: string; readonly at: number; readonly ticks: Buffer }): Step => ({
  sequence: Number(row.sequence),
  at: row.at,
  ticks: decodeStep(row.at, row.ticks),
});
