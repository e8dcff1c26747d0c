import { convert, type Leg, QUOTE_LASTS, QUOTE_RESTS, quoteProblem, withSpread } from '@tessera/api/convert/rules';
import { beforeAll, describe, expect, test } from 'vitest';
import { movingMarket } from '../../../test/moving-market.ts';

/*
 * A quote is an option for ten seconds that costs nothing. These traders play it against half an hour of ticks of the
 * simulated market, as the engine makes them, with the terms of `configuration.ts`. Their result is in basis points of
 * what they converted, at the index of the moment of the conversion: kinder to them than any market to unwind in.
 */

const START = Date.UTC(2026, 10, 20, 15);
const STEP = 500;
const STEPS = 3_600;
const SYMBOLS = ['BTC/USDT', 'ETH/USDT'] as const;
const SPREAD = '0.001';
const FEE = '0.001';
const COINS = ['BTC', 'ETH', 'USDT'] as const;
type Coin = (typeof COINS)[number];

type Prices = { readonly bid: number; readonly ask: number; readonly index: number };
/** What all users see at one instant. */
type Tick = { readonly at: number; readonly prices: Readonly<Record<Coin, Prices>> };
type Terms = { readonly spread: string; readonly fee: string; readonly judged: boolean };

const PUBLISHED: Terms = { spread: SPREAD, fee: FEE, judged: true };
/** What a quote would be without any defence. */
const BARE: Terms = { spread: '0', fee: '0', judged: false };

const dollar: Prices = { bid: 1, ask: 1, index: 1 };
let ticks: readonly Tick[];

beforeAll(() => {
  let now = START;
  const market = movingMarket(() => now, SYMBOLS);
  const pricesOf = (symbol: string): Prices => {
    const { bid, ask, index } = market.quote(symbol) ?? { bid: '0', ask: '0', index: '0' };
    return { bid: Number(bid), ask: Number(ask), index: Number(index) };
  };
  ticks = Array.from({ length: STEPS }, () => {
    now += STEP;
    market.step();
    const [BTC, ETH] = SYMBOLS.map(pricesOf) as [Prices, Prices];
    return { at: now, prices: { BTC, ETH, USDT: dollar } };
  });
});

function legOf({ prices }: Tick, code: Coin, { spread }: Terms): Leg {
  const { bid, ask, index } = prices[code];
  const market = { bid: String(bid), ask: String(ask), index: String(index) };
  if (code === 'USDT') return { code, scale: 12, ...market };
  if (spread === '0') return { code, scale: 12, bid: market.index, ask: market.index, index: market.index };
  return { code, scale: 12, ...withSpread(market, spread) };
}

const PAIRS = COINS.flatMap((from) => COINS.flatMap((to) => (from === to ? [] : [{ from, to }])));

/** What the source is worth against what it yields, in basis points of it. */
function gain(receive: string, from: Coin, to: Coin, { prices }: Tick): number {
  return (Number(receive) * (prices[to].index / prices[from].index) - 1) * 10_000;
}

type Play = { readonly used: number; readonly refused: number; readonly mean: number; readonly best: number };

/**
 * Asks for a quote of every pair every ten seconds, as with many accounts, and uses each at the instant that is best for
 * the trader; it knows the next ten seconds. It uses no quote at a loss, where there is a gain at any instant.
 */
function clairvoyant(record: readonly Tick[], terms: Terms): Play {
  const gains: number[] = [];
  let refused = 0;
  const window = QUOTE_LASTS / STEP;
  for (let start = 0; start + window < record.length; start += window) {
    const made = record[start] as Tick;
    for (const { from, to } of PAIRS) {
      const { rate, receive } = convert('1', legOf(made, from, terms), legOf(made, to, terms), terms.fee);
      let best = Number.NEGATIVE_INFINITY;
      for (const tick of record.slice(start + QUOTE_RESTS / STEP, start + window)) {
        const value = gain(receive, from, to, tick);
        if (value <= best) continue;
        const moment = { from: legOf(tick, from, terms), to: legOf(tick, to, terms), now: tick.at };
        if (terms.judged && quoteProblem({ rate, madeAt: made.at }, moment)) refused += 1;
        else best = value;
      }
      if (best > Number.NEGATIVE_INFINITY) gains.push(best);
    }
  }
  const mean = gains.reduce((sum, each) => sum + each, 0) / gains.length;
  return { used: gains.length, refused, mean, best: Math.max(...gains) };
}

