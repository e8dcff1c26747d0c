import { cautiousVolatility, fairYield, realisedVolatility } from '@tessera/api/invest/rules';
import { expect, test } from 'vitest';
import { drawsOf } from '../../../bench/adversaries/draws.ts';
import { dualPath, type Hour } from '../../../bench/adversaries/dual-paths.ts';
import { listedAs } from '../../../bench/adversaries/venue-lead.ts';
import { APART, DUAL, DUAL_DAYS, MOST, OFFERED } from './demonstration.ts';

/*
 * Volatility lasts, so the market's last hours foretell how much the option is worth that the buyer of a dual product gives
 * away. A buyer who looks at them chooses the hours in which the house pays most for least. Prices are those of the
 * simulated market; the option is worth what Black and Scholes say of the variance that comes, which no price moves with. The
 * buyer waits until the house pays the most that its job leaves on sale.
 */

const DAY = 86_400_000;
const PATHS = 600;
/** Fewer paths of one kind of hours tell nothing. */
const LEAST = 20;
/** Bounds of one volatility as a part of another. */
const BUCKETS = [0.4, 0.6, 0.8, 1, 1.3, Number.POSITIVE_INFINITY] as const;
const SEED = 'calm hours';

const over = (hours: readonly Hour[], count: number): number => Number(realisedVolatility(hours.slice(-count - 1)));
/** What a buyer may sort hours by. */
const STATES = {
  'a day of two weeks': (hours: readonly Hour[]) => over(hours, 24) / over(hours, 336),
  'three days of two weeks': (hours: readonly Hour[]) => over(hours, 72) / over(hours, 336),
  'six hours of a day': (hours: readonly Hour[]) => over(hours, 6) / over(hours, 24),
} as const;

/** Paths of an instrument: what is known at their end, and the volatility that comes. */
const pathsOf = (symbol: string) =>
  Array.from({ length: PATHS }, (_, path) => {
    const { hours, coming } = dualPath(listedAs(symbol), drawsOf(`${SEED} ${symbol} ${path}`), DUAL_DAYS);
    const bucketOf = (ratio: number) => BUCKETS.findIndex((bound) => ratio < bound);
    return {
      coming,
      live: hours.at(-1)?.price as string,
      slow: realisedVolatility(hours),
      cautious: cautiousVolatility(hours) as string,
      buckets: Object.entries(STATES).map(([name, of]) => `${name}, below ${BUCKETS[bucketOf(of(hours))]}`),
    };
  });

/** Student's t. */
function tOf(values: readonly number[]): number {
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return mean / Math.sqrt(squares / (values.length - 1) / values.length);
}

const SYMBOLS = [...new Set(DUAL.map(({ symbol }) => symbol))];

test.each(SYMBOLS)('no hours are a bargain for the buyer of a dual product on %s', (symbol) => {
  const paths = pathsOf(symbol);
  for (const { side } of DUAL.filter((each) => each.symbol === symbol)) {
    for (const days of DUAL_DAYS) {
      const kinds = new Map<string, { gains: number[]; former: number[] }>();
      for (const { coming, live, slow, cautious, buckets } of paths) {
        const apart = APART[days] * Number(slow) * Math.sqrt((days + 1) / 365);
        const price = (Number(live) * (side === 'sell_high' ? 1 + apart : 1 - apart)).toFixed(4);
        const worthAt = (volatility: string) => Number(fairYield({ side, price, live, volatility, left: days * DAY }));
        const worth = worthAt(coming.get(days) as string);
        for (const bucket of buckets) {
          const own = kinds.get(bucket) ?? { gains: [], former: [] };
          kinds.set(bucket, own);
          own.gains.push(Number(MOST) * worthAt(cautious) - worth);
          own.former.push(Number(OFFERED) * worthAt(slow) - worth);
        }
      }
      const judged = [...kinds].filter(([, { gains }]) => gains.length >= LEAST);
      for (const state of Object.keys(STATES)) {
        expect(judged.filter(([bucket]) => bucket.startsWith(state)).length, state).toBeGreaterThanOrEqual(3);
      }
      const of = `${SEED}, ${side ?? 'index'}, ${days} d`;
      for (const [bucket, { gains }] of judged) expect(tOf(gains), `${of}, ${bucket}`).toBeLessThan(3);
      // What this test can see: at the volatility of two weeks alone calm hours are a bargain, at what is usually offered.
      expect(Math.max(...judged.map(([, { former }]) => tOf(former))), of).toBeGreaterThan(3);
    }
  }
});
