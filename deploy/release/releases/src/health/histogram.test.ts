import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addValue, emptyHistogram, histogramSchema, PRECISION, quantile } from './histogram.ts';

const histogramOf = (values: readonly number[]) => values.reduce(addValue, emptyHistogram);

const nearestRank = (values: readonly number[], share: number) =>
  values.toSorted((left, right) => left - right)[Math.max(0, Math.ceil(share * values.length) - 1)] as number;

test('a quantile is the value of that rank, within the stated precision', () => {
  const values = fc.array(fc.double({ min: 0.01, max: 600_000, noNaN: true }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(values, fc.double({ min: 0, max: 1, noNaN: true }), (measured, share) => {
      const exact = nearestRank(measured, share);
      const found = quantile(histogramOf(measured), share) as number;
      expect(Math.abs(found - exact)).toBeLessThanOrEqual(exact * PRECISION * (1 + 1e-9));
    }),
  );
});

test('a layout shift of 0 is reported as 0', () => {
  expect(quantile(histogramOf([0, 0, 0, 0.2]), 0.75)).toBe(0);
});

test('without values there is no quantile', () => {
  expect(quantile(emptyHistogram, 0.75)).toBeUndefined();
});

test('memory is bounded for any values', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }), { maxLength: 300 }), (values) => {
      const histogram = histogramOf(values);
      expect(histogram.buckets.length).toBeLessThanOrEqual(203);
      expect(histogramSchema.parse(JSON.parse(JSON.stringify(histogram)))).toEqual(histogram);
    }),
  );
});

test('a histogram whose buckets do not sum to its count is rejected', () => {
  expect(histogramSchema.safeParse({ count: 3, buckets: [1, 1] }).success).toBe(false);
});
