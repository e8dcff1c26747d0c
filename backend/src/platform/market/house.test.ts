import { expect, test } from 'vitest';
import { House, type HouseTerms } from './house.ts';

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
const total = (house: House, side: 'buy' | 'sell') => house.quotes(side).reduce((sum, { lots }) => sum + lots, 0);

/** A house whose ladder is full. */
function full(terms = TERMS, inventory = 0): House {
  const house = new House(terms, { inventory });
  house.move(MID, 0);
  house.move(MID, 1_000_000);
  return house;
}

test('begins empty, and regains 63 % of its depth in the stated time', () => {
  const house = new House(TERMS);
  house.move(MID, 0);
  expect(total(house, 'buy')).toBe(0);
  house.move(MID, 10_000);
  expect(total(house, 'sell') / TERMS.depth).toBeCloseTo(0.63, 1);
});

test('quotes both sides around the centre, further levels hold more', () => {
  const house = full();
  expect(house.quotes('buy').map(({ price }) => price)).toEqual([99_900, 99_566, 99_233, 98_900]);
  expect(house.quotes('sell').map(({ price }) => price)).toEqual([100_100, 100_434, 100_767, 101_100]);
  const lots = house.quotes('sell').map((level) => level.lots);
  expect(lots.toSorted((a, b) => a - b)).toEqual(lots);
  expect(lots.reduce((sum, value) => sum + value, 0)).toBeGreaterThan(TERMS.depth - TERMS.levels);
});

test('what is taken is gone until it refills; more than stands there is refused', () => {
  const house = full();
  const before = total(house, 'sell');
  house.take('sell', 150);
  expect(total(house, 'sell')).toBe(before - 150);
  expect(house.inventory).toBe(-150);
  expect(() => house.take('sell', before)).toThrow('more than stand there');
});

test('leans against its inventory, thins out, and quotes nothing beyond the cap', () => {
  const long = full(TERMS, 400);
  const flat = full();
  expect(long.quotes('buy')[0]?.price).toBeLessThan(flat.quotes('buy')[0]?.price as number);
  expect(total(long, 'buy') / total(flat, 'buy')).toBeCloseTo(0.5, 1);
  expect(total(long, 'sell')).toBe(total(flat, 'sell'));
  expect(full(TERMS, 800).quotes('buy')).toEqual([]);
  expect(total(full(TERMS, 800), 'sell')).toBe(total(flat, 'sell'));
  expect(full(TERMS, -800).quotes('sell')).toEqual([]);
});

test('levels of a coarse tick fall together, and no level has a price of zero', () => {
  const house = new House(TERMS);
  house.move(2, 0);
  house.move(2, 1_000_000);
  expect(house.quotes('buy')).toEqual([{ price: 1, lots: 399 }]);
  house.move(0.9, 1_000_001);
  expect(house.quotes('buy')).toEqual([]);
});
