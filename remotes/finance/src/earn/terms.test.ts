import { fixedDeposit, gold, onDemand, sellHigh } from '@tessera/api/invest/fixtures';
import { miningProduct } from '@tessera/api/mining/fixtures';
import { expect, test } from 'vitest';
import { coinsOf, termOf } from './terms.ts';

const half = { day_rates: ['0.0001', '0.0001'], lock_days: 2 };

test('a coin has every product that pays interest in it as a term, shortest first, with the range of what they pay', () => {
  const [coin, ...others] = coinsOf(
    [miningProduct(half)],
    [fixedDeposit(), onDemand(), sellHigh({ currency: 'USDT' }), gold()],
  );
  expect(others).toEqual([]);
  expect(coin?.terms.map(({ kind, days, year }) => [kind, days, year])).toEqual([
    ['demand', 0, '0.0365'],
    ['mining', 2, '0.0365'],
    ['fixed', 30, '0.073'],
  ]);
  expect([coin?.low, coin?.high]).toEqual(['0.0365', '0.073']);
});

test('what is not on sale is no term, and of a kind and length the best is offered', () => {
  const [coin] = coinsOf(
    [miningProduct({ status: 'sold_out' })],
    [
      fixedDeposit({ id: 2, annual_rate: '0.04' }),
      fixedDeposit({ id: 3, annual_rate: '0.1' }),
      fixedDeposit({ id: 4, annual_rate: '0.9', status: 'closed' }),
    ],
  );
  expect(coin?.terms.map(({ product }) => product.id)).toEqual([3]);
  expect(coinsOf([], [])).toEqual([]);
});

test('the term that a link names is chosen, else one of its length, else the first', () => {
  const [coin] = coinsOf([miningProduct({ lock_days: 30 })], [fixedDeposit(), onDemand()]);
  if (!coin) throw new Error('there is one');
  expect(termOf(coin, 30, 'mining')?.kind).toBe('mining');
  expect(termOf(coin, 30, 'demand')?.days).toBe(30);
  expect(termOf(coin, 7, undefined)?.kind).toBe('demand');
});
