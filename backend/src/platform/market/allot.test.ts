import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allot } from './allot.ts';

test('gives each its proportion, and what the rounding leaves to the largest remainders', () => {
  expect(allot(10, [30, 20, 50])).toEqual([3, 2, 5]);
  expect(allot(10, [1, 1, 1])).toEqual([1, 1, 1]);
  // 3.33, 3.33, 3.33: the first of equals.
  expect(allot(10, [40, 40, 40])).toEqual([4, 3, 3]);
  // 0.9, 1.8, 6.3.
  expect(allot(9, [10, 20, 70])).toEqual([1, 2, 6]);
  expect(allot(1, [1, 1_000_000])).toEqual([0, 1]);
  expect(allot(5, [])).toEqual([]);
});

test('gives all lots, none more than it wants, and none a lot more or less than its proportion', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 2 ** 40 }), { maxLength: 60 }),
      fc.integer({ min: 0, max: 2 ** 45 }),
      (wanted, lots) => {
        const shares = allot(lots, wanted);
        const total = wanted.reduce((sum, each) => sum + each, 0);
        expect(shares.reduce((sum, each) => sum + each, 0)).toBe(Math.min(lots, total));
        for (const [index, share] of shares.entries()) {
          const each = wanted[index] as number;
          expect(share).toBeLessThanOrEqual(each);
          if (lots < total) {
            const exact = BigInt(lots) * BigInt(each);
            expect(BigInt(share) >= exact / BigInt(total)).toBe(true);
            expect(BigInt(share) <= exact / BigInt(total) + 1n).toBe(true);
          }
        }
      },
    ),
  );
});
