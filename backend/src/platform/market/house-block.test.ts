import fc from 'fast-check';
import { expect, test } from 'vitest';
import { House, type HouseTerms } from './house.ts';

/* Blocks: lots at one price, the index and the mean distance of the levels that they come from. */

const TERMS: HouseTerms = {
  halfSpread: 0.001,
  width: 0.01,
  levels: 4,
  depth: 400,
  cap: 2,
  skew: 0.001,
  refill: 10_000,
};
const MID = 100_000;

function full(inventory = 0): House {
  const house = new House(TERMS, { inventory });
  house.move(MID, 0);
  house.move(MID, 1_000_000);
  return house;
}
const ANY = { buy: 0, sell: Number.POSITIVE_INFINITY };

test('what the first level holds costs the half-spread, on both sides', () => {
  expect(full().block('sell', 10, ANY.sell)).toEqual({ price: 100_100, lots: 10 });
  expect(full().block('buy', 10, ANY.buy)).toEqual({ price: 99_900, lots: 10 });
});

test('the more it is asked for, the further from the index, up to what its ladder holds', () => {
  const prices = [10, 100, 200, 300, 10_000].map((lots) => full().block('sell', lots, ANY.sell));
  const named = prices.map((block) => block?.price ?? 0);
  expect(named.toSorted((one, other) => one - other)).toEqual(named);
  expect(new Set(named).size).toBe(named.length);
  expect(prices.at(-1)?.lots).toBeLessThanOrEqual(TERMS.depth);
  expect(prices.at(-1)?.lots).toBeGreaterThan(TERMS.depth - TERMS.levels);
});

test('its lean is no part of the price: who fills its inventory makes no block dearer', () => {
  for (const inventory of [-700, 0, 700]) {
    expect(full(inventory).block('sell', 1, ANY.sell)?.price).toBe(100_100);
    expect(full(inventory).block('buy', 1, ANY.buy)?.price).toBe(99_900);
  }
});

test('at its cap it takes on no more, and still gives back', () => {
  expect(full(-800).block('sell', 10, ANY.sell)).toBeNull();
  expect(full(-800).block('buy', 10, ANY.buy)).toMatchObject({ lots: 10 });
  const house = full();
  house.restrict(30);
  expect(house.block('sell', 100, ANY.sell)).toMatchObject({ lots: 30 });
});

test('without a price it takes nothing', () => {
  const house = full();
  house.withdraw();
  expect(house.block('sell', 10, ANY.sell)).toBeNull();
});

test('never worse than its limit or better than the index, and as large as its limit, ladder and cap allow', () => {
  const sides = fc.constantFrom<'buy' | 'sell'>('buy', 'sell');
  fc.assert(
    fc.property(
      sides,
      fc.integer({ min: -800, max: 800 }),
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: 0, max: 1_500 }),
      fc.integer({ min: 0, max: 400 }),
      fc.double({ min: 10, max: 1e6, noNaN: true }),
      (side, inventory, lots, distance, swept, mid) => {
        const house = new House(TERMS, { inventory });
        house.move(mid, 0);
        house.move(mid, 1_000_000);
        const standing = house.quotes(side).reduce((sum, level) => sum + level.lots, 0);
        house.take(side, Math.min(swept, standing));
        const left = house.quotes(side).reduce((sum, level) => sum + level.lots, 0);
        const worst = side === 'sell' ? Math.ceil(mid) + distance : Math.max(1, Math.floor(mid) - distance);
        const block = house.block(side, lots, worst);
        if (!block) return;
        const sign = side === 'sell' ? 1 : -1;
        expect(sign * (block.price - mid)).toBeGreaterThan(0);
        expect(sign * (worst - block.price)).toBeGreaterThanOrEqual(0);
        expect(block.lots).toBeGreaterThanOrEqual(1);
        expect(block.lots).toBeLessThanOrEqual(Math.min(lots, left));
        // The levels hold it, and the inventory stays within the cap.
        house.take(side, block.lots);
        expect(Math.abs(house.inventory)).toBeLessThanOrEqual(Math.max(800, Math.abs(inventory)));
        // With the best price for all of it, the levels of before are no cheaper: lots from further away cost more.
        expect(sign * (block.price - mid * (1 + sign * TERMS.halfSpread))).toBeGreaterThanOrEqual(-1e-6 * mid);
      },
    ),
    { numRuns: 2_000 },
  );
});
