import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { curveShape, nearestPoint } from './curve-shape.ts';

const points = fc.array(
  fc.record({ at: fc.integer({ min: 0, max: 1e9 }), value: fc.integer({ min: 0, max: 1e6 }).map(String) }),
  { minLength: 2, maxLength: 120 },
);

it('stays within its box, whatever the results', () => {
  fc.assert(
    fc.property(points, (unsorted) => {
      const sorted = unsorted.toSorted((a, b) => a.at - b.at);
      const shape = curveShape(sorted, 340, 132);
      const numbers = [...(shape?.line ?? '').matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)];
      expect(numbers).toHaveLength(sorted.length);
      for (const [, x, y] of numbers) {
        expect(Number(x)).toBeGreaterThanOrEqual(0);
        expect(Number(x)).toBeLessThanOrEqual(340);
        expect(Number(y)).toBeGreaterThanOrEqual(0);
        expect(Number(y)).toBeLessThanOrEqual(132);
      }
    }),
  );
});

test('one point is no curve', () => {
  expect(curveShape([{ at: 0, value: '1' }], 10, 10)).toBeNull();
  expect(curveShape([], 10, 10)).toBeNull();
});

test('the point under a finger is the nearest in time', () => {
  const shape = curveShape(
    [0, 10, 40].map((at) => ({ at, value: String(at) })),
    100,
    100,
  );
  if (!shape) throw new Error('no shape');
  expect([-1, 0.1, 0.2, 0.6, 0.7, 2].map((x) => nearestPoint(shape, x))).toEqual([0, 0, 1, 1, 2, 2]);
});
