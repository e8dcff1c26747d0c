import { cmp, isOnStep, sum } from '@tessera/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { marketListings } from '../../../domains/instruments/index.ts';
import { stateAt } from '../../calendar/calendar.ts';
import type { Bar, Feed } from '../feed.ts';
import { TICK_MS } from './instrument-market.ts';
import type { MarketListing } from './market-listing.ts';
import { simulatedFeed } from './simulated-feed.ts';

const at = (text: string): number => Date.parse(text);
const NOON = at('2026-11-18T12:00:00Z');
const MINUTE = 60_000;

function marketAt(time: number, listings: readonly MarketListing[] = marketListings, seed = 'test') {
  const clock = { time };
  return { clock, feed: simulatedFeed({ seed, listings, now: () => clock.time }) };
}

const anySymbol = fc.constantFrom(...marketListings.map(({ symbol }) => symbol));
const anyTime = fc.integer({ min: at('2024-06-01'), max: at('2027-11-01') });
const listingOf = (symbol: string): MarketListing =>
  marketListings.find((each) => each.symbol === symbol) as MarketListing;
const quoteOf = (feed: Feed, symbol: string) => {
  const quote = feed.quote(symbol);
  if (!quote) throw new Error(`no quote of ${symbol}`);
  return quote;
};

describe('a quote', () => {
  test('depends on seed, symbol and time alone', () => {
    const other = marketAt(NOON, marketListings, 'another seed').feed;
    fc.assert(
      fc.property(anySymbol, anyTime, fc.array(anyTime, { maxLength: 3 }), (symbol, time, before) => {
        const wandering = marketAt(NOON);
        for (wandering.clock.time of before) wandering.feed.quote(symbol);
        wandering.clock.time = time;
        expect(wandering.feed.quote(symbol)).toEqual(marketAt(time, [listingOf(symbol)]).feed.quote(symbol));
      }),
      { numRuns: 40 },
    );
    expect(quoteOf(other, 'BTC/USDT').last).not.toBe(quoteOf(marketAt(NOON).feed, 'BTC/USDT').last);
  });

  test('is positive, on the tick, with the bid under the ask and the last price between, within the day’s range', () => {
    fc.assert(
      fc.property(anySymbol, anyTime, (symbol, time) => {
        const { tick } = listingOf(symbol);
        const { last, bid, ask, high24h, low24h } = quoteOf(marketAt(time, [listingOf(symbol)]).feed, symbol);
        for (const price of [last, bid, ask, high24h, low24h]) {
          expect(cmp(price, '0')).toBe(1);
          expect(isOnStep(price, tick), `${price} on ${tick}`).toBe(true);
        }
        expect(cmp(bid, ask)).toBe(-1);
        expect(cmp(bid, last)).toBeLessThanOrEqual(0);
        expect(cmp(last, ask)).toBeLessThanOrEqual(0);
        expect(cmp(low24h, last)).toBeLessThanOrEqual(0);
        expect(cmp(last, high24h)).toBeLessThanOrEqual(0);
      }),
      { numRuns: 150 },
    );
  });

  test('is at most a tick of the market old while it is open, and keeps its last price while it is closed', () => {
    fc.assert(
      fc.property(anySymbol, anyTime, (symbol, time) => {
        const { clock, feed } = marketAt(time, [listingOf(symbol)]);
        const state = stateAt(listingOf(symbol).calendar, time);
        const quote = quoteOf(feed, symbol);
        expect(quote.open).toBe(state.open);
        if (state.open) expect(time - quote.at).toBeLessThan(TICK_MS);
        else {
          expect(quote.at).toBe(state.since - TICK_MS);
          clock.time = state.since - 1;
          expect(quoteOf(feed, symbol).last).toBe(quote.last);
        }
      }),
      { numRuns: 80 },
    );
  });

  test('starts from plausible prices: within a third of the anchor in the weeks around it', () => {
    const { feed } = marketAt(NOON);
    for (const { symbol, simulation } of marketListings) {
      const ratio = Number(quoteOf(feed, symbol).last) / simulation.anchor;
      expect(ratio, symbol).toBeGreaterThan(0.66);
      expect(ratio, symbol).toBeLessThan(1.5);
    }
  });

  test('of a cross follows from its legs: a round trip gains nothing', () => {
    const { feed, clock } = marketAt(NOON);
    for (let hour = 0; hour < 48; hour++) {
      clock.time = NOON + hour * 3_600_000;
      const bid = (symbol: string) => Number(quoteOf(feed, symbol).bid);
      const ask = (symbol: string) => Number(quoteOf(feed, symbol).ask);
      expect((((1 / ask('BTC/USDT')) * 1) / ask('ETH/BTC')) * bid('ETH/USDT')).toBeLessThan(1);
      expect((1 / ask('ETH/USDT')) * bid('ETH/BTC') * bid('BTC/USDT')).toBeLessThan(1);
    }
  });

  test('is null for what is not listed', () => {
    const { feed } = marketAt(NOON);
    expect(feed.quote('NO/SUCH')).toBeNull();
    expect(feed.depth('NO/SUCH', 5)).toBeNull();
    expect(feed.trades('NO/SUCH', 0, 5)).toEqual([]);
  });
});

