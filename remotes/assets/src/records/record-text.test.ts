import { recordKinds } from '@tessera/api/rules';
import { accountRecord } from '@tessera/api/wallet/fixtures';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { netOf, sentenceOf } from './record-text.ts';

const line = (account: string, currency: string, amount: string, frozen_amount = '0') => ({
  account,
  currency,
  scale: 8,
  amount,
  frozen_amount,
});

describe('what happened', () => {
  it('is what was got and given, held parts counted in', () => {
    const bought = accountRecord({
      kind: 'trade_buy',
      lines: [line('change', 'BTC', '0.00536'), line('change', 'USDT', '0.01', '-500')],
    });
    expect(sentenceOf(bought)).toMatchObject({
      text: 'bought',
      got: { currency: 'BTC', amount: '0.00536' },
      gave: { currency: 'USDT', amount: '499.99' },
    });
    expect(sentenceOf({ ...bought, kind: 'trade_sell' }).text).toBe('sold');
  });

  it('names both accounts of a transfer', () => {
    expect(sentenceOf(accountRecord())).toMatchObject({ text: 'moved', from: 'change', to: 'lever' });
  });

  it('is the amount held where only that changed', () => {
    const held = accountRecord({ kind: 'order_freeze', amount: '0', frozen_amount: '7', lines: [] });
    expect(sentenceOf(held)).toMatchObject({ text: 'held', what: { amount: '7' } });
  });

  it('of a withdrawal is the amount that is held for it, and later what was paid out', () => {
    const requested = accountRecord({ kind: 'withdrawal', amount: '-200', frozen_amount: '200', lines: [] });
    expect(sentenceOf(requested)).toMatchObject({ text: 'withdrawing', what: { amount: '200' } });
    const paid = accountRecord({ kind: 'withdrawal', amount: '0', frozen_amount: '-199', lines: [] });
    expect(sentenceOf(paid)).toMatchObject({ text: 'withdrew', what: { amount: '199' } });
  });

  it('is the kind with what came or went for every other one', () => {
    const paid = accountRecord({ kind: 'mining_interest', amount: '2' });
    expect(sentenceOf(paid)).toMatchObject({ text: 'other', came: true, what: { amount: '2' } });
  });

  it('is told for any kind and any lines, with amounts that have no sign', () => {
    const amount = fc.integer({ min: -1000, max: 1000 }).map(String);
    const lines = fc.array(
      fc
        .tuple(fc.constantFrom('change', 'lever', 'nft'), fc.constantFrom('BTC', 'USDT', 'ETH'), amount, amount)
        .map(([account, currency, free, held]) => line(account, currency, free, held)),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(fc.constantFrom(...recordKinds), lines, amount, (kind, given, own) => {
        const told = sentenceOf(accountRecord({ kind, lines: given, amount: own }));
        const amounts = 'what' in told ? [told.what] : [told.got, told.gave];
        for (const moved of amounts) expect(moved.amount).not.toMatch(/^-/);
      }),
    );
  });
});

test('the net of a transfer between own accounts is nothing, so nobody else has a part in it', () => {
  expect(netOf(accountRecord().lines)).toEqual([]);
});
