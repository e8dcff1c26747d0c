import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobRun } from '../../../test/job-run.ts';
import { FIRST_STEP, haltedTick, recordHalted, recordSteps, tickAt } from '../../../test/market-steps.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { changeGrid } from './grid.ts';
import { marksOf } from './mark.ts';
import { minuteRecord } from './minute-record.ts';
import { marksBefore, minuteMarks, recordedUntil } from './past-marks.ts';
import { createRecorder } from './recorder.ts';
import { privateKeyOf } from './signing-key.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const KEY = privateKeyOf(Buffer.alloc(32, 7));
const BTC = 'BTC/USDT';
const ETH = 'ETH/USDT';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const store = () => minuteRecord({ database, key: async () => KEY }).run(jobRun());

const ticks = (from: number, count: number, start = 10_000) =>
  Array.from({ length: count }, (_, index) => tickAt(from + index * 5_000, start));

test('marks of the past are those of the last tick before, also of what has been closed for hours', async () => {
  expect(await recordedUntil(database)).toBe(0);
  const recorder = createRecorder();
  await recorder.load(database);
  // Both for three minutes, then BTC alone an hour later.
  await recordSteps(database, recorder, { every: 5_000, count: 36 });
  const later = FIRST_STEP + HOUR;
  await recordSteps(database, recorder, { symbols: [BTC], from: later, every: 5_000, count: 13, sequence: 36 });
  await store();
  expect(await recordedUntil(database)).toBe(later + MINUTE);

  const moment = later + MINUTE;
  const marks = await marksBefore(database, [BTC, ETH, 'NONE'], moment);
  const btc = ticks(later, 12);
  expect(marks.get(BTC)).toEqual({ mark: marksOf(btc)[11], index: btc[11]?.index, at: btc[11]?.at, tick: null });
  expect(marks.get(ETH)?.mark).toBe(marksOf(ticks(FIRST_STEP, 36, 20_000))[35]);
  expect(marks.has('NONE')).toBe(false);

  // A tick at the moment itself is after it.
  const [before] = ticks(FIRST_STEP, 1);
  expect((await marksBefore(database, [BTC], FIRST_STEP + 5_000)).get(BTC)?.at).toBe(before?.at);
  expect((await marksBefore(database, [BTC], FIRST_STEP)).size).toBe(0);

  const minutes = await minuteMarks(database, [BTC], FIRST_STEP, FIRST_STEP + 2 * MINUTE);
  expect(minutes.map(({ minute }) => minute)).toEqual([FIRST_STEP, FIRST_STEP + MINUTE]);
  expect(minutes[1]?.mark).toBe(marksOf(ticks(FIRST_STEP + MINUTE, 12))[11]);

  // Another tick size: the former marks count in the former one.
  const grids = [
    { tick: '0.01', lot: '1' },
    { tick: '0.001', lot: '1' },
  ] as const;
  await database.transaction((tx) => changeGrid(tx, BTC, ...grids));
  expect((await marksBefore(database, [BTC], moment)).get(BTC)).toMatchObject({ tick: '0.01', at: btc[11]?.at });
});

test('while staff have halted a symbol no minute has a mark, and its index stands for one', async () => {
  const recorder = createRecorder();
  const { sequence } = await recorder.load(database);
  const from = FIRST_STEP + 2 * HOUR;
  const grid = { tick: '0.01', lot: '1' };
  for (let step = 0; step < 30; step++) {
    const tick = haltedTick(from + step * 5_000, 21_000 + step, 20_000);
    await recordHalted(database, recorder, { symbol: ETH, tick, sequence: sequence + 1 + step, grid });
  }
  await store();
  expect(await minuteMarks(database, [ETH], from, from + HOUR)).toEqual([]);
  expect((await marksBefore(database, [ETH], from + 2 * MINUTE)).get(ETH)).toMatchObject({
    mark: 21_023,
    index: 21_023,
  });
});
