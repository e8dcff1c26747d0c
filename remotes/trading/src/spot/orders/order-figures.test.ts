import { spotOrder as order } from '@tessera/api/spot/fixtures';

import { cmp } from '@tessera/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { averageOf, filledRatio, stateOf, tradesOf } from './order-figures.ts';

test('a waiting order that is filled in part is called so', () => {
  expect(stateOf(order())).toBe('pending');
  expect(stateOf(order({ filled_amount: '0.01' }))).toBe('partial');
  expect(stateOf(order({ status: 'cancelled', ended: 'user', filled_amount: '0.01' }))).toBe('cancelled');
  expect(stateOf(order({ status: 'cancelled', ended: 'all_or_nothing' }))).toBe('expired');
});

test('what is filled is a ratio between nothing and all', () => {
  const amounts = fc.integer({ min: 0, max: 1_000_000 }).map(String);
  fc.assert(
    fc.property(amounts, amounts, fc.boolean(), (done, whole, byTotal) => {
      const ratio = filledRatio(
        byTotal
          ? order({ amount: null, quote_amount: whole, filled_quote_amount: done })
          : order({ amount: whole, filled_amount: done }),
      );
      expect(cmp(ratio, '0')).toBeGreaterThanOrEqual(0);
      expect(cmp(ratio, '1')).toBeLessThanOrEqual(0);
    }),
  );
  expect(filledRatio(order({ filled_amount: '0.0125' }))).toBe('0.25');
  expect(filledRatio(order({ status: 'filled' }))).toBe('1');
});

const fill = (id: string, at: number, price = '1') =>
  ({ id, at, price, amount: '1', quote_amount: '1', fee: '0', fee_currency: 'BTC' }) as const;

test('an average price has two digits more than the finest price that it is of', () => {
  const fills = [fill('1', 1, '10.83'), fill('2', 1, '10.835')];
  expect(averageOf(order({ average_price: '10.834338882352941176', fills }))).toBe('10.83433');
  expect(averageOf(order({ average_price: '10.83', fills: [fill('1', 1, '10.83')] }))).toBe('10.83');
  expect(averageOf(order({ average_price: null }))).toBeNull();
});

test('fills of all orders come newest first', () => {
  const orders = [order({ id: '1', fills: [fill('a', 1), fill('c', 3)] }), order({ id: '2', fills: [fill('b', 2)] })];
  expect(tradesOf(orders).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
});
