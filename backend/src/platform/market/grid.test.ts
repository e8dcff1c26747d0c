import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobRun } from '../../../test/job-run.ts';
import { FIRST_STEP, haltedTick, recordHalted, recordSteps, tickAt } from '../../../test/market-steps.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { changeGrid } from './grid.ts';
import { createMarketView } from './market-view.ts';
import { minuteRecord } from './minute-record.ts';
import { createRecorder } from './recorder.ts';
import { privateKeyOf } from './signing-key.ts';
import { firstFault, indexPrices, ticksOf } from './tick-store.ts';

const BTC = 'BTC/USDT';
const MINUTE = 60_000;
/** A hundred ticks of before are one of now, a lot of before is ten. */
const BEFORE = { tick: '0.01', lot: '0.1' };
const AFTER = { tick: '1', lot: '0.01' };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const turn = () => minuteRecord({ database, key: async () => privateKeyOf(Buffer.alloc(32, 7)) }).run(jobRun());

const viewOf = async (grid: typeof BEFORE) => {
  const view = createMarketView({
    database,
    source: 'simulated',
    terms: [{ symbol: BTC, ...grid }],
    onError: (error) => {
      throw error;
    },
  });
  await view.load();
  return view;
};

test('another tick and lot leave prices, amounts and the chain as they were', async () => {
  await database.transaction((tx) => changeGrid(tx, 'NONE', BEFORE, AFTER));
  const recorder = createRecorder();
  await recorder.load(database);
  // A minute that is stored, and a half that is not.
  const sequence = await recordSteps(database, recorder, { every: 2_000, count: 45 });
  await turn();
  await database.query('update market_symbol set inventory = -7, start = 9_000 where symbol = $1', [BTC]);
  const view = await viewOf(BEFORE);
  const before = { quote: view.quote(BTC), bars: await view.bars(BTC, '5m', { limit: 9 }) };
  const last = tickAt(FIRST_STEP + 88_000);

  await database.transaction((tx) => changeGrid(tx, BTC, BEFORE, AFTER));
  const after = await viewOf(AFTER);
  const near = (a: unknown, b: unknown) => expect(Math.abs(Number(a) - Number(b))).toBeLessThanOrEqual(1);
  const quote = after.quote(BTC);
  near(quote?.last, before.quote?.last);
  near(quote?.high24h, before.quote?.high24h);
  expect(quote?.volume24h).toBe(before.quote?.volume24h);
  const [bar] = await after.bars(BTC, '5m', { limit: 9 });
  for (const field of [1, 2, 3, 4] as const) near(bar?.[field], before.bars[0]?.[field]);
  expect(bar?.[5]).toBe(before.bars[0]?.[5]);

  // A node that takes the market over begins in what is counted now.
  const { symbols } = await createRecorder().load(database);
  expect(symbols[BTC]).toMatchObject({ number: 45, inventory: -70, start: 90 });
  expect(symbols[BTC]?.last).toMatchObject({ bid: Math.round(last.bid / 100), lots: last.lots * 10 });

  // The node that holds it goes on under the other id once the symbol ticks again.
  await recordSteps(database, recorder, { symbols: ['ETH/USDT'], from: FIRST_STEP + 90_000, sequence });
  const ticks = new Map([[BTC, tickAt(FIRST_STEP + 92_000, 100)]]);
  const step = { sequence: sequence + 2, at: FIRST_STEP + 92_000, ticks, source: null };
  await database.transaction((tx) => recorder.record(tx, step));
  recorder.committed();
  await recordSteps(database, recorder, { symbols: [BTC], from: FIRST_STEP + 2 * MINUTE, sequence: sequence + 2 });
  await turn();
  const ids = await database.query('select 1 from market_block where minute = $1', [new Date(FIRST_STEP + MINUTE)]);
  expect(ids).toHaveLength(3);

  // Both parts of that minute are one bar, and the chain leads through.
  const minutes = await (await viewOf(AFTER)).bars(BTC, '1m', { limit: 9 });
  expect(minutes.map(([opening]) => opening)).toEqual([0, 1, 2].map((minute) => FIRST_STEP + minute * MINUTE));
  near(minutes[1]?.[1], tickAt(FIRST_STEP + MINUTE).last / 100);
  expect(minutes[1]?.[4]).toBe(String(tickAt(FIRST_STEP + 92_000, 100).last));
  expect(await firstFault(database, BTC, 0, FIRST_STEP + 9 * MINUTE)).toBeNull();
  expect(await ticksOf(database, BTC, FIRST_STEP, FIRST_STEP + MINUTE)).toMatchObject({
    ticks: { length: 30 },
    former: BEFORE,
  });
  expect(await ticksOf(database, BTC, FIRST_STEP, FIRST_STEP + 2 * MINUTE)).toMatchObject({
    former: null,
    earlier: [{ until: 45, ...BEFORE }],
  });

  // Once more: former factors lead to the count of now.
  await database.transaction((tx) => changeGrid(tx, BTC, AFTER, BEFORE));
  const [first] = await (await viewOf(BEFORE)).bars(BTC, '1m', { limit: 9 });
  near(first?.[1], tickAt(FIRST_STEP).last / 100);
});

test('the index of a halted symbol is recorded through a change of its grid, each price in the grid that it counts in', async () => {
  const ETH = 'ETH/USDT';
  const recorder = createRecorder();
  const { sequence } = await recorder.load(database);
  const from = FIRST_STEP + 600_000;
  let steps = 0;
  const record = async (index: number, grid: typeof BEFORE, to: ReturnType<typeof createRecorder> = recorder) => {
    const at = from + 200 * steps++;
    await recordHalted(database, to, { symbol: ETH, tick: haltedTick(at, index), sequence: sequence + steps, grid });
  };
  await recordSteps(database, recorder, { symbols: [ETH], from: from - 200, sequence });
  steps = 1;
  await record(20_000, BEFORE);
  await database.transaction((tx) => changeGrid(tx, ETH, BEFORE, AFTER));
  // The node that holds the market has not followed yet; neither has one that takes it over just now.
  await record(20_100, BEFORE);
  const late = createRecorder();
  const loaded = await late.load(database);
  expect(loaded.symbols[ETH]?.last).toMatchObject({ bid: 0, high: 0, index: 201 });
  await record(20_200, BEFORE, late);
  await record(203, AFTER, late);
  // Back to the former one: prices of either time stay apart.
  await database.transaction((tx) => changeGrid(tx, ETH, AFTER, BEFORE));
  await record(20_400, BEFORE, late);
  await recordSteps(database, late, { symbols: [ETH], from: from + 200 * steps, sequence: sequence + steps });

  const prices = (await indexPrices(database, [ETH], from, from + 5_000)).get(ETH) ?? [];
  expect(prices.slice(0, -1).map(({ index, halted }) => [index, halted])).toEqual([
    [20_000, true],
    [20_100, true],
    [20_200, true],
    [203, true],
    [20_400, true],
  ]);
  const [first, second, third, fourth, fifth, sixth] = prices.map(({ id }) => id);
  expect([second, third, fifth]).toEqual([first, first, sixth]);
  expect(new Set([first, fourth, fifth]).size).toBe(3);
});
