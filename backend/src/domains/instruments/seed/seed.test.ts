import { isOnStep, scaleOf } from '@tessera/money';
import { expect, test } from 'vitest';
import { seededCatalogue } from '../seeded.ts';

const { instruments: catalogue } = seededCatalogue;

const count = (category: string): number => catalogue.filter((listing) => listing.category === category).length;

test('about two hundred instruments over all classes are listed', () => {
  expect(catalogue.length).toBeGreaterThanOrEqual(200);
  for (const category of ['crypto', 'stocks', 'futures', 'intl_futures', 'forex', 'metals'])
    expect(count(category), category).toBeGreaterThan(5);
});

test('ids and symbols are unique, ranks within a category too', () => {
  expect(new Set(catalogue.map(({ id }) => id)).size).toBe(catalogue.length);
  expect(new Set(catalogue.map(({ symbol }) => symbol)).size).toBe(catalogue.length);
  expect(new Set(catalogue.map(({ category, rank }) => `${category} ${rank}`)).size).toBe(catalogue.length);
});

test.each(catalogue)('$symbol: scales are those of its steps, and the least amount is whole lots', (listing) => {
  expect(listing.priceScale).toBe(scaleOf(listing.tick));
  expect(listing.amountScale).toBe(scaleOf(listing.lot));
  expect(isOnStep(listing.minAmount, listing.lot)).toBe(true);
  expect(listing.simulation.start).toBeGreaterThan(Number(listing.tick) * 20);
  expect(listing.simulation.dailyTurnover).toBeGreaterThan(0);
});

test('ids of the first instruments never move', () => {
  const ids = Object.fromEntries(catalogue.map(({ symbol, id }) => [symbol, id]));
  expect(ids).toMatchObject({ 'BTC/USDT': 1001, 'ETH/BTC': 1801, 'BTC/USDT-PERP': 2001, AAPL: 3001, '0700.HK': 3501 });
  expect(ids).toMatchObject({ 'EUR/USD': 4001, 'XAU/USD': 5001, ES: 6001, CL: 7001 });
});
