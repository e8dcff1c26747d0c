import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bookSteps, findInstruments, partsOf, stepTicks } from './rules.ts';

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

test('a step of the book is 1, 2 or 5 times a power of ten of the tick, and leaves 15 rows of the house', () => {
  expect(bookSteps('0.01', '96000')).toEqual(['0.01', '0.02', '0.05', '0.1', '0.2', '0.5', '1', '2', '5', '10']);
  expect(bookSteps('0.0001', '0.5')).toEqual(['0.0001']);
  expect(bookSteps('0.01', null)).toEqual(['0.01']);
  for (const step of bookSteps('0.00000001', '0.002')) expect(stepTicks(step, '0.00000001')).toBeGreaterThanOrEqual(1);
  expect([stepTicks('0.03', '0.01'), stepTicks('0.005', '0.01'), stepTicks('0', '0.01')]).toEqual([null, null, null]);
});
