import { expect, test } from 'vitest';
import { createSimulatedSource } from '../../platform/market/simulated-source.ts';
import { seededCatalogue } from './seeded.ts';

const STEP = 10_000;
const DAY = 86_400_000;
const DAYS = 1;
/** A day on which all of these trade. */
const START = Date.UTC(2026, 10, 18);

/*
 * The attack: three instruments that form a circle, each with a fair price of its own. A price that is expected to stay
 * in bitcoins is not expected to stay in dollars, so the circle opens by the covariance of both, every day a bit
 * further: ETH/BTC by 0.02 % a day, 0.6 % within a month, against fees of 0.3 %. A trader who goes around it earns the rest
 * without risk. Now a cross is the ratio of the dollar prices, and no circle opens.
 */

const CIRCLES = [
  ['ETH/BTC', 'ETH/USDT', 'BTC/USDT', 1],
  ['EUR/GBP', 'EUR/USD', 'GBP/USD', 1],
  ['EUR/JPY', 'EUR/USD', 'USD/JPY', -1],
  ['CHF/JPY', 'USD/JPY', 'USD/CHF', 1],
] as const;
const SYMBOLS = new Set<unknown>(CIRCLES.flat());
const terms = seededCatalogue.marketTerms().filter(({ symbol }) => SYMBOLS.has(symbol));

test('a cross goes on from its own price when a leg is no longer listed, and back to the ratio when it is again', () => {
  const source = createSimulatedSource({ terms, seed: 'legs' });
  source.advance(START, () => true);
  source.advance(START + STEP, () => true);
  const before = source.price('ETH/BTC')?.mid as number;
  source.revise(terms.filter(({ symbol }) => symbol !== 'ETH/USDT'));
  expect(source.price('ETH/BTC')?.mid).toBeCloseTo(before, 6);
  source.advance(START + 2 * STEP, () => true);
  expect(source.price('ETH/BTC')?.mid).not.toBe(before);
  expect(source.price('ETH/USDT')).toBeNull();
});

test('a source that goes on from a state and the recorded prices has the same prices', () => {
  const first = createSimulatedSource({ terms, seed: 'state' });
  for (let step = 0; step < 5; step++) first.advance(START + step * STEP, () => true);
  const state = JSON.parse(JSON.stringify(first.state())) as unknown;
  const prices = new Map(terms.map(({ symbol }) => [symbol, first.price(symbol)?.mid as number]));
  const again = createSimulatedSource({ terms, state, prices, seed: 'other' });
  again.advance(START + 4 * STEP, () => true);
  for (const { symbol } of terms) {
    expect((again.price(symbol)?.mid as number) / (prices.get(symbol) as number), symbol).toBeCloseTo(1, 9);
  }
});

test('going around a circle of instruments earns nothing, however long it is left alone', () => {
  const source = createSimulatedSource({ terms, seed: 'circles' });
  const tickOf = new Map(terms.map(({ symbol, tick }) => [symbol, Number(tick)]));
  const price = (symbol: string): number => {
    const found = source.price(symbol);
    if (!found) throw new Error(`${symbol} has no price`);
    return found.mid * (tickOf.get(symbol) as number);
  };
  source.advance(START, () => true);
  for (let at = START + STEP; at <= START + DAYS * DAY; at += STEP) source.advance(at, () => true);
  for (const [cross, over, under, power] of CIRCLES) {
    const around = price(over) / price(under) ** power;
    expect(price(cross) / around - 1, cross).toBeCloseTo(0, 9);
  }
});
