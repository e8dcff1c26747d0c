import { expect, test } from 'vitest';
import { coin } from '../../../test/scripted-market.ts';
import { createSimulatedSource } from './simulated-source.ts';
import type { MarketTerms } from './terms.ts';

const START = Date.UTC(2026, 10, 23, 12);
const SYMBOLS = ['A', 'B'];
const terms: MarketTerms[] = SYMBOLS.map((symbol) =>
  coin(symbol, {
    simulation: {
      start: 100,
      parts: [
        { key: 'class', weight: 0.7 },
        { key: symbol, weight: 0.7 },
      ],
      dailyTurnover: 100_000_000,
    },
  }),
);
const always = () => true;
type Source = ReturnType<typeof createSimulatedSource>;
const prices = (source: Source) => SYMBOLS.map((symbol) => source.price(symbol)?.mid);
const run = (source: Source, steps: number, from = START) => {
  for (let step = 1; step <= steps; step++) source.advance(from + step * 200, always);
  return from + steps * 200;
};

test('begins at the price of the catalogue, in ticks, and moves at each step', () => {
  const source = createSimulatedSource({ terms });
  expect(source.price('A')).toBeNull();
  source.advance(START, always);
  expect(source.price('A')).toEqual({ mid: expect.closeTo(10_000, 6), at: START, spread: 0 });
  source.advance(START + 200, always);
  expect(source.price('A')?.mid).not.toBeCloseTo(10_000, 6);
  expect(source.price('X')).toBeNull();
});

test('the same seed draws the same; without one nothing repeats', () => {
  const draw = (seed?: string) => {
    const source = createSimulatedSource({ terms, ...(seed !== undefined && { seed }) });
    run(source, 500);
    return [prices(source), source.state()];
  };
  expect(draw('x')).toEqual(draw('x'));
  expect(draw('x')).not.toEqual(draw('y'));
  expect(draw()).not.toEqual(draw());
});

test('another holder goes on with the state, at the prices of the record; an outage moves nothing far', () => {
  const first = createSimulatedSource({ terms });
  const at = run(first, 500);
  const state = JSON.parse(JSON.stringify(first.state())) as unknown;
  const next = createSimulatedSource({ terms, state, prices: new Map([['A', 12_345]]) });
  expect(next.price('A')?.mid).toBeCloseTo(12_345, 6);
  expect(next.price('B')?.mid).toBeCloseTo(first.price('B')?.mid as number, 6);
  // A day later: as if ten seconds had passed.
  next.advance(at + 86_400_000, always);
  expect(Math.abs((next.price('A')?.mid as number) / 12_345 - 1)).toBeLessThan(0.02);
});

test('a state of another form is left alone', () => {
  for (const state of [null, 5, 'x', {}, { at: 1 }, { at: 1, process: null }, { at: 1, process: {} }]) {
    const source = createSimulatedSource({ terms, state });
    source.advance(START, always);
    expect(source.price('A')?.mid).toBeCloseTo(10_000, 6);
  }
});

test('a closed symbol keeps its price and has no trades; time that goes back moves nothing', () => {
  const source = createSimulatedSource({ terms, seed: 'closed' });
  source.advance(START, always);
  const before = prices(source);
  let trades = 0;
  for (let step = 1; step < 500; step++) {
    source.advance(START + step * 200, (symbol) => symbol === 'B');
    trades += source.prints('A').length;
  }
  expect(source.price('A')?.mid).toBe(before[0]);
  expect(source.price('B')?.mid).not.toBe(before[1]);
  expect(trades).toBe(0);
  const now = prices(source);
  source.advance(START, always);
  expect(prices(source)).toEqual(now);
});

test('trades add up to about the turnover of a day, on both sides, and cluster with volatility', () => {
  const source = createSimulatedSource({ terms, seed: 'volume' });
  const hours: { readonly volume: number; readonly moves: number }[] = [];
  let buys = 0;
  let trades = 0;
  /** Prints at a price, or of less than a lot. */
  let wrong = 0;
  let at = START;
  for (let hour = 0; hour < 24; hour++) {
    let volume = 0;
    let moves = 0;
    for (let step = 0; step < 1_800; step++) {
      const before = source.price('A')?.mid ?? 10_000;
      at += 2_000;
      source.advance(at, always);
      const mid = source.price('A')?.mid as number;
      moves += Math.log(mid / before) ** 2;
      for (const { lots, side, price } of source.prints('A')) {
        if (price !== null || !(lots >= 1)) wrong++;
        volume += lots * 0.1 * mid * 0.01;
        trades++;
        if (side === 'buy') buys++;
      }
    }
    hours.push({ volume, moves: Math.sqrt(moves) });
  }
  expect(wrong).toBe(0);
  const turnover = hours.reduce((sum, { volume }) => sum + volume, 0);
  expect(turnover / 100_000_000).toBeGreaterThan(0.2);
  expect(turnover / 100_000_000).toBeLessThan(5);
  expect(Math.abs(buys / trades - 0.5)).toBeLessThan(0.02);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [volumes, moves] = [hours.map(({ volume }) => volume), hours.map((hour) => hour.moves)];
  const deviation = (values: readonly number[]) => Math.sqrt(mean(values.map((value) => (value - mean(values)) ** 2)));
  const covariance = mean(
    volumes.map((volume, index) => (volume - mean(volumes)) * ((moves[index] as number) - mean(moves))),
  );
  expect(covariance / deviation(volumes) / deviation(moves)).toBeGreaterThan(0.5);
});

test('new terms keep the prices of symbols that stay, in the ticks of now', () => {
  const source = createSimulatedSource({ terms });
  const at = run(source, 100);
  const price = (source.price('A')?.mid as number) * 0.01;
  source.revise([{ ...(terms[0] as MarketTerms), tick: '0.001' }, coin('C')]);
  expect((source.price('A')?.mid as number) * 0.001).toBeCloseTo(price, 9);
  expect(source.price('B')).toBeNull();
  expect(source.price('C')?.mid).toBeCloseTo(10_000, 6);
  source.advance(at + 200, always);
  expect((source.price('A')?.mid as number) * 0.001).not.toBeCloseTo(price, 9);
});
