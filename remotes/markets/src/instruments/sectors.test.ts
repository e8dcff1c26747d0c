import { expect, test } from 'vitest';
import { isIn, SECTORS, sectorsAmong } from './sectors.ts';

const bases = (...list: string[]) => list.map((base) => ({ base }));

test('sectors are those with at least two of the instruments, in their order', () => {
  expect(sectorsAmong(bases('BTC', 'UNI', 'ETH', 'AAVE', 'XRP', 'NEW'))).toEqual(['layer1', 'defi']);
  expect(sectorsAmong(bases('AAPL', '0700.HK', 'JPM', 'V'))).toEqual(['tech', 'finance']);
  expect(sectorsAmong([])).toEqual([]);
});

test('an instrument can be in several, and one that is not known is in none', () => {
  expect(SECTORS.filter((sector) => isIn(sector, { base: 'NEAR' }))).toEqual(['layer1', 'ai']);
  expect(SECTORS.filter((sector) => isIn(sector, { base: 'NEW' }))).toEqual([]);
});
