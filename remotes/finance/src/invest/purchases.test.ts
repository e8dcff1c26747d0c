import { judgePurchase } from '@tessera/ui/purchase';
import { expect, test } from 'vitest';
import { demandPurchase, fixedPurchase, sharesPurchase } from './purchases.ts';

const product = {
  currency: 'USDT',
  scale: 2,
  share_size: '50',
  min_shares: 2,
  max_shares: 10,
  remaining_shares: 8,
} as Parameters<typeof sharesPurchase.terms>[0];

test.each([
  ['', null, 'field_required'],
  ['1', '50', 'field_too_small'],
  ['2', '100', undefined],
  ['8', '400', undefined],
  // More than are left, which are fewer than one user may have.
  ['9', '450', 'field_too_large'],
  ['11', '550', 'quantity_limit'],
  ['2.5', '125', 'field_not_whole'],
])('%s shares cost %s, and are refused with %s', (amount, cost, code) => {
  const judged = judgePurchase(sharesPurchase, { amount }, product, '10000');
  expect([judged.cost, judged.problem?.code]).toEqual([cost, code]);
});

test('whole shares are paid by the balance', () => {
  expect(judgePurchase(sharesPurchase, { amount: '4' }, product, '199.99')).toMatchObject({
    short: true,
    problem: { code: 'insufficient_balance' },
  });
  expect(judgePurchase(sharesPurchase, { amount: '4' }, product, '200').problem).toBeNull();
});

test.each([
  ['99.99', 'amount_too_small'],
  ['100', undefined],
  ['400', undefined],
  ['400.01', 'sold_out'],
  ['100.001', 'field_too_precise'],
  ['0', 'field_must_be_positive'],
])('%s in a demand deposit is refused with %s', (amount, code) => {
  expect(demandPurchase.terms(product, { amount })).toEqual({ currency: 'USDT', scale: 2, min: '100', max: '400' });
  expect(judgePurchase(demandPurchase, { amount }, product, '10000').problem?.code).toBe(code);
});

test.each([
  ['50', 'field_too_small'],
  ['100', undefined],
  ['125', 'field_not_on_step'],
  ['400', undefined],
  ['450', 'field_too_large'],
  ['550', 'quantity_limit'],
])('%s in a fixed deposit of shares of 50 is refused with %s', (amount, code) => {
  expect(fixedPurchase.terms(product, { amount })).toEqual({ currency: 'USDT', scale: 2, min: '100', max: '400' });
  expect(judgePurchase(fixedPurchase, { amount }, product, '10000').problem?.code).toBe(code);
});
