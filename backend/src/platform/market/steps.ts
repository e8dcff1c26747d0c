import type { Sql } from '../db/database.ts';
import { readIntegers, writeInteger } from './integers.ts';
import { storedBasis, type Tick, withBasis } from './tick-record.ts';

/** A tick with its place in the chain of its symbol. */
export type NumberedTick = { readonly id: number; readonly number: number; readonly tick: Tick };

/**
 * One step of the market, as `market_step` holds it: each row is read without those before it. One without ticks keeps
 * its number from being used again.
 */
export type Step = { readonly sequence: number; readonly at: number; readonly ticks: readonly NumberedTick[] };

/** Fields of a tick in rows of former versions, whose first number is the id of a symbol: above zero. */
const FORMER_FIELDS = 10;
/** The first number of a row whose ticks have the basis too. */
const WITH_BASIS = -1;

export function encodeStep(at: number, ticks: readonly NumberedTick[]): Buffer {
  const bytes: number[] = [];
  if (ticks.length > 0) writeInteger(bytes, WITH_BASIS);
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
  }
  return Buffer.from(bytes);
}

export function decodeStep(at: number, bytes: Uint8Array): NumberedTick[] {
  const numbers = readIntegers(bytes);
  const former = numbers[0] !== WITH_BASIS;
  const values = former ? numbers : numbers.slice(1);
  const fields = former ? FORMER_FIELDS : FORMER_FIELDS + 1;
  if (values.length % fields !== 0) throw new Error('a step of the market is damaged');
  return Array.from({ length: values.length / fields }, (_, index) => {
    const [id, number, late, bid, spread, last, high, low, lots, source, basis] = values.slice(
      index * fields,
      (index + 1) * fields,
    ) as [number, number, number, number, number, number, number, number, number, number, number | undefined];
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
