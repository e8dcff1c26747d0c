import type { KeyObject } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Interval } from '@tessera/api/rules';
import type { Database, Sql } from '../db/database.ts';
import { nextOpening, openingOf } from '../feed/kline-interval.ts';
import type { RecurringJob } from '../jobs/job.ts';
import { addBars, type BarsOf, barsOfAll } from './bar-store.ts';
import { type Candle, gathered, joined, PARTS_OF } from './candles.ts';
import { lockBars, type SymbolId, scaledCandle, symbolIds } from './grid.ts';
import { decodeHeads } from './heads.ts';
import { publicBytesOf } from './signing-key.ts';
import { type NumberedTick, stepsAfter } from './steps.ts';
import { encodeTicks, isHalted, signHeads } from './tick-record.ts';

/*
 * What becomes of the steps: once a minute is over, its ticks are stored as one block for each symbol, its bars are
 * added, and its heads signed, in one transaction. All of it is read from the database, so any node can do it, and the
 * node that trades is not held up: it is a job of the platform with a lease of its own.
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** ms that ticks are kept. */
const KEPT_TICKS = 7 * DAY;
/** ms that steps are kept after their minute was stored. */
const KEPT_STEPS = HOUR;
/** Days for which partitions are made ahead. */
const DAYS_AHEAD = 2;
/** Minutes that one run stores; the rest follows in the next. */
const MINUTES_A_RUN = 30;
/** Symbols that are encoded before other work gets its turn: about two milliseconds. */
const SYMBOLS_A_TURN = 8;

type Head = { readonly at: number; readonly sequence: string; readonly heads: Buffer };

const partitionOf = (day: number): string =>
  `market_block_${new Date(day).toISOString().slice(0, 10).replaceAll('-', '')}`;

