import { expect, test } from 'vitest';
import { type Moving, priceProcess, seasonAt } from './price-process.ts';
import { seededRandom, systemRandom } from './random.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const own = (symbol: string): Moving => ({ symbol, parts: [{ key: symbol, weight: 1 }] });
const always = () => true;
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Autocorrelation at a lag. */
function autocorrelation(values: readonly number[], lag: number): number {
  const centre = mean(values);
  const deviations = values.map((value) => value - centre);
  const variance = mean(deviations.map((value) => value * value));
  return mean(deviations.slice(lag).map((value, index) => value * (deviations[index] as number))) / variance;
}

/** Log returns of one instrument, a step each. */
function returnsOf(steps: number, elapsed: number, seed: string): number[] {
  const process = priceProcess([own('A')], seededRandom(seed), () => 0);
  let before = 0;
  return Array.from({ length: steps }, (_, index) => {
    process.step(index * elapsed, elapsed, always);
    const move = process.log(0) - before;
    before = process.log(0);
    return move;
  });
}

test('minute returns have fat tails and clustered volatility, and no autocorrelation', () => {
  const returns = returnsOf(120_000, MINUTE, 'statistics');
  const variance = mean(returns.map((value) => value * value));
  const kurtosis = mean(returns.map((value) => value ** 4)) / variance ** 2;
  expect(kurtosis).toBeGreaterThan(8);
  const sizes = returns.map(Math.abs);
  expect(autocorrelation(sizes, 1)).toBeGreaterThan(0.15);
  expect(autocorrelation(sizes, 100)).toBeGreaterThan(0.05);
  for (const lag of [1, 2, 5, 10]) expect(Math.abs(autocorrelation(returns, lag))).toBeLessThan(0.03);
});

test('a year is about as volatile as stated', () => {
  const returns = returnsOf(365 * 24, DAY / 24, 'a year');
  const annual = Math.sqrt(mean(returns.map((value) => value * value)) * 365 * 24);
  expect(annual).toBeGreaterThan(0.25);
  expect(annual).toBeLessThan(1.2);
});

test('the expected price is the price, after any volatility', () => {
  // One long step from a wild state: without the compensation the mean would be some percent off.
  const wild = { volatility: { A: [1.5, 1, 1, 0.5] }, log: { A: 0 } };
  const random = seededRandom('martingale');
  const ends = Array.from({ length: 60_000 }, () => {
    const process = priceProcess([own('A')], random, () => 0, wild);
    process.step(15 * 3_600_000, DAY / 8, always);
    return Math.exp(process.log(0));
  });
  const centre = mean(ends);
  const error = Math.sqrt(mean(ends.map((value) => (value - centre) ** 2)) / ends.length);
  expect(error).toBeLessThan(0.01);
  expect(Math.abs(centre - 1) / error).toBeLessThan(4);
});

test('instruments that share a part are correlated as their weights say', () => {
  const shared = (symbol: string): Moving => ({
    symbol,
    parts: [
      { key: 'class', weight: 0.8 },
      { key: symbol, weight: 0.6 },
    ],
  });
  const process = priceProcess([shared('A'), shared('B')], seededRandom('correlation'), () => 0);
  const moves: [number, number][] = [];
  for (let step = 0, before = [0, 0]; step < 40_000; step++) {
    process.step(step * MINUTE, MINUTE, always);
    const now = [process.log(0), process.log(1)];
    moves.push([(now[0] as number) - (before[0] as number), (now[1] as number) - (before[1] as number)]);
    before = now;
  }
  const covariance = mean(moves.map(([a, b]) => a * b));
  const deviation = (which: 0 | 1) => Math.sqrt(mean(moves.map((move) => move[which] ** 2)));
  const correlation = covariance / deviation(0) / deviation(1);
  expect(correlation).toBeGreaterThan(0.35);
  expect(correlation).toBeLessThan(0.9);
});

test('a closed instrument keeps its price, and one that opens gets nothing of what it missed', () => {
  const process = priceProcess([own('A'), own('B')], seededRandom('closed'), (symbol) => (symbol === 'A' ? 1 : 2));
  for (let step = 0; step < 100; step++) process.step(step * MINUTE, MINUTE, (index) => index === 1);
  expect(process.log(0)).toBe(1);
  expect(process.log(1)).not.toBe(2);
});

test('a process that goes on from a stored state makes the same steps', () => {
  const instruments = [own('A'), own('B')];
  const first = priceProcess(instruments, seededRandom('x'), () => 3);
  for (let step = 0; step < 10; step++) first.step(step * 200, 200, always);
  const stored = JSON.parse(JSON.stringify(first.state())) as ReturnType<typeof first.state>;
  const steps = (process: typeof first) => {
    for (let step = 10; step < 20; step++) process.step(step * 200, 200, always);
    return process.state();
  };
  const again = (seed: string) => steps(priceProcess(instruments, seededRandom(seed), () => 0, stored));
  expect(again('y')).toEqual(again('y'));
  expect(again('y')).not.toEqual(again('z'));
});

test('the season is 1 on average, and highest at 15:00 UTC', () => {
  const hours = Array.from({ length: 24 }, (_, hour) => seasonAt(hour * 3_600_000));
  expect(mean(hours)).toBeCloseTo(1, 12);
  expect(hours.indexOf(Math.max(...hours))).toBe(15);
});

test("the system's draws are uniform and normal", () => {
  const random = systemRandom();
  const units = Array.from({ length: 50_000 }, random.unit);
  expect(Math.min(...units)).toBeGreaterThan(0);
  expect(Math.max(...units)).toBeLessThan(1);
  expect(Math.abs(mean(units) - 0.5)).toBeLessThan(0.01);
  const normals = Array.from({ length: 50_000 }, random.normal);
  expect(Math.abs(mean(normals))).toBeLessThan(0.03);
  expect(Math.abs(mean(normals.map((value) => value * value)) - 1)).toBeLessThan(0.05);
});
