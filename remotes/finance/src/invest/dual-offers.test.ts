import { buyLow, gold, onDemand, sellHigh } from '@tessera/api/invest/fixtures';
import { expect, test } from 'vitest';
import { ANY, choicesOf, distanceOf, fits, outcomesOf } from './dual-offers.ts';

const paid = (of: ReturnType<typeof outcomesOf>) =>
  of && [`${of.below.amount} ${of.below.currency}`, `${of.above.amount} ${of.above.currency}`];

test('both outcomes of an amount are named in the currency that is paid', () => {
  expect(paid(outcomesOf(sellHigh(), '0.01'))).toEqual(['0.010015 BTC', '610.915 USDT']);
  expect(paid(outcomesOf(buyLow(), '590'))).toEqual(['0.010015 BTC', '590.885 USDT']);
  expect(outcomesOf(onDemand(), '1')).toBeNull();
});

test('the distance to the target price has the sign of the move that reaches it', () => {
  expect(distanceOf(sellHigh())).toBe('0.016666');
  expect(distanceOf(buyLow())).toBe('-0.016666');
  expect(distanceOf(buyLow({ index_price: null }))).toBeNull();
});

test('a list is filtered by coin, direction and term, each alone and together', () => {
  const list = [sellHigh(), buyLow(), sellHigh({ id: 9, symbol: 'ETH/USDT', days: 7 }), gold()];
  const found = (filter: object) =>
    list.filter((each) => fits({ coin: ANY, side: ANY, days: ANY, ...filter }, each)).map(({ id }) => id);
  expect(found({})).toEqual([4, 5, 9, 6]);
  expect(found({ coin: 'BTC' })).toEqual([4, 5]);
  expect(found({ side: 'sell_high' })).toEqual([4, 9]);
  expect(found({ days: '7' })).toEqual([9]);
  expect(found({ coin: 'BTC', side: 'sell_high', days: '7' })).toEqual([]);
  expect(choicesOf(list)).toEqual({ coins: ['BTC', 'ETH', 'XAU'], days: [3, 7] });
});
