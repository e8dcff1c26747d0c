import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { addBars } from '../../platform/market/bar-store.ts';
import { sampled, scaled } from './sparklines.ts';

const HALF_HOUR = 1_800_000;
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const curves = async () => (await app.ok('GET /currency/sparklines')).list;

/** Half hours of one instrument that end with the one before now; prices in ticks. */
async function record(symbol: string, closes: readonly number[]): Promise<void> {
  const [row] = await app.database.query<{ id: number }>(
    `insert into market_symbol (symbol) values ($1) on conflict (symbol) do update set symbol = excluded.symbol returning id`,
    [symbol],
  );
  const end = app.now() - (app.now() % HALF_HOUR);
  const bars = closes.map((close, at) => ({
    opening: end - (closes.length - at) * HALF_HOUR,
    open: close,
    high: close,
    low: close,
    close,
    lots: 1,
  }));
  await app.database.transaction((tx) => addBars(tx, '30m', new Map([[row?.id as number, bars]])));
}

test('a curve is the last day with the price of now at its end, made anew after five minutes', async () => {
  app.feed.setPrice('BTC/USDT', '0.1');
  // Two days: the first one is dear, and no part of it.
  await record('BTC/USDT', [...Array(48).fill(9_000), ...Array.from({ length: 48 }, (_, at) => 10 + at)]);
  await record('GONE/USDT', [1, 2, 3]);
  const [curve, ...others] = await curves();
  expect(others).toEqual([]);
  expect(curve?.symbol).toBe('BTC/USDT');
  expect(curve?.points).toHaveLength(24);
  expect(curve?.points[0]).toBe(0);
  expect(Math.max(...(curve?.points ?? []))).toBe(100);
  expect(curve?.points.at(-1)).toBe(0);
  app.feed.setPrice('BTC/USDT', '0.9');
  expect((await curves())[0]).toEqual(curve);
  app.advance(5 * 60_000);
  expect((await curves())[0]?.points.at(-1)).toBe(100);
});

test('curves are within their height, have the ends of the day, and keep its order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 1e9 }), { minLength: 2, maxLength: 200 }), (values) => {
      const points = sampled(values, 24);
      expect(points.length).toBe(Math.min(24, values.length));
      expect([points[0], points.at(-1)]).toEqual([values[0], values.at(-1)]);
      const heights = scaled(points);
      expect(heights.every((height) => Number.isInteger(height) && height >= 0 && height <= 100)).toBe(true);
      if (new Set(points).size > 1) expect([Math.min(...heights), Math.max(...heights)]).toEqual([0, 100]);
      else expect(new Set(heights)).toEqual(new Set([50]));
    }),
    { numRuns: 200 },
  );
});

test('what was listed lately is named, newest first, and what was seeded is not', async () => {
  expect((await app.ok('GET /currency/listed')).list).toEqual([]);
  const DAY = 86_400_000;
  for (const [symbol, age] of [
    ['SOL/USDT', 10],
    ['ADA/USDT', 2],
    ['DOT/USDT', 91],
    ['GONE/USDT', 1],
  ] as const)
    await app.database.query(
      `insert into catalogue_change (version, at, subject, action, reason, after) values
       ((select coalesce(max(version), 0) + 1 from catalogue_change), $2, $1, 'add', 'test', '{}')`,
      [`instrument:${symbol}`, new Date(app.now() - age * DAY)],
    );
  expect((await app.ok('GET /currency/listed')).list.map(({ symbol }) => symbol)).toEqual(['ADA/USDT', 'SOL/USDT']);
});
