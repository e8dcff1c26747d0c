import { statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { jobRun } from '../../../test/job-run.ts';
import { FIRST_STEP, recordSteps, tickAt } from '../../../test/market-steps.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { barsOf } from './bar-store.ts';
import { keepPartitions, minuteRecord } from './minute-record.ts';
import { createRecorder } from './recorder.ts';
import { feedSigningKey, privateKeyOf, publicBytesOf, publicKeyOf } from './signing-key.ts';
import { encodeTicks, isSignedBy, leadsTo } from './tick-record.ts';
import { firstFault, headOf, signedHeads, ticksOf } from './tick-store.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const KEY = privateKeyOf(Buffer.alloc(32, 7));
const BTC = 'BTC/USDT';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
afterEach(() =>
  database.query(
    'truncate market_step, market_state, market_head, market_symbol, market_former, market_bar, market_block',
  ),
);

/** Runs the job once, as the runner does. */
const turn = () => minuteRecord({ database, key: async () => KEY }).run(jobRun());

/** Steps each five seconds; returns the sequence of the last one. */
async function steps(from: number, count: number, sequence = 0): Promise<number> {
  const recorder = createRecorder();
  await recorder.load(database);
  return recordSteps(database, recorder, { from, every: 5_000, count, sequence });
}

const expected = (from: number, to: number) =>
  Array.from({ length: (to - from) / 5_000 }, (_, index) => tickAt(from + index * 5_000));

describe('a minute that is over', () => {
  test('becomes blocks, bars and signed heads; ticks are read from both sides of the border', async () => {
    await steps(FIRST_STEP, 30);
    await turn();
    await turn();
    const [count] = await database.query('select count(*)::int as count from market_block');
    expect(count).toEqual({ count: 4 });

    // Half a minute of the first block, the second one, and the steps after it.
    const span = await ticksOf(database, BTC, FIRST_STEP + 30_000, FIRST_STEP + 140_000);
    expect(span).toEqual({
      number: 7,
      ticks: expected(FIRST_STEP + 30_000, FIRST_STEP + 140_000),
      former: null,
      earlier: [],
    });
    expect(await ticksOf(database, 'NONE', 0, FIRST_STEP)).toEqual({ number: 1, ticks: [], former: null, earlier: [] });

    const [row] = await database.query<{ id: number }>('select id from market_symbol where symbol = $1', [BTC]);
    const minute = expected(FIRST_STEP, FIRST_STEP + MINUTE);
    const [bar] = await barsOf(database, row?.id as number, '1m', { limit: 9 });
    expect(bar).toEqual({
      opening: FIRST_STEP,
      open: minute[0]?.last,
      high: Math.max(...minute.map(({ high }) => high)),
      low: Math.min(...minute.map(({ low }) => low)),
      close: minute.at(-1)?.last,
      lots: minute.reduce((sum, { lots }) => sum + lots, 0),
    });

    const heads = await signedHeads(database, 0, FIRST_STEP + HOUR, 10);
    expect(heads.map(({ at }) => at)).toEqual([FIRST_STEP + MINUTE, FIRST_STEP + 2 * MINUTE]);
    for (const head of heads) expect(isSignedBy(head, publicKeyOf(head.key))).toBe(true);
    expect(heads[0]?.key).toEqual(publicBytesOf(KEY));
    expect(
      leadsTo(headOf(heads[0], BTC), expected(FIRST_STEP + MINUTE, FIRST_STEP + 2 * MINUTE), headOf(heads[1], BTC)),
    ).toBe(true);
    expect(await signedHeads(database, 0, FIRST_STEP + HOUR, 1)).toEqual(heads.slice(1));
  });

  test('is stored once by two nodes', async () => {
    await steps(FIRST_STEP, 20);
    await Promise.all([turn(), turn()].map((run) => Promise.resolve(run).catch(() => undefined)));
    const [row] = await database.query<{ id: number }>('select id from market_symbol where symbol = $1', [BTC]);
    expect(await barsOf(database, row?.id as number, '1m', { limit: 9 })).toHaveLength(1);
    expect(await ticksOf(database, BTC, 0, FIRST_STEP + HOUR)).toMatchObject({ number: 1, ticks: { length: 20 } });
  });

  test('ends the longer bars that it is part of, also where the market stood still meanwhile', async () => {
    const from = FIRST_STEP + 28 * MINUTE;
    const sequence = await steps(from, 36);
    // The market stands still for two hours and goes on over midnight.
    await steps(FIRST_STEP + 3 * HOUR, 13, sequence + 1);
    await turn();
    const [row] = await database.query<{ id: number }>('select id from market_symbol where symbol = $1', [BTC]);
    const openings = async (interval: Parameters<typeof barsOf>[2]) =>
      (await barsOf(database, row?.id as number, interval, { limit: 99 })).map(({ opening }) => opening - FIRST_STEP);
    expect(await openings('1m')).toEqual([28, 29, 30, 180].map((minute) => minute * MINUTE));
    expect(await openings('5m')).toEqual([25 * MINUTE, 30 * MINUTE]);
    expect(await openings('30m')).toEqual([0, 30 * MINUTE]);
    expect(await openings('1h')).toEqual([0]);
    // From 12 to 16 h: it ended while the market stood still.
    expect(await openings('4h')).toEqual([-3 * HOUR]);
    expect(await openings('1d')).toEqual([]);
    const minutes = await barsOf(database, row?.id as number, '1m', { limit: 3, from: 0 });
    const [hour] = await barsOf(database, row?.id as number, '1h', { limit: 1 });
    expect(hour).toMatchObject({
      open: minutes[0]?.open,
      close: minutes[2]?.close,
      high: Math.max(...minutes.map(({ high }) => high)),
      lots: minutes.reduce((sum, { lots }) => sum + lots, 0),
    });
  });

  test('takes its steps with it an hour later, and its ticks a week later', async () => {
    const sequence = await steps(FIRST_STEP, 13);
    await turn();
    await steps(FIRST_STEP + 2 * HOUR, 13, sequence);
    await turn();
    const [left] = await database.query('select count(*)::int as count, min(sequence) as first from market_step');
    expect(left).toEqual({ count: 13, first: '14' });
    const partitions = async () =>
      (
        await database.query<{ name: string }>(
          `select relid::regclass::text as name from pg_partition_tree('market_block') where isleaf order by 1`,
        )
      ).map(({ name }) => name.slice('market_block_'.length));
    expect(await partitions()).toEqual(['20261119', '20261120', '20261121', '20261122']);
    await keepPartitions(database, FIRST_STEP + 8 * 24 * HOUR);
    expect(await partitions()).toEqual(['20261121', '20261122', '20261127', '20261128', '20261129', '20261130']);
    expect((await ticksOf(database, BTC, 0, FIRST_STEP + HOUR)).ticks).toEqual([]);
    // Heads are kept.
    expect(await signedHeads(database, 0, FIRST_STEP + HOUR, 5)).toHaveLength(2);
  });
});

describe('a stored record that was tampered with', () => {
  const tampered = async (change: (ticks: ReturnType<typeof expected>) => ReturnType<typeof expected>) => {
    await steps(FIRST_STEP, 40);
    await turn();
    expect(await firstFault(database, BTC, 0, FIRST_STEP + HOUR)).toBeNull();
    const minute = expected(FIRST_STEP + MINUTE, FIRST_STEP + 2 * MINUTE);
    await database.query(
      `update market_block set ticks = $1
        where minute = $2 and symbol_id = (select id from market_symbol where symbol = $3)`,
      [encodeTicks(change(minute)), new Date(FIRST_STEP + MINUTE), BTC],
    );
    expect(await firstFault(database, 'ETH/USDT', 0, FIRST_STEP + HOUR)).toBeNull();
    return firstFault(database, BTC, 0, FIRST_STEP + HOUR);
  };
  const fault = { at: FIRST_STEP + 2 * MINUTE, fault: 'ticks' };

  test.each<[string, (ticks: ReturnType<typeof expected>) => ReturnType<typeof expected>]>([
    ['changed', (ticks) => ticks.with(4, { ...(ticks[4] as (typeof ticks)[number]), last: 1 })],
    ['left out', (ticks) => ticks.toSpliced(4, 1)],
    ['added', (ticks) => ticks.toSpliced(4, 0, tickAt(FIRST_STEP + MINUTE + 21_000))],
    ['moved', (ticks) => [...ticks.slice(0, 4), ticks[5], ticks[4], ...ticks.slice(6)] as typeof ticks],
  ])('is found: a tick was %s', async (_, change) => {
    expect(await tampered(change)).toEqual(fault);
  });

  test('is found: heads of another signature', async () => {
    await steps(FIRST_STEP, 40);
    await turn();
    await database.query('alter table market_head disable trigger user');
    await database.query('update market_head set signature = $1 where at = $2', [
      Buffer.alloc(64, 1),
      new Date(FIRST_STEP + MINUTE),
    ]);
    await database.query('alter table market_head enable trigger user');
    expect(await firstFault(database, BTC, 0, FIRST_STEP + HOUR)).toEqual({
      at: FIRST_STEP + MINUTE,
      fault: 'signature',
    });
  });
});

describe('the key of the heads', () => {
  test('is that of the settings, or made once in the data folder readable by its owner alone', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tessera-key-'));
    const bytes = Buffer.alloc(32, 3);
    const set = await feedSigningKey({ feedSigningKey: bytes, dataDir });
    expect(publicBytesOf(set)).toEqual(publicBytesOf(privateKeyOf(bytes)));
    const made = await Promise.all(
      Array.from({ length: 4 }, () => feedSigningKey({ feedSigningKey: undefined, dataDir })),
    );
    expect(new Set(made.map((key) => publicBytesOf(key).toString('hex'))).size).toBe(1);
    const path = join(dataDir, 'feed-signing-key');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    writeFileSync(path, 'no key');
    await expect(feedSigningKey({ feedSigningKey: undefined, dataDir })).rejects.toThrow('64 hexadecimal digits');
    await rm(dataDir, { recursive: true });
  });
});
