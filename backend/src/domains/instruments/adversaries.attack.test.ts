import { expect, test } from 'vitest';
import { type ArenaOptions, compete, type Trader } from '../../../bench/adversaries/arena.ts';
import { criticalT } from '../../../bench/adversaries/critical.ts';
import { ACROSS, ALONE } from '../../../bench/adversaries/traders.ts';
import { samples } from '../../../test/samples.ts';
import { seededRandom } from '../../platform/market/random.ts';
import { createSimulatedSource } from '../../platform/market/simulated-source.ts';

/* The bench `adversaries` plays a month of each; here is half a day or a day of each in steps of 40 s, tested by the hour. */
const DAY = 24;
const HOURS = samples(DAY / 2, DAY);
const short = (seed: string, symbol: string, crowd: number): ArenaOptions => ({
  symbol,
  days: 1,
  step: 10_000,
  block: 1,
  crowd,
  random: seededRandom(`crowd ${seed}`),
  source: (terms, state) =>
    createSimulatedSource({ terms, state, seed: `${seed} ${JSON.stringify(state ?? '').length}` }),
});
/** A liquid coin, a stock with hours, the lowest fee of all classes, a coarse tick: in turn. */
const SYMBOLS = ['BTC/USDT', 'AAPL', 'EUR/USD', 'ES'] as const;
const RUNS = [...ALONE, ...ACROSS].map((trader, index) => ({
  trader,
  name: trader.name,
  symbol: trader.symbols?.[0] ?? (SYMBOLS[index % SYMBOLS.length] as string),
}));
const criticalAfter = (hours: number): number => criticalT(RUNS.length, hours - 1);

test.each(RUNS)('a trader that $name earns nothing: $symbol', ({ trader, symbol }) => {
  const { t, inventory } = compete(trader, {
    ...short(trader.name, symbol, 0.1),
    days: HOURS / DAY,
    step: 40_000,
  });
  expect(t).toBeLessThan(criticalAfter(HOURS));
  expect(inventory).toBeLessThanOrEqual(3);
});

const named = (start: string): Trader => {
  const found = ALONE.find(({ name }) => name.startsWith(start));
  if (!found) throw new Error(`no trader ${start}`);
  return found;
};

test('weak terms are found by the traders: a lean that one sweep moves past the ladder', () => {
  const { t } = compete(named('sweeps a side, waits'), {
    ...short('weak', 'BTC/USDT', 0),
    free: true,
    weaken: (terms) => ({ ...terms, house: { ...terms.house, skew: 0.01, cap: 1.5, width: 0.000_5 } }),
  });
  expect(t).toBeGreaterThan(10);
});

test('weak terms are found by the traders: a lean that is larger than fee and half-spread', () => {
  const { t } = compete(named('trades against the lean'), {
    ...short('lean', 'BTC/USDT', 0.1),
    weaken: (terms) => ({ ...terms, house: { ...terms.house, skew: 0.03 } }),
  });
  expect(t).toBeGreaterThan(criticalAfter(DAY));
});

test('the largest of many tests exceeds its bound as rarely as one exceeds 3', () => {
  expect(criticalT(1, 1_000_000)).toBeCloseTo(3, 2);
  expect(criticalT(100, 1_000_000)).toBeGreaterThan(4.1);
  expect(criticalT(100, 10)).toBeGreaterThan(criticalT(100, 29));
});
