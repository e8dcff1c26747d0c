import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { findPairs } from './find-pairs.ts';

const pairs = [
  { symbol: 'ETH/USDT', name: 'Ethereum' },
  { symbol: 'BTC/USDT', name: 'Bitcoin' },
  { symbol: 'ETH/BTC', name: 'Ethereum' },
];
const found = (query: string) => findPairs(pairs, query).map(({ symbol }) => symbol);

test.each(['btcusdt', 'BTC/USDT', 'btc usdt', 'bitcoin'])('%j finds BTC/USDT', (query) =>
  expect(found(query)).toEqual(['BTC/USDT']),
);

test('what begins with the query comes before what contains it', () =>
  expect(found('btc')).toEqual(['BTC/USDT', 'ETH/BTC']));

it('finds each pair once at most, whatever is typed', () => {
  fc.assert(
    fc.property(fc.string(), (query) => {
      expect(new Set(found(query)).size).toBe(found(query).length);
    }),
  );
});
