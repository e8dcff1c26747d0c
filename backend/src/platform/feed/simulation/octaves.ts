import { seedOf, type Terms } from './noise.ts';

const SECOND = 1000;
const DAY = 86_400 * SECOND;

/** Period and amplitude in log price of an asset of volatility 1: about 2 % a day. Eleven octaves from a week to a second. */
const OCTAVES: readonly (readonly [periodMs: number, amplitude: number])[] = [
  [7 * DAY, 0.05],
  [160_000 * SECOND, 0.028],
  [42_000 * SECOND, 0.0157],
  [11_200 * SECOND, 0.0088],
  [2_960 * SECOND, 0.0049],
  [780 * SECOND, 0.00275],
  [206 * SECOND, 0.00154],
  [54 * SECOND, 0.00086],
  [14_300, 0.00048],
  [3_800, 0.00027],
  [1_000, 0.00015],
];

/** Trends of months and years, so that weekly and monthly bars move too. */
const TRENDS: readonly (readonly [periodMs: number, amplitude: number])[] = [
  [29 * DAY, 0.08],
  [107 * DAY, 0.15],
  [411 * DAY, 0.26],
];

/** Where every trend passes zero, so that anchors are prices of this day: 2026-11-01. */
export const ANCHOR_MS = Date.UTC(2026, 10, 1);

/** A source of movement: a single asset, or a factor that a class of assets shares. */
export type Part = { readonly key: string; readonly weight: number };

export function termsOf(seed: string, parts: readonly Part[], octaves = OCTAVES, trends = TRENDS): Terms {
  const count = parts.length * (octaves.length + trends.length);
  const terms = {
    count,
    seeds: new Int32Array(count),
    periods: new Float64Array(count),
    amplitudes: new Float64Array(count),
    regimes: new Int32Array(count),
    cells: new Float64Array(count).fill(Number.NaN),
    lefts: new Float64Array(count),
    rights: new Float64Array(count),
  };
  let term = 0;
  for (const { key, weight } of parts)
    for (const [index, [period, amplitude]] of [...trends, ...octaves].entries()) {
      terms.seeds[term] = seedOf(seed, key, String(index));
      terms.periods[term] = period;
      terms.amplitudes[term] = amplitude * weight;
      // What moves within a day is calm or wild with the day; slower movements are not.
      terms.regimes[term] = period < DAY / 2 ? seedOf(seed, key, 'regime') || 1 : 0;
      term++;
    }
  return terms;
}

/** The trends alone, to be taken off at the anchor day. */
export const trendsOf = (seed: string, parts: readonly Part[]): Terms => termsOf(seed, parts, []);

/** Parts with the same key add up; what cancels out is gone. */
export function merged(parts: readonly Part[]): readonly Part[] {
  const weights = new Map<string, number>();
  for (const { key, weight } of parts) weights.set(key, (weights.get(key) ?? 0) + weight);
  return [...weights].filter(([, weight]) => weight !== 0).map(([key, weight]) => ({ key, weight }));
}
