import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createEngine } from '../../platform/market/engine.ts';
import type { MarketEngine } from '../../platform/market/engine-types.ts';
import type { SymbolFrame } from '../../platform/market/frame.ts';
import type { PriceSource } from '../../platform/market/price-source.ts';
import { createSimulatedSource } from '../../platform/market/simulated-source.ts';
import type { MarketTerms } from '../../platform/market/terms.ts';
import { seededCatalogue } from './seeded.ts';

/*
 * The attack of the former market, where all quotes followed from a seed: 15 parallel buys of 1,000,000 USDT of a coin and
 * 900,000 USDT of a thin one, each at one price, sold after the move that the seed foretold. 23,122 USDT in nine minutes.
 * The same trader, against the market as it is.
 */

const SECOND = 1_000;
const STEP = 10 * SECOND;
/** The moves of nine minutes do not pay for the way through the ladder any more, even to who knows them. */
const HOLD = 3 * 60 * 60 * SECOND;
const START = Date.UTC(2026, 10, 18, 15);
const COIN = 'BTC/USDT';
const THIN = 'QNT/USDT';
const FEE = 0.001;
const ORDER = 1_000_000;
/** A move that pays for the fees and for the way through both ladders; a ratio. */
const WORTH = 0.005;

const terms = seededCatalogue.marketTerms().filter(({ symbol }) => symbol === COIN || symbol === THIN);
const termsOf = (symbol: string): MarketTerms => terms.find((each) => each.symbol === symbol) as MarketTerms;
const unit = ({ tick, lot }: MarketTerms): number => Number(tick) * Number(lot);

type Rounds = { readonly profits: readonly number[]; readonly sure: number };

/** Whether a foretold price says to buy, and when it is known. */
type Forecast = (symbol: string, at: number) => number | null;

/**
 * Plays rounds of three hours: where the forecast pays for the costs, 15 accounts buy a million each and one the thin
 * coin, and all is sold at the end of the round.
 */
function attack(source: PriceSource, forecast: Forecast, rounds: number): Rounds {
  const engine: MarketEngine = createEngine({ terms, source, overallCap: 1e15 });
  const cash = { total: 0 };
  const holdings = new Map<string, number>();
  let ids = 0;
  let sure = 0;
  const trade = (symbol: string, side: 'buy' | 'sell', lots: number, budget?: number): void => {
    if (lots < 1) return;
    const each = termsOf(symbol);
    const id = `o${ids++}`;
    const { fills } = engine.place(symbol, {
      id,
      userId: id,
      side,
      lots,
      price: null,
      timeInForce: 'IOC',
      ...(budget !== undefined && { budget: BigInt(Math.floor(budget / unit(each))) }),
    });
    for (const fill of fills) {
      const value = fill.price * fill.lots * unit(each);
      cash.total -= (side === 'buy' ? value : -value) + value * FEE;
      holdings.set(symbol, (holdings.get(symbol) ?? 0) + (side === 'buy' ? fill.lots : -fill.lots));
    }
  };
  const profits: number[] = [];
  let now = START;
  const until = (end: number): void => {
    for (; now < end; now += STEP) engine.tick(now);
  };
  until(START + 60 * SECOND);
  for (let round = 0; round < rounds; round++) {
    const before = cash.total;
    for (const [symbol, orders, size] of [
      [COIN, 15, ORDER],
      [THIN, 1, 0.9 * ORDER],
    ] as const) {
      const index = source.price(symbol)?.mid as number;
      const then = forecast(symbol, now + HOLD);
      if (then === null || then / index - 1 < WORTH) continue;
      sure++;
      for (let order = 0; order < orders; order++) trade(symbol, 'buy', 1e12, size);
    }
    until(now + HOLD);
    // What the book does not take at once is sold over the next minutes.
    for (let part = 0; part < 30 && [...holdings.values()].some((lots) => lots > 0); part++) {
      for (const [symbol, lots] of holdings) trade(symbol, 'sell', lots);
      until(now + STEP);
    }
    profits.push(cash.total - before);
  }
  return { profits, sure };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function tOf(values: readonly number[]): number {
  const mean = sum(values) / values.length;
  const variance = sum(values.map((value) => (value - mean) ** 2)) / (values.length - 1);
  return mean / Math.sqrt(variance / values.length);
}

/** The prices of a seed, computed ahead as in the former market: from the source code alone. */
function foretold(seed: string, end: number): (symbol: string, at: number) => number | null {
  const source = createSimulatedSource({ terms, seed });
  const prices = new Map<string, number>();
  for (let at = START; at <= end; at += STEP) {
    source.advance(at, () => true);
    for (const { symbol } of terms) prices.set(`${symbol} ${at}`, source.price(symbol)?.mid as number);
  }
  return (symbol, at) => prices.get(`${symbol} ${at}`) ?? null;
}

const ROUNDS = 16;
/** No round asks for a price later than this: each lasts three hours, and five minutes at most to sell. */
const END = START + ROUNDS * (HOLD + 31 * STEP) + 60 * SECOND;

test('who knows the seed of a rehearsal earns: the trader is able', () => {
  const { profits, sure } = attack(
    createSimulatedSource({ terms, seed: 'rehearsal' }),
    foretold('rehearsal', END),
    ROUNDS,
  );
  expect(sure).toBeGreaterThan(1);
  expect(sum(profits)).toBeGreaterThan(10_000);
});

test('no seed fits the market, and the one that fits best foretells nothing', () => {
  const seeds = [
    '',
    'tessera',
    'rehearsal',
    'development',
    'seed',
    ...Array.from({ length: 60 }, (_, seed) => String(seed)),
  ];
  const source = createSimulatedSource({ terms });
  // Watches for ten minutes, and keeps the seed whose moves are most like those seen.
  const seen: number[] = [];
  for (let at = START; at <= START + 60 * STEP; at += STEP) {
    source.advance(at, () => true);
    seen.push(Math.log(source.price(COIN)?.mid as number));
  }
  const moves = (values: readonly number[]) => values.slice(1).map((value, index) => value - (values[index] as number));
  const likeness = seeds.map((seed) => {
    const then = foretold(seed, START + 60 * STEP);
    const own = moves(seen.map((_, index) => Math.log(then(COIN, START + index * STEP) as number)));
    const real = moves(seen);
    const product = sum(own.map((move, index) => move * (real[index] as number)));
    return product / Math.sqrt(sum(own.map((move) => move ** 2)) * sum(real.map((move) => move ** 2)));
  });
  const best = likeness.indexOf(Math.max(...likeness));
  // The right one has a likeness of 1.
  expect(likeness[best]).toBeLessThan(0.9);
  const { profits } = attack(createSimulatedSource({ terms }), foretold(seeds[best] as string, END), ROUNDS);
  expect(tOf([...profits, -1])).toBeLessThan(4);
});

test('15 parallel buys of a million fill at rising prices and only as far as the ladder, a thin coin hardly at all', () => {
  const source = createSimulatedSource({ terms });
  const engine = createEngine({ terms, source, overallCap: 1e15 });
  for (let at = START; at < START + 120 * SECOND; at += STEP) engine.tick(at);
  const buy = (symbol: string, size: number, id: string) =>
    engine.place(symbol, {
      id,
      userId: id,
      side: 'buy',
      price: null,
      lots: 1e12,
      budget: BigInt(Math.floor(size / unit(termsOf(symbol)))),
      timeInForce: 'IOC',
    });
  const index = source.price(COIN)?.mid as number;
  const placed = Array.from({ length: 15 }, (_, order) => buy(COIN, ORDER, `o${order}`));
  const prices = placed.map(({ fills }) => fills.at(-1)?.price).filter((price) => price !== undefined);
  expect(prices.toSorted((a, b) => a - b)).toEqual(prices);
  expect(new Set(prices).size).toBeGreaterThan(1);
  const { house } = termsOf(COIN);
  const bought = sum(placed.flatMap(({ fills }) => fills.map(({ lots }) => lots)));
  expect(bought).toBeLessThanOrEqual(house.depth);
  // A displayed depth is worth less than 15 millions: the last orders find nothing.
  expect(placed.at(-1)?.fills).toEqual([]);
  const paid = sum(placed.flatMap(({ fills }) => fills.map(({ price, lots }) => price * lots)));
  expect(paid / bought / index - 1).toBeGreaterThan(house.halfSpread + house.width / 4);
  const thin = buy(THIN, 0.9 * ORDER, 'thin');
  const value = sum(thin.fills.map(({ price, lots }) => price * lots)) * unit(termsOf(THIN));
  expect(value).toBeLessThan(20_000);
});

/** All values of an object, however deep, by their paths. */
const pathsOf = (value: unknown, path = ''): string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).flatMap(([key, each]) => pathsOf(each, `${path}.${key}`))
    : [path];

