import { add, cmp, mul, scaleOf, sub } from '@tessera/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limitLeft, receivedOf, withdrawalProblem } from './rules.ts';

const amount = fc
  .tuple(fc.nat(1_000), fc.integer({ min: 1, max: 6 }), fc.nat(999_999))
  .map(([whole, scale, units]) => `${whole}.${String(units).padStart(6, '0').slice(0, scale)}`);

test('an amount can leave exactly when it fits the currency and reaches the minimum', () => {
  fc.assert(
    fc.property(amount, amount, fc.integer({ min: 0, max: 8 }), (number, min, scale) => {
      const fits = scaleOf(number) <= scale && cmp(number, min) >= 0;
      expect(withdrawalProblem(number, { currency: 'USDT', scale, min }) === null).toBe(fits);
    }),
  );
  expect(withdrawalProblem('', { currency: 'USDT', scale: 6, min: '10' })).toEqual({
    code: 'field_required',
    field: 'number',
  });
});

test('what arrives and the fee are what leaves, and no more arrives than leaves', () => {
  fc.assert(
    fc.property(amount, amount, (number, fee) => {
      const received = receivedOf(number, fee);
      if (cmp(number, fee) >= 0) expect(cmp(add(received, fee), number)).toBe(0);
      else expect(received).toBe('0');
    }),
  );
});

test('what a limit leaves is worth no more than the rest of it, and a unit more would be', () => {
  fc.assert(
    fc.property(amount, amount, amount, (limit, used, price) => {
      fc.pre(cmp(price, '0') > 0);
      const left = limitLeft({ limit, used, price }, 6);
      const rest = sub(limit, used);
      if (cmp(rest, '0') <= 0) expect(left).toBe('0');
      else {
        expect(cmp(mul(left, price), rest)).toBeLessThanOrEqual(0);
        expect(cmp(mul(add(left, '0.000001'), price), rest)).toBeGreaterThan(0);
      }
    }),
  );
  expect(limitLeft({ limit: '200', used: '0', price: '0' }, 6)).toBe('0');
});