describe('depth and trades', () => {
  test('the book starts at bid and ask, its prices walk away from them and its amounts are whole lots', () => {
    fc.assert(
      fc.property(anySymbol, anyTime, (symbol, time) => {
        const { feed } = marketAt(time, [listingOf(symbol)]);
        const { bids, asks } = feed.depth(symbol, 20) ?? { bids: [], asks: [] };
        const { bid, ask } = quoteOf(feed, symbol);
        expect([bids[0]?.[0], asks[0]?.[0]]).toEqual([bid, ask]);
        for (let level = 1; level < bids.length; level++)
          expect(cmp(bids[level]?.[0] ?? '', bids[level - 1]?.[0] ?? '')).toBe(-1);
        for (let level = 1; level < asks.length; level++)
          expect(cmp(asks[level]?.[0] ?? '', asks[level - 1]?.[0] ?? '')).toBe(1);
        for (const [price, amount] of [...bids, ...asks]) {
          expect(cmp(price, '0')).toBe(1);
          expect(cmp(amount, '0')).toBe(1);
          expect(isOnStep(amount, listingOf(symbol).lot)).toBe(true);
        }
        expect(asks).toHaveLength(20);
      }),
      { numRuns: 80 },
    );
  });

  test('the trades of a minute are its volume, and none is printed twice', async () => {
    const { feed } = marketAt(NOON + MINUTE);
    const trades = feed.trades('SOL/USDT', NOON - 1, 1000).filter((trade) => trade.at < NOON + MINUTE);
    const [bar] = await feed.bars('SOL/USDT', '1m', { from: NOON, to: NOON, limit: 1 });
    expect(Number(sum(trades.map(({ amount }) => amount)))).toBeCloseTo(Number(bar?.[5]), 9);
    expect(new Set(trades.map(({ id }) => id)).size).toBe(trades.length);
    expect(trades.length).toBeGreaterThan(20);
    const earlier = trades[10];
    expect(feed.trades('SOL/USDT', earlier?.at ?? 0, 1000)[0]).toEqual(trades[11]);
  });
});

