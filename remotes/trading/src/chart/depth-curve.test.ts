import fc from 'fast-check';
import { expect, test } from 'vitest';
import { depthCurve, reached } from './depth-curve.ts';

const side = (way: 1 | -1) =>
  fc
    .array(fc.record({ gap: fc.integer({ min: 1, max: 50 }), amount: fc.integer({ min: 1, max: 1_000 }) }), {
      minLength: 1,
      maxLength: 20,
    })
    .map((levels) => {
      let price = 10_000;
      return levels.map(({ gap, amount }) => {
        price += way * gap;
        return [String(price), String(amount)] as const;
      });
    });

test('totals grow away from the middle, and every point lies in what is drawn', () => {
  fc.assert(
    fc.property(side(-1), side(1), fc.double({ min: 0, max: 1, noNaN: true }), (bids, asks, at) => {
      const curve = depthCurve({ bids, asks });
      if (!curve) throw new Error('both sides have a level');
      for (const points of [curve.bids, curve.asks]) {
        points.forEach((point, place) => {
          expect(point.total).toBeGreaterThan(points[place - 1]?.total ?? 0);
          expect(point.total).toBeLessThanOrEqual(curve.most);
          expect(point.price >= curve.low && point.price <= curve.high).toBe(true);
        });
      }
      const found = reached(curve, at);
      expect(found && curve[found.side].some(({ total }) => total === found.total)).toBe(true);
    }),
  );
});

test('a book with one side alone has no curve', () => {
  expect(depthCurve({ bids: [['1', '1']], asks: [] })).toBeNull();
});
