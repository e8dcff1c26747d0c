import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findInstruments, hottest } from './search.ts';

const listed = [
  { symbol: 'BTC/USDT', base: 'BTC', name: 'Bitcoin', rank: 1 },
  { symbol: 'BCH/USDT', base: 'BCH', name: 'Bitcoin Cash', rank: 9 },
  { symbol: 'BTC/USDT-PERP', base: 'BTC', name: 'Bitcoin perpetual', rank: 30 },
  { symbol: 'AAPL', base: 'AAPL', name: 'Apple', rank: 40 },
  { symbol: 'EUR/USD', base: 'EUR', name: 'Euro / US dollar', rank: 50 },
];
const found = (query: string) => findInstruments(listed, query).map(({ symbol }) => symbol);

describe('search', () => {
  test.each([
    ['btc', ['BTC/USDT', 'BTC/USDT-PERP']],
    ['BTCUSDT', ['BTC/USDT', 'BTC/USDT-PERP']],
    ['btc/usdt', ['BTC/USDT', 'BTC/USDT-PERP']],
    ['bitcoin', ['BTC/USDT', 'BCH/USDT', 'BTC/USDT-PERP']],
    [' apple ', ['AAPL']],
    ['dollar', ['EUR/USD']],
    ['cash', ['BCH/USDT']],
    ['zzz', []],
    ['  ', []],
  ])('%j finds %j', (query, symbols) => expect(found(query)).toEqual(symbols));

  test('finds every instrument by its own symbol first, in any letter case', () => {
    for (const { symbol } of listed) {
      expect(found(symbol)[0]).toBe(symbol);
      expect(found(symbol.toLowerCase())[0]).toBe(symbol);
    }
  });

  test('takes any text', () => {
    fc.assert(fc.property(fc.string(), (query) => void expect(found(query).length).toBeLessThanOrEqual(listed.length)));
  });
});

test('the hottest are the most traded ones, without those whose turnover is unknown', () => {
  const turnovers = fc.array(fc.option(fc.nat(), { nil: null }), { maxLength: 30 });
  fc.assert(
    fc.property(turnovers, fc.nat(12), (all, count) => {
      const top = hottest(all, (value) => (value === null ? null : String(value)), count);
      const known = all.filter((value) => value !== null).toSorted((a, b) => b - a);
      expect(top).toEqual(known.slice(0, count));
    }),
  );
});
