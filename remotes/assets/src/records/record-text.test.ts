import { type RecordKind, recordKinds } from '@tessera/api/rules';
import type { AccountRecord } from '@tessera/api/wallet';
import { accountRecord } from '@tessera/api/wallet/fixtures';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import english from '../i18n/en.json';
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

  it('is told of both directions of margin, funding, results and adjustments', () => {
    const told = (kind: RecordKind, amount: string, held = '0') =>
      sentenceOf(accountRecord({ kind, amount, frozen_amount: held, lines: [line('lever', 'USDT', amount, held)] }));
    expect(told('margin', '-5', '5')).toMatchObject({ text: 'marginSet', what: { amount: '5' } });
    expect(told('margin', '5', '-5').text).toBe('marginFreed');
    expect(told('position_result', '-2')).toMatchObject({ text: 'positionLoss', what: { amount: '2' } });
    expect(told('funding', '1').text).toBe('fundingReceived');
    expect(told('option_result', '0', '-10')).toMatchObject({ text: 'optionLost', what: { amount: '10' } });
    expect(told('option_result', '18', '-10')).toMatchObject({ text: 'optionPaid', what: { amount: '18' } });
    expect(told('copy_share', '-3', '3').text).toBe('shareHeld');
    expect(told('copy_share', '-3').text).toBe('sharePaid');
  });

  it('is the whole price of an artwork whose deposit was paid before', () => {
    const lines = [line('change', 'USDT', '-90'), line('nft', 'USDT', '-10')];
    const told = sentenceOf(accountRecord({ kind: 'nft_buy', currency: 'USDT', amount: '-90', lines }));
    expect(told).toMatchObject({ text: 'nftBought', what: { amount: '100' } });
  });

  it('has a sentence for every kind, and there is no sentence without a kind', () => {
    // As journals come: in and out, held and free, between accounts, against another currency.
    const journals: ReadonlyArray<AccountRecord['lines']> = [
      [line('change', 'USDT', '5')],
      [line('change', 'USDT', '-5')],
      [line('change', 'USDT', '-5', '5')],
      [line('change', 'USDT', '5', '-5')],
      [line('change', 'USDT', '-5'), line('lever', 'USDT', '5')],
      [line('change', 'USDT', '-5'), line('change', 'BTC', '0.1')],
    ];
    const told = new Map<RecordKind, Set<string>>();
    for (const kind of recordKinds) {
      const texts = journals.map((lines) => {
        const [{ amount = '0', frozen_amount = '0' } = {}] = lines;
        return sentenceOf(accountRecord({ kind, currency: 'USDT', amount, frozen_amount, lines })).text;
      });
      told.set(kind, new Set(texts.filter((text) => text !== 'other')));
    }
    expect([...told].filter(([, texts]) => texts.size === 0)).toEqual([]);
    // The other languages have the texts of English: completeness.test.ts of `shared/i18n`.
    const used = new Set([...told.values()].flatMap((texts) => [...texts]));
    expect(Object.keys(english.record.told).filter((text) => !used.has(text))).toEqual(['other']);
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

test('the net of a transfer between own accounts is nothing, so there is no other side', () => {
  expect(netOf(accountRecord().lines)).toEqual([]);
});
