import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowsInView } from './use-rows-in-view.ts';

test('every row in view is in the page, with some beyond it, and never many more', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -500, max: 40_000 }),
      fc.integer({ min: 100, max: 1000 }),
      fc.nat(500),
      (top, view, count) => {
        const height = 56;
        const { from, to } = rowsInView(top, top + view, height, count);
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeLessThanOrEqual(count);
        for (let row = 0; row < count; row += 1) {
          const seen = (row + 1) * height > top && row * height < top + view;
          if (seen) expect(row >= from && row < to).toBe(true);
        }
        expect(to - from).toBeLessThanOrEqual(view / height + 2 * 6 + 2 * 4 + 1);
      },
    ),
  );
});

test('a list that is not measured has a screen of rows', () => {
  expect(rowsInView(0, 0, 0, 300)).toEqual({ from: 0, to: 16 });
  expect(rowsInView(0, 0, Number.NaN, 3)).toEqual({ from: 0, to: 3 });
});
