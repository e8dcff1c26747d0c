import { cmp, sum } from '@tessera/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bidShare, drawBook } from './group-levels.ts';

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

test('rows sum up to what is on offer, and their bars only grow and never leave the row', () => {
  fc.assert(
    fc.property(depth, fc.integer({ min: 1, max: 20 }), (levels, rows) => {
      const book = drawBook(levels, rows, '0.01');
      for (const name of ['bids', 'asks'] as const) {
        const drawn = book[name];
        expect(drawn).toHaveLength(Math.min(rows, levels[name].length));
        drawn.forEach(({ depth: length, total }, row) => {
          expect(cmp(total, sum(levels[name].slice(0, row + 1).map(([, amount]) => amount)))).toBe(0);
          expect(length).toBeGreaterThan(drawn[row - 1]?.depth ?? 0);
          expect(length).toBeLessThanOrEqual(1);
        });
      }
    }),
  );
});

test('a row is marked where an order of the user stands: a bid in the row below its price, an ask in the one above', () => {
  const levels = { bids: [['100', '1'] as const, ['90', '1'] as const], asks: [['110', '1'] as const] };
  const orders = [
    { side: 'buy', price: '99.5' },
    { side: 'sell', price: '100.5' },
    { side: 'sell', price: null },
  ] as const;
  const { bids, asks } = drawBook(levels, 15, '10', orders);
  expect([...bids, ...asks].map(({ price, own }) => [price, own])).toEqual([
    ['100', false],
    ['90', true],
    ['110', true],
  ]);
});

test('the share of the bids is theirs of all, a half of nothing', () => {
  expect(bidShare({ bids: [['1', '3']], asks: [['2', '1']] })).toBe(0.75);
  expect(bidShare({ bids: [], asks: [] })).toBe(0.5);
});
