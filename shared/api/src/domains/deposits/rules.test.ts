import { cmp, scaleOf } from '@tessera/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { depositProblem } from './rules.ts';

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
