import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linePath } from './line-path.ts';

test('runs from edge to edge, the highest price on top', () => {
  expect(linePath(['1', '3', '2'], 60, 23)).toBe('M0.0 21.5L30.0 1.5L60.0 11.5');
});

test('equal prices lie in the middle, no price draws nothing', () => {
  expect(linePath(['5', '5'], 10, 20)).toBe('M0.0 10.0L10.0 10.0');
  expect(linePath([], 10, 20)).toBe('');
});

test('never leaves its box', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1e9, max: 1e9 }).map(String), { minLength: 1 }), (values) => {
      for (const [, x, y] of linePath(values, 72, 28).matchAll(/[ML]([\d.-]+) ([\d.-]+)/g)) {
        expect(Number(x)).toBeGreaterThanOrEqual(0);
        expect(Number(x)).toBeLessThanOrEqual(72);
        expect(Number(y)).toBeGreaterThanOrEqual(0);
        expect(Number(y)).toBeLessThanOrEqual(28);
      }
    }),
  );
});
