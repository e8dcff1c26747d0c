import { cmp, sum } from '@tessera/money';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { bidShare, groupBook, groupingSteps } from './group-levels.ts';

type Level = readonly [string, string];

const side = (best: number, direction: 1 | -1) =>
  fc
    .array(fc.tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 9999 })), { maxLength: 20 })
    .map((steps) => {
      let cents = best;
      return steps.map(([gap, amount]): Level => {
        cents += direction * gap;
        return [(cents / 100).toFixed(2), (amount / 1000).toFixed(3)];
      });
    });
const depth = fc.record({ bids: side(1_000_000, -1), asks: side(1_000_000, 1) });
const step = fc.constantFrom('0.01', '0.1', '1', '10');

describe('a grouped book', () => {
  it('loses no amount and invents none', () => {
    fc.assert(
      fc.property(depth, step, (levels, size) => {
        const book = groupBook(levels, size, 20);
        for (const name of ['bids', 'asks'] as const) {
          const before = sum(levels[name].map(([, amount]) => amount));
          expect(sum(book[name].map(({ amount }) => amount))).toBe(before);
        }
      }),
    );
  });

  it('stays in order, without a price twice, and shows no better price than there is', () => {
    fc.assert(
      fc.property(depth, step, (levels, size) => {
        const { bids, asks } = groupBook(levels, size, 20);
        for (let row = 1; row < bids.length; row += 1) {
          expect(cmp(bids[row]?.price ?? '', bids[row - 1]?.price ?? '')).toBe(-1);
        }
        for (let row = 1; row < asks.length; row += 1) {
          expect(cmp(asks[row]?.price ?? '', asks[row - 1]?.price ?? '')).toBe(1);
        }
        if (bids[0]) expect(cmp(bids[0].price, levels.bids[0]?.[0] ?? '')).toBeLessThanOrEqual(0);
        if (asks[0]) expect(cmp(asks[0].price, levels.asks[0]?.[0] ?? '')).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('draws bars that only grow and never leave the row', () => {
    fc.assert(
      fc.property(depth, step, fc.integer({ min: 1, max: 20 }), (levels, size, rows) => {
        const book = groupBook(levels, size, rows);
        for (const side of [book.bids, book.asks]) {
          expect(side.length).toBeLessThanOrEqual(rows);
          side.forEach(({ depth: length }, row) => {
            expect(length).toBeGreaterThan(0);
            expect(length).toBeLessThanOrEqual(1);
            expect(length).toBeGreaterThanOrEqual(side[row - 1]?.depth ?? 0);
          });
        }
      }),
    );
  });
});

test('the grouping offers tenfolds of the tick that suit the price', () => {
  expect(groupingSteps('0.01', '63000')).toEqual(['0.01', '0.1', '1', '10']);
  expect(groupingSteps('0.0001', '0.5')).toEqual(['0.0001']);
  expect(groupingSteps('0.01', null)).toEqual(['0.01']);
});

test('the share of the bids is theirs of all, a half of nothing', () => {
  expect(bidShare({ bids: [['1', '3']], asks: [['2', '1']] })).toBe(0.75);
  expect(bidShare({ bids: [], asks: [] })).toBe(0.5);
});
