import { z } from 'zod';

/**
 * Counts of positive values in buckets whose bounds grow by a constant factor: every quantile is within 5 % of its true
 * value, with bounded memory, for any distribution (C. Masson, J. E. Rim, H. K. Lee, "DDSketch", PVLDB 12 (2019),
 * 2195–2205).
 */
export type Histogram = {
  readonly count: number;
  /** Bucket `i` counts values above SMALLEST · GROWTH^(i-1) and up to SMALLEST · GROWTH^i; bucket 0 all up to SMALLEST. */
  readonly buckets: readonly number[];
};

/** Relative error of a quantile. */
export const PRECISION = 0.05;
const GROWTH = (1 + PRECISION) / (1 - PRECISION);
/** Smaller values count as 0: a millisecond, or a layout shift of 0.001, is not perceptible. */
const SMALLEST = 0.001;
/** Up to ten minutes in milliseconds; greater values count as that. */
const LAST_BUCKET = 202;

export const emptyHistogram: Histogram = { count: 0, buckets: [] };

export const histogramSchema = z
  .strictObject({ count: z.int().min(0), buckets: z.array(z.int().min(0)).max(LAST_BUCKET + 1) })
  .refine(
    ({ count, buckets }) => buckets.reduce((sum, each) => sum + each, 0) === count,
    'the buckets are not the count',
  );

function bucketOfValue(value: number): number {
  if (value <= SMALLEST) return 0;
  return Math.min(LAST_BUCKET, Math.max(1, Math.ceil(Math.log(value / SMALLEST) / Math.log(GROWTH))));
}

/** Counts a value from 0 up. */
export function addValue({ count, buckets }: Histogram, value: number): Histogram {
  const at = bucketOfValue(value);
  const next = Array.from({ length: Math.max(buckets.length, at + 1) }, (_, index) => buckets[index] ?? 0);
  next[at] = (next[at] ?? 0) + 1;
  return { count: count + 1, buckets: next };
}

/** The quantile of a share of the values (nearest rank), within PRECISION; undefined without values. */
export function quantile({ count, buckets }: Histogram, share: number): number | undefined {
  if (count === 0) return undefined;
  const rank = Math.max(1, Math.ceil(share * count));
  let seen = 0;
  const at = buckets.findIndex((each) => {
    seen += each;
    return seen >= rank;
  });
  // The point of a bucket with equal relative distance to both bounds.
  return at === 0 ? 0 : (SMALLEST * GROWTH ** at * 2) / (GROWTH + 1);
}
