import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findInstruments, partsOf } from './rules.ts';

test.each([
  ['BTC/USDT', { base: 'BTC', quote: 'USDT', perpetual: false }],
  ['BTC/USDT-PERP', { base: 'BTC', quote: 'USDT', perpetual: true }],
  ['AAPL', { base: 'AAPL', quote: '', perpetual: false }],
  ['EUR/USD', { base: 'EUR', quote: 'USD', perpetual: false }],
])('%s has the parts %j', (symbol, parts) => expect(partsOf(symbol)).toEqual(parts));

const listed = [
  { symbol: 'BTC/USDT', base: 'BTC', name: 'Bitcoin', rank: 1 },
  { symbol: 'BCH/USDT', base: 'BCH', name: 'Bitcoin Cash', rank: 9 },
  { symbol: 'ETH/BTC', base: 'ETH', name: 'Ethereum', rank: 20 },
  { symbol: 'BTC/USDT-PERP', base: 'BTC', name: 'Bitcoin perpetual', rank: 30 },
  { symbol: 'AAPL', base: 'AAPL', name: 'Apple', rank: 40 },
  { symbol: 'EUR/USD', base: 'EUR', name: 'Euro / US dollar', rank: 50 },
];
const found = (query: string) => findInstruments(listed, query).map(({ symbol }) => symbol);

describe('search', () => {
  test.each([
    ['btc', ['BTC/USDT', 'BTC/USDT-PERP', 'ETH/BTC']],
    ['BTCUSDT', ['BTC/USDT', 'BTC/USDT-PERP']],
    ['btc/usdt', ['BTC/USDT', 'BTC/USDT-PERP']],
    ['btc usdt', ['BTC/USDT', 'BTC/USDT-PERP']],
    ['ｂｔｃｕｓｄｔ', ['BTC/USDT', 'BTC/USDT-PERP']],
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

  test('finds each instrument at most once, for any query', () => {
    fc.assert(
      fc.property(fc.string(), (query) => {
        expect(new Set(found(query)).size).toBe(found(query).length);
      }),
    );
  });
});