test('the source draws from the operating system: from one state, no two markets go on alike', () => {
  const first = createSimulatedSource({ terms });
  for (let at = START; at <= START + 10 * STEP; at += STEP) first.advance(at, () => true);
  const state = JSON.parse(JSON.stringify(first.state())) as unknown;
  // What is stored: where the prices and their volatility stand, and no state of a generator.
  const kinds = new Set(pathsOf(state).map((path) => path.split('.').slice(1, 3).join('.')));
  expect([...kinds].toSorted()).toEqual(['at', 'process.log', 'process.volatility']);
  const next = (): number => {
    const source = createSimulatedSource({ terms, state });
    source.advance(START + 11 * STEP, () => true);
    return source.price(COIN)?.mid as number;
  };
  expect(new Set(Array.from({ length: 20 }, next)).size).toBe(20);
});

test('a frame holds prices, quantities and trades, and nothing of what draws them', () => {
  const source = createSimulatedSource({ terms });
  const engine = createEngine({ terms, source, overallCap: 1e15 });
  for (let at = START; at < START + 60 * SECOND; at += STEP) engine.tick(at);
  const frame = engine.takeFrame(START + 60 * SECOND);
  const symbol = frame?.symbols[0] as SymbolFrame;
  expect(Object.keys(frame ?? {}).toSorted()).toEqual(['at', 'symbols']);
  expect(Object.keys(symbol).toSorted()).toEqual(
    ['asks', 'at', 'bids', 'halt', 'index', 'last', 'mark', 'open', 'prints', 'symbol', 'tick'].toSorted(),
  );
  for (const print of symbol.prints) {
    expect(Object.keys(print).toSorted()).toEqual(['id', 'lots', 'origin', 'price', 'side']);
  }
  // The state of the source is read by the recorder alone: no call can return it.
  const recorder = readFileSync(new URL('../../platform/market/recorder.ts', import.meta.url), 'utf8');
  expect(recorder).toContain('from market_state');
});
