import type { Interval } from '@tessera/api/rules';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { seededCatalogue } from '../../domains/instruments/seeded.ts';
import { stateAt } from '../calendar/calendar.ts';
import { openingOf } from '../feed/kline-interval.ts';
import { barsOf } from './bar-store.ts';
import { type Candle, gathered, PARTS_OF } from './candles.ts';
import { drawHistory, ensureHistory, type SymbolHistory } from './history.ts';
import type { MarketTerms } from './terms.ts';

/** A Friday afternoon, in the middle of bars of every interval. */
const NOW = Date.UTC(2026, 10, 20, 15, 7, 42);
const FROM = Date.UTC(2026, 3, 1);
const DAY = 86_400_000;
const SYMBOLS = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC', 'EUR/USD', 'AAPL'];
const terms: readonly MarketTerms[] = seededCatalogue.marketTerms().filter(({ symbol }) => SYMBOLS.includes(symbol));
const termsOf = (symbol: string): MarketTerms => terms.find((each) => each.symbol === symbol) as MarketTerms;
const all: ReadonlyMap<string, SymbolHistory> = new Map(
  [...drawHistory({ terms, now: NOW, from: FROM, seed: 'test' })].map((each) => [each.symbol, each]),
);
const bars = (symbol: string, interval: Interval): readonly Candle[] => all.get(symbol)?.bars.get(interval) ?? [];

describe('the history before the first start', () => {
  test('is of every listed symbol and every interval, finished, sound and without a gap', () => {
    expect([...all.keys()].sort()).toEqual([...SYMBOLS].sort());
    for (const symbol of SYMBOLS) {
      for (const interval of ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w', '1M'] as const) {
        const some = bars(symbol, interval);
        expect(some.length, `${symbol} ${interval}`).toBeGreaterThan(interval === '1M' ? 6 : 20);
        some.forEach((bar, index) => {
          const { opening, open, high, low, close, lots } = bar;
          expect(low > 0 && low <= Math.min(open, close) && high >= Math.max(open, close) && lots >= 0).toBe(true);
          expect(openingOf(interval, opening)).toBe(opening);
          const before = some[index - 1];
          if (before) expect([before.opening < opening, before.close]).toEqual([true, open]);
        });
      }
    }
    expect(bars('BTC/USDT', '1m').at(-1)?.opening).toBe(Date.UTC(2026, 10, 20, 15, 6));
    expect(bars('BTC/USDT', '1h').at(-1)?.opening).toBe(Date.UTC(2026, 10, 20, 14));
    expect(bars('BTC/USDT', '1M').at(-1)?.opening).toBe(Date.UTC(2026, 9, 1));
  });

  test('has longer bars that consist of the shorter ones where both exist', () => {
    for (const symbol of SYMBOLS) {
      for (const [interval, parts] of PARTS_OF) {
        const shorter = bars(symbol, parts);
        const whole = new Map(gathered(interval, shorter).map((bar) => [bar.opening, bar]));
        const begin = (shorter[0] as Candle).opening;
        const both = bars(symbol, interval).filter(({ opening }) => opening >= begin);
        expect(both.length).toBeGreaterThan(0);
        for (const bar of both) expect(bar).toEqual(whole.get(bar.opening));
      }
    }
  });

  test('ends at the price from which the market starts, and a cross at the ratio of its legs', () => {
    const price = (symbol: string) => (all.get(symbol)?.start ?? 0) * Number(termsOf(symbol).tick);
    expect(price('BTC/USDT')).toBeCloseTo(termsOf('BTC/USDT').simulation.start, 1);
    expect(bars('BTC/USDT', '1m').at(-1)?.close).toBe(all.get('BTC/USDT')?.start);
    expect(Math.abs(price('ETH/BTC') / (price('ETH/USDT') / price('BTC/USDT')) - 1)).toBeLessThan(1e-3);
    const [moved] = drawHistory({
      terms: [termsOf('BTC/USDT')],
      now: NOW,
      from: NOW - DAY,
      prices: new Map([['BTC/USDT', 41_234.56]]),
    });
    expect(moved?.start).toBe(Math.round(41_234.56 / Number(termsOf('BTC/USDT').tick)));
  });

  test('trades in the hours of each instrument alone', () => {
    for (const symbol of ['AAPL', 'EUR/USD']) {
      const { calendar } = termsOf(symbol);
      for (const { opening } of bars(symbol, '1m')) expect(stateAt(calendar, opening).open).toBe(true);
    }
    expect(bars('AAPL', '1m').length).toBeLessThan(8 * 60);
    expect(bars('AAPL', '1d').length).toBeLessThan((bars('BTC/USDT', '1d').length * 5.3) / 7);
  });

  test('moves as the market does: daily returns and volume of the size that the catalogue says', () => {
    const daily = bars('BTC/USDT', '1d');
    const { tick, lot, simulation } = termsOf('BTC/USDT');
    const weight = Math.sqrt(simulation.parts.reduce((sum, part) => sum + part.weight ** 2, 0));
    const squares = daily.map(({ open, close }) => Math.log(close / open) ** 2);
    const deviation = Math.sqrt(squares.reduce((sum, each) => sum + each, 0) / squares.length);
    expect(deviation / (weight * 0.55 * Math.sqrt(1 / 365))).toBeGreaterThan(0.4);
    expect(deviation / (weight * 0.55 * Math.sqrt(1 / 365))).toBeLessThan(2.5);
    const turnover = daily.map(({ lots, close }) => lots * Number(lot) * close * Number(tick));
    const mean = turnover.reduce((sum, each) => sum + each, 0) / turnover.length;
    expect(mean / simulation.dailyTurnover).toBeGreaterThan(0.4);
    expect(mean / simulation.dailyTurnover).toBeLessThan(2.5);
  });
});

describe('a database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());

  test('gets its history once, from whichever of two nodes', async () => {
    const options = () => ({ terms, now: NOW, from: NOW - 3 * DAY });
    expect((await Promise.all([ensureHistory(database, options), ensureHistory(database, options)])).sort()).toEqual([
      false,
      true,
    ]);
    expect(await ensureHistory(database, options)).toBe(false);
    const rows = await database.query<{ id: number; symbol: string; start: string }>(
      'select id, symbol, start from market_symbol',
    );
    expect(rows.map(({ symbol }) => symbol).sort()).toEqual([...SYMBOLS].sort());
    const btc = rows.find(({ symbol }) => symbol === 'BTC/USDT');
    const [last] = await barsOf(database, btc?.id as number, '1m', { limit: 1 });
    expect(String(last?.close)).toBe(btc?.start);
  });
});