/** Makes the partitions of the days around a time, and drops those whose ticks are too old. */
export async function keepPartitions(sql: Sql, now: number): Promise<void> {
  const rows = await sql.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'market_block'::regclass`,
  );
  const known = new Set(rows.map(({ name }) => name));
  const today = openingOf('1d', now);
  for (let day = today - DAY; day <= today + DAYS_AHEAD * DAY; day += DAY) {
    const name = partitionOf(day);
    if (known.has(name)) continue;
    const [from, to] = [day, day + DAY].map((time) => new Date(time).toISOString());
    await sql.query(
      `create table if not exists ${name} partition of market_block for values from ('${from}') to ('${to}')`,
    );
  }
  const oldest = partitionOf(openingOf('1d', now - KEPT_TICKS));
  for (const name of known) if (name < oldest) await sql.query(`drop table if exists ${name}`);
}

const candleOf = (opening: number, ticks: readonly NumberedTick[]): Candle =>
  ticks
    .map(({ tick: { last, high, low, lots } }): Candle => ({ opening, open: last, high, low, close: last, lots }))
    .reduce((before, after) => joined(before, after));

/** Adds the bars that ended with this minute, and those that ended while the market stood still after the one before. */
async function addLongerBars(tx: Sql, minute: number, before: number | null): Promise<void> {
  for (const [interval, parts] of PARTS_OF) {
    const openings = new Set<number>();
    if (before !== null) openings.add(openingOf(interval, before));
    openings.add(openingOf(interval, minute));
    for (const opening of openings) {
      const end = nextOpening(interval, opening);
      // It ends later, or ended with the minute before.
      if (end > minute + MINUTE || (before !== null && end <= before + MINUTE)) continue;
      await addBars(tx, interval, await wholeBars(tx, interval, parts, opening, end));
    }
  }
}

async function wholeBars(tx: Sql, interval: Interval, parts: Interval, opening: number, end: number): Promise<BarsOf> {
  const shorter = await barsOfAll(tx, parts, opening, end);
  return new Map([...shorter].map(([id, bars]) => [id, gathered(interval, bars)]));
}

/** Bars by the id of now. A symbol whose tick changed within the minute has two of them. */
function barsOfNow(bars: ReadonlyMap<number, Candle>, names: ReadonlyMap<number, SymbolId>): BarsOf {
  const found = new Map<number, Candle[]>();
  for (const [id, bar] of [...bars].sort(([a], [b]) => a - b)) {
    const { current, former } = names.get(id) as SymbolId;
    found.set(current, [joined(found.get(current)?.[0], former ? scaledCandle(bar, former) : bar)]);
  }
  return found;
}

/** Stores the ticks of a minute, adds its bars and signs its heads. */
async function storeMinute(
  database: Database,
  { at, sequence, heads }: Head,
  before: { readonly sequence: string } | undefined,
  key: KeyObject,
  fence: (tx: Sql) => Promise<void>,
): Promise<void> {
  const steps = await stepsAfter(database, Number(before?.sequence ?? 0), { until: Number(sequence) });
  const minute = at - MINUTE;
  const ticks = Map.groupBy(
    steps.flatMap((step) => step.ticks),
    ({ id }) => id,
  );
  const ids: number[] = [];
  const numbers: number[] = [];
  const blocks: Buffer[] = [];
  const bars = new Map<number, Candle>();
  for (const [id, some] of ticks) {
    ids.push(id);
    numbers.push((some[0] as NumberedTick).number);
    blocks.push(encodeTicks(some.map(({ tick }) => tick)));
    const traded = some.filter(({ tick }) => !isHalted(tick));
    if (traded.length > 0) bars.set(id, candleOf(minute, traded));
    if (ids.length % SYMBOLS_A_TURN === 0) await nextTurn();
  }
  await database.transaction(async (tx) => {
    await fence(tx);
    await lockBars(tx);
    const names = await symbolIds(tx);
    const { signature } = signHeads(
      at,
      decodeHeads(heads).map(({ id, number, link }) => ({ symbol: (names.get(id) as SymbolId).symbol, number, link })),
      key,
    );
    await tx.query(
      `insert into market_block (symbol_id, minute, number, ticks)
       select id, $1, number, ticks from unnest($2::smallint[], $3::bigint[], $4::bytea[]) as block (id, number, ticks)`,
      [new Date(minute), ids, numbers, blocks],
    );
    // Of this record or of the history before it.
    const [newest] = await tx.query<{ until: number }>(
      `select until from market_bar where span = '1m' order by opening desc, until desc limit 1`,
    );
    await addBars(tx, '1m', barsOfNow(bars, names));
    await addLongerBars(tx, minute, newest ? newest.until - MINUTE : null);
    await tx.query('update market_head set key = $2, signature = $3 where at = $1', [
      new Date(at),
      publicBytesOf(key),
      Buffer.from(signature, 'base64url'),
    ]);
  });
}

export type MinuteRecordParts = {
  readonly database: Database;
  /** Read once, with the first minute. */
  readonly key: () => Promise<KeyObject>;
};

/** Stores each minute of the market soon after its end. */
export function minuteRecord({ database, key }: MinuteRecordParts): RecurringJob {
  let keptFor = Number.NaN;
  let signing: Promise<KeyObject> | null = null;
  return {
    name: 'market-minute',
    every: 5_000,
    exclusive: true,
    whole: 'the minutes of the market follow on each other, and hold no rows of users',
    async run({ fence, signal }) {
      const waiting = await database.query<Head>(
        'select at, sequence, heads from market_head where signature is null order by at limit $1',
        [MINUTES_A_RUN],
      );
      const [first] = waiting;
      if (!first) return;
      signing ??= key();
      const signer = await signing;
      let [before] = await database.query<{ at: number; sequence: string }>(
        'select at, sequence from market_head where at < $1 order by at desc limit 1',
        [new Date(first.at)],
      );
      for (const head of waiting) {
        if (signal.aborted) break;
        const day = openingOf('1d', head.at);
        if (day !== keptFor) {
          await keepPartitions(database, head.at);
          keptFor = day;
        }
        await storeMinute(database, head, before, signer, fence);
        before = head;
      }
      await database.query(
        `delete from market_step
          where sequence <= (select max(sequence) from market_head where at <= $1 and signature is not null)`,
        [new Date((before?.at ?? 0) - KEPT_STEPS)],
      );
    },
  };
}