/** The market of a coin moves at once in the middle of each quote, by turns up and down. */
const withJumps = (record: readonly Tick[], size: number): readonly Tick[] => {
  const window = QUOTE_LASTS / STEP;
  let factor = 1;
  return record.map((tick, index) => {
    if (index % window === window / 2) factor *= Math.floor(index / window) % 2 === 0 ? 1 + size : 1 / (1 + size);
    const { bid, ask, index: middle } = tick.prices.BTC;
    const BTC = { bid: bid * factor, ask: ask * factor, index: middle * factor };
    return { ...tick, prices: { ...tick.prices, BTC } };
  });
};

describe('who may use a quote at the best of ten seconds', () => {
  test('earns from quotes without spread, fee and judgement', () => {
    const { mean, best } = clairvoyant(ticks, BARE);
    expect(mean).toBeGreaterThan(0.5);
    expect(best).toBeGreaterThan(3);
  });

  test('loses the fee at least with every one of the quotes that are made, over all pairs at once', () => {
    const { used, mean, best } = clairvoyant(ticks, PUBLISHED);
    expect(used).toBeGreaterThan(1_000);
    expect(best).toBeLessThanOrEqual(-9.99);
    expect(mean).toBeLessThan(-15);
  });

  test.each([0.005])('earns nothing from jumps of that size either: %d; spread and fee alone would not do', (size) => {
    const record = withJumps(ticks, size);
    const { best, refused } = clairvoyant(record, PUBLISHED);
    expect(best).toBeLessThanOrEqual(-9.99);
    expect(refused).toBeGreaterThan(100);
    expect(clairvoyant(record, { ...PUBLISHED, judged: false }).best).toBeGreaterThan(0);
  });

  test('still has a quote where the market is calm: nearly none is refused to who uses it at once', () => {
    let refused = 0;
    const window = QUOTE_LASTS / STEP;
    for (let start = 0; start + window < ticks.length; start += window) {
      const [made, used] = [ticks[start] as Tick, ticks[start + 6] as Tick];
      const { rate } = convert('1', legOf(made, 'BTC', PUBLISHED), legOf(made, 'USDT', PUBLISHED), FEE);
      const moment = { from: legOf(used, 'BTC', PUBLISHED), to: legOf(used, 'USDT', PUBLISHED), now: used.at };
      if (quoteProblem({ rate, madeAt: made.at }, moment)) refused += 1;
    }
    expect(refused).toBeLessThanOrEqual(Math.ceil(0.01 * (STEPS / window)));
  });
});

/** Converts around a circle, each step at a quote that it uses at the best of its ten seconds. */
function circle(path: readonly Coin[]): number {
  const window = QUOTE_LASTS / STEP;
  let held = '1';
  let start = 0;
  let rounds = 0;
  while (start + window * path.length < ticks.length) {
    for (const [step, from] of path.entries()) {
      const to = path[(step + 1) % path.length] as Coin;
      const made = ticks[start] as Tick;
      held = convert(held, legOf(made, from, PUBLISHED), legOf(made, to, PUBLISHED), FEE).receive;
      start += window;
    }
    rounds += 1;
  }
  return (Number(held) ** (1 / rounds) - 1) * 10_000;
}

test.each<[readonly Coin[], number]>([
  [['USDT', 'BTC'], -35],
  [['USDT', 'BTC', 'ETH'], -60],
  [['BTC', 'ETH'], -55],
])('a circle %j costs more than %d basis points a round', (path, most) => {
  expect(circle(path)).toBeLessThan(most);
});

test('who sees the market half a second before the exchange and asks for a quote then comes too late to use it', () => {
  const record = withJumps(ticks, 0.01);
  const early = 1;
  let used = 0;
  for (let index = 1; index + 4 < record.length; index++) {
    const [before, seen] = [record[index - 1] as Tick, record[index] as Tick];
    if (Math.abs(seen.prices.BTC.index / before.prices.BTC.index - 1) < 0.005) continue;
    // The exchange still quotes the price of before.
    const [from, to]: [Coin, Coin] =
      seen.prices.BTC.index < before.prices.BTC.index ? ['BTC', 'USDT'] : ['USDT', 'BTC'];
    const { rate, receive } = convert('1', legOf(before, from, PUBLISHED), legOf(before, to, PUBLISHED), FEE);
    expect(gain(receive, from, to, seen)).toBeGreaterThan(50);
    const usable = record[index + QUOTE_RESTS / STEP - early] as Tick;
    const moment = {
      from: legOf(usable, from, PUBLISHED),
      to: legOf(usable, to, PUBLISHED),
      now: seen.at + QUOTE_RESTS,
    };
    if (!quoteProblem({ rate, madeAt: seen.at }, moment)) used += 1;
  }
  expect(used).toBe(0);
});
