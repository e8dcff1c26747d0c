import { cautiousVolatility, fairYield, realisedVolatility } from '@tessera/api/invest/rules';
import { expect, test } from 'vitest';
import { dualPath } from '../../../bench/adversaries/dual-paths.ts';
import { seededRandom } from '../../platform/market/random.ts';

/*
 * Volatility lasts, so the market's last hours foretell how much the option is worth that the buyer of a dual product gives
 * away. A buyer who looks at them chooses the hours in which the house pays most for least. Prices are those of the
 * simulated market; the option is worth what Black and Scholes say of the variance that comes, which no price moves with.
 */

const DAY = 86_400_000;
const PATHS = 600;
/** Of what the option is worth, as the job of demonstrations offers it. */
const OFFERED = 0.8;
/** Bounds of the volatility of the last day, of that of two weeks. */
const BUCKETS = [0.4, 0.6, 0.8, 1, 1.3, Number.POSITIVE_INFINITY] as const;
const SEED = 'calm hours';
const PARTS = [
  { key: 'crypto', weight: 0.8 },
  { key: 'BTC', weight: 0.6 },
];

/** Two weeks of hourly prices, and the volatility of the time after them. */
const pathOf = (seed: string, days: number) =>
  dualPath({ symbol: 'BTC/USDT', simulation: { start: 60_000, parts: PARTS } }, seededRandom(seed), days);

/** Mean and its standard error. */
function meanOf(values: readonly number[]): { readonly mean: number; readonly error: number } {
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, error: Math.sqrt(squares / (values.length - 1) / values.length) };
}

test.each([1, 7])('no hours are a bargain for the buyer of a dual product of %i days', (days) => {
  const left = days * DAY;
  const buckets = new Map<number, number[]>();
  const former = new Map<number, number[]>();
  for (let path = 0; path < PATHS; path++) {
    const { hours, coming } = pathOf(`${SEED} ${path}`, days);
    const slow = realisedVolatility(hours);
    const ratio = Number(realisedVolatility(hours.slice(-25))) / Number(slow);
    const bucket = BUCKETS.findIndex((bound) => ratio < bound);
    const live = hours.at(-1)?.price as string;
    const price = (Number(live) * (1 - 1.25 * Number(slow) * Math.sqrt((days + 1) / 365))).toFixed(2);
    const worthAt = (volatility: string) => Number(fairYield({ side: 'buy_low', price, live, volatility, left }));
    const worth = worthAt(coming);
    const gain = (volatility: string) => OFFERED * worthAt(volatility) - worth;
    buckets.set(bucket, [...(buckets.get(bucket) ?? []), gain(cautiousVolatility(hours) as string)]);
    former.set(bucket, [...(former.get(bucket) ?? []), gain(slow)]);
  }
  const t = (values: readonly number[]) => {
    const { mean, error } = meanOf(values);
    return mean / error;
  };
  const judged = [...buckets].filter(([, gains]) => gains.length >= 20);
  expect(judged.length).toBeGreaterThanOrEqual(3);
  for (const [bucket, gains] of judged) expect(t(gains), `${SEED}, below ${BUCKETS[bucket]}`).toBeLessThan(3);
  // What this test can see: at the volatility of two weeks alone calm hours are one.
  const [calm] = [...former].filter(([, gains]) => gains.length >= 20).toSorted(([a], [b]) => a - b);
  expect(t(calm?.[1] ?? [])).toBeGreaterThan(3);
});
