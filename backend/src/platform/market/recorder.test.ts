import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { FIRST_STEP, recordSteps, tickAt } from '../../../test/market-steps.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { decodeHeads, encodeHeads } from './heads.ts';
import { MarkWindow, marksOf } from './mark.ts';
import { createRecorder } from './recorder.ts';
import { decodeStep, encodeStep } from './steps.ts';
import { firstLink, linkAfter, type Tick } from './tick-record.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
afterEach(() => database.query('truncate market_step, market_state, market_head, market_symbol, market_former'));

const ticksOf = (count: number, start = 10_000, every = 200) =>
  Array.from({ length: count }, (_, index) => tickAt(FIRST_STEP + index * every, start));

describe('what is recorded', () => {
  test('goes on at another node exactly', async () => {
    const recorder = createRecorder();
    expect(await recorder.load(database)).toEqual({ sequence: 0, at: null, source: undefined, symbols: {} });
    // 12 s: the state is stored in between, and the steps after it are read again.
    await recordSteps(database, recorder, { count: 60, source: { seen: 1 } });
    await recordSteps(database, recorder, { symbols: ['BTC/USDT'], from: FIRST_STEP + 12_000, sequence: 60 });

    const other = createRecorder();
    const state = await other.load(database);
    expect(state).toMatchObject({ at: FIRST_STEP + 12_000, source: { seen: 1 } });
    expect(state.sequence).toBeGreaterThan(61);
    const btc = ticksOf(61);
    const eth = ticksOf(60, 20_000);
    expect(state.symbols).toEqual({
      'BTC/USDT': {
        number: 61,
        link: linkAfter(firstLink('BTC/USDT'), 1, btc),
        last: btc[60],
        mark: marksOf(btc)[60],
        basis: expect.any(Array),
        inventory: 0,
        start: null,
      },
      'ETH/USDT': {
        number: 60,
        link: linkAfter(firstLink('ETH/USDT'), 1, eth),
        last: eth[59],
        mark: marksOf(eth)[59],
        basis: expect.any(Array),
        inventory: 0,
        start: null,
      },
    });

    // The marks of the next ticks follow from the minute before, which the other node has read.
    const next = ticksOf(63)[61] as Tick;
    expect(new MarkWindow(state.symbols['BTC/USDT']?.basis).add(next)).toBe(marksOf(ticksOf(62))[61]);

    await recordSteps(database, other, { from: FIRST_STEP + 12_200, count: 2, sequence: state.sequence });
    const { symbols } = await createRecorder().load(database);
    expect(symbols['BTC/USDT']?.link).toEqual(linkAfter(firstLink('BTC/USDT'), 1, ticksOf(63)));
  });

  test('without what was not committed', async () => {
    const recorder = createRecorder();
    await recorder.load(database);
    await recordSteps(database, recorder, { count: 3 });
    const lost = { sequence: 4, at: FIRST_STEP + 600, ticks: new Map([['NEW', tickAt(1)]]), source: null };
    await database
      .transaction(async (tx) => {
        await recorder.record(tx, lost);
        throw new Error('rolled back');
      })
      .catch(() => recorder.discarded());
    await recordSteps(database, recorder, { from: FIRST_STEP + 600, sequence: 3, symbols: ['BTC/USDT', 'NEW'] });
    const { symbols } = await createRecorder().load(database);
    expect(symbols['BTC/USDT']?.link).toEqual(linkAfter(firstLink('BTC/USDT'), 1, ticksOf(4)));
    expect(symbols['ETH/USDT']?.number).toBe(3);
    expect(symbols.NEW?.number).toBe(1);
  });

  test('of a former version has no marks: they begin at the index', async () => {
    const recorder = createRecorder();
    await recorder.load(database);
    await recordSteps(database, recorder, { count: 60 });
    await database.query(
      `update market_state set chains =
         (select jsonb_object_agg(key, value - 4) from jsonb_each(chains)), sequence = (select max(sequence) from market_step)`,
    );
    const { symbols } = await createRecorder().load(database);
    expect(symbols['BTC/USDT']?.mark).toBe(symbols['BTC/USDT']?.last?.index);
  });

  test('marks the end of each minute by the heads of all symbols', async () => {
    const recorder = createRecorder();
    await recorder.load(database);
    await recordSteps(database, recorder, { from: FIRST_STEP + 50_000, every: 5_000, count: 5 });
    const rows = await database.query<{ at: number; sequence: string; heads: Buffer }>(
      'select at, sequence, heads from market_head',
    );
    expect(rows).toMatchObject([{ at: FIRST_STEP + 60_000, sequence: '2' }]);
    const [btc] = decodeHeads(rows[0]?.heads as Buffer);
    const ticks = [tickAt(FIRST_STEP + 50_000), tickAt(FIRST_STEP + 55_000)];
    expect(btc).toMatchObject({ number: 2, link: linkAfter(firstLink('BTC/USDT'), 1, ticks) });
    await expect(database.query('update market_head set sequence = 7')).rejects.toThrow('append-only');
    await expect(database.query('delete from market_head')).rejects.toThrow('append-only');
  });

  test('is one row a step, and none where nothing ticked', async () => {
    const recorder = createRecorder();
    await recorder.load(database);
    const step = { sequence: 1, at: FIRST_STEP, ticks: new Map(), source: null };
    await database.transaction((tx) => recorder.record(tx, step));
    recorder.committed();
    await recordSteps(database, recorder, { count: 2 });
    const [row] = await database.query('select count(*)::int as count from market_step');
    expect(row).toEqual({ count: 2 });
  });

  test('keeps the numbers of frames from being used again, however long nothing ticks', async () => {
    const recorder = createRecorder();
    await recorder.load(database);
    await recordSteps(database, recorder, { count: 2 });
    // Venues that are away, closed markets: frames go on, and the next holder counts on from the record.
    for (let sequence = 3; sequence <= 3_000; sequence += 3) {
      await recorder.record(database, { sequence, at: FIRST_STEP + sequence * 200, ticks: new Map(), source: null });
      recorder.committed();
    }
    const [row] = await database.query<{ count: number }>('select count(*)::int as count from market_step');
    expect(row?.count).toBeLessThan(10);
    const other = createRecorder();
    const state = await other.load(database);
    expect(state).toMatchObject({ at: FIRST_STEP + 200 });
    expect(state.sequence).toBeGreaterThan(3_000);
    // The chains, and the ends of minutes, are those of ticks.
    await recordSteps(database, other, { from: FIRST_STEP + 3 * 60_000, sequence: state.sequence });
    expect((await createRecorder().load(database)).symbols['BTC/USDT']?.number).toBe(3);
    expect(await database.query('select at from market_head')).toEqual([{ at: FIRST_STEP + 60_000 }]);
  });

  test('that lacks a step is an error, not another chain', async () => {
    const recorder = createRecorder();
    await recorder.load(database);
    await recordSteps(database, recorder, { count: 3 });
    await database.query('delete from market_step where sequence = 2');
    await expect(createRecorder().load(database)).rejects.toThrow('tick 3 of BTC/USDT does not follow');
  });
});

test('steps and heads are read as they were written; damaged ones are errors', () => {
  const ticks = ticksOf(3).map((tick, index) => ({ id: index + 1, number: 7 + index, tick }));
  const bytes = encodeStep(FIRST_STEP, ticks);
  expect(decodeStep(FIRST_STEP, bytes)).toEqual(ticks);
  expect(() => decodeStep(FIRST_STEP, bytes.subarray(1))).toThrow('damaged');
  const heads = [
    { id: 1, number: 12, link: firstLink('a') },
    { id: 300, number: 4e9, link: firstLink('b') },
  ];
  expect(decodeHeads(encodeHeads(heads))).toEqual(heads);
  expect(() => decodeHeads(encodeHeads(heads).subarray(0, -1))).toThrow('damaged');
});
