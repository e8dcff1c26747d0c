import { afterAll, beforeAll, expect, test } from 'vitest';
import { FIRST_STEP, recordSteps, tickAt } from '../../../test/market-steps.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { changeGrid } from './grid.ts';
import { createMarketView } from './market-view.ts';
import { minuteRecord } from './minute-record.ts';
import { createRecorder } from './recorder.ts';
import { privateKeyOf } from './signing-key.ts';
import { firstFault, ticksOf } from './tick-store.ts';

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

const turn = () =>
  minuteRecord({ database, key: async () => privateKeyOf(Buffer.alloc(32, 7)) }).run({
    since: null,
    fence: async () => undefined,
    signal: new AbortController().signal,
  });

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