describe('bars', () => {
  const joined = (bars: readonly Bar[]) => ({
    open: Number(bars[0]?.[1]),
    high: Math.max(...bars.map((bar) => Number(bar[2]))),
    low: Math.min(...bars.map((bar) => Number(bar[3]))),
    close: Number(bars.at(-1)?.[4]),
    volume: Number(sum(bars.map((bar) => bar[5]))),
  });

  test.each([
    ['BTC/USDT', '1h', '1m', 60],
    ['PEPE/USDT', '4h', '15m', 16],
    ['ETH/BTC', '1d', '1h', 24],
    ['AAPL', '1d', '5m', 78],
    ['EUR/JPY', '1w', '1h', 121],
    ['CL', '1M', '1d', 31],
  ] as const)('%s: a bar of %s is the sum of its bars of %s', async (symbol, long, short, most) => {
    const { feed } = marketAt(at('2026-11-19T00:00Z'));
    const [whole] = await feed.bars(symbol, long, { to: at('2026-10-21T12:00Z'), limit: 1 });
    const next = await feed.bars(symbol, long, { from: (whole?.[0] ?? 0) + 1, limit: 1 });
    const parts = await feed.bars(symbol, short, { from: whole?.[0] ?? 0, to: (next[0]?.[0] ?? 0) - 1, limit: 1000 });
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.length).toBeLessThanOrEqual(most);
    const [, open, high, low, close, volume] = (whole?.map(Number) ?? []) as number[];
    expect(joined(parts)).toEqual({ open, high, low, close, volume });
  });

  test('history and the live bar agree when a bar ends, and the high is never under the low', async () => {
    const { clock, feed } = marketAt(NOON);
    for (let second = 0; second < 60; second += 7) {
      clock.time = NOON + second * 1000;
      const [, open = '', high = '', low = '', close = ''] = feed.liveBar('BTC/USDT', '1m') ?? [];
      expect(close).toBe(quoteOf(feed, 'BTC/USDT').last);
      for (const price of [open, close]) {
        expect(cmp(low, price)).toBeLessThanOrEqual(0);
        expect(cmp(price, high)).toBeLessThanOrEqual(0);
      }
    }
    clock.time = NOON + MINUTE - 1;
    const last = feed.liveBar('BTC/USDT', '1m');
    clock.time = NOON + MINUTE;
    const [finished, forming] = await feed.bars('BTC/USDT', '1m', { from: NOON, limit: 5 });
    expect(finished).toEqual(last);
    expect(forming).toEqual(feed.liveBar('BTC/USDT', '1m'));
  });

  test('the current daily bar converges to the bar in history', async () => {
    const { clock, feed } = marketAt(at('2026-11-18T00:00:01Z'));
    for (let hour = 0; hour < 24; hour++) {
      clock.time = at('2026-11-18T00:00:01Z') + hour * 3_600_000;
      feed.liveBar('ETH/USDT', '1d');
    }
    clock.time = at('2026-11-19T00:00Z') - 1;
    const grown = feed.liveBar('ETH/USDT', '1d');
    const fresh = marketAt(at('2026-11-20T00:00Z')).feed;
    expect(grown).toEqual((await fresh.bars('ETH/USDT', '1d', { from: at('2026-11-18'), limit: 1 }))[0]);
  });

  test('periods without trading have no bar', async () => {
    const { feed } = marketAt(at('2026-11-23T15:00Z'));
    const bars = await feed.bars('AAPL', '1h', { limit: 9 });
    expect(bars.map(([time]) => new Date(time).toISOString().slice(5, 13))).toEqual([
      ...['11-20T14', '11-20T15', '11-20T16', '11-20T17', '11-20T18', '11-20T19', '11-20T20'],
      ...['11-23T14', '11-23T15'],
    ]);
    expect(feed.liveBar('0700.HK', '1m')).toBeNull();
  });

  test('returns the last bars without a start, and the first ones with a start', async () => {
    const { feed } = marketAt(NOON + 1);
    const last = await feed.bars('BTC/USDT', '1h', { limit: 3 });
    expect(last.map(([time]) => time)).toEqual([NOON - 7_200_000, NOON - 3_600_000, NOON]);
    const first = await feed.bars('BTC/USDT', '1h', { from: NOON - 7_200_000, limit: 2 });
    expect(first).toEqual(last.slice(0, 2));
  });
});
