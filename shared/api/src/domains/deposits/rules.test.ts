import { cmp, scaleOf } from '@tessera/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkTransactionId, depositProblem, transactionIdOf } from './rules.ts';

const amount = fc
  .tuple(fc.nat(1_000), fc.integer({ min: 1, max: 6 }), fc.nat(999_999))
  .map(([whole, scale, units]) => `${whole}.${String(units).padStart(6, '0').slice(0, scale)}`);

test('an amount can be claimed exactly when it fits the currency and reaches the minimum', () => {
  fc.assert(
    fc.property(amount, amount, fc.integer({ min: 0, max: 8 }), (claimed, min, scale) => {
      const fits = scaleOf(claimed) <= scale && cmp(claimed, min) >= 0;
      expect(depositProblem(claimed, { currency: 'USDT', scale, min }) === null).toBe(fits);
    }),
  );
});

test.each([
  ['', { code: 'field_required' }],
  ['10.0000001', { code: 'field_too_precise', params: { scale: 6 } }],
  ['9.99', { code: 'amount_too_small', params: { min: '10 USDT' } }],
])('%j of at least 10 USDT is rejected', (claimed, problem) => {
  expect(depositProblem(claimed, { currency: 'USDT', scale: 6, min: '10' })).toEqual({ field: 'amount', ...problem });
});

const hexadecimal = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 });

test('a transaction id has one form, however it is written', () => {
  fc.assert(
    fc.property(hexadecimal, (id) => {
      const upper = id.toUpperCase();
      const links = [`https://etherscan.io/tx/0x${id}/`, `https://tronscan.org/#/transaction/${upper}?lang=en#top`];
      for (const text of [id, ` 0x${id} `, upper, `0X${upper}`, ...links]) {
        expect(transactionIdOf(text)).toBe(id);
        expect(checkTransactionId(text)).toBeNull();
      }
    }),
  );
});

test.each(['', '0x', 'a'.repeat(63), 'a'.repeat(65), 'g'.repeat(64), `${'a'.repeat(64)}:1`, '<b>'])(
  '%j is no transaction id',
  (text) => {
    expect(checkTransactionId(text)).toEqual({ code: 'txid_invalid' });
  },
);
