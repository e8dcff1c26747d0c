import { add, cmp, div, isNegative, mul, sum } from '@tessera/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { areRates, MOST_RATES } from '../referral/rules.ts';
import { STANDARD_RATE } from '../vip/rules.ts';
import { afterVolume, leastVolume, MOST_FEE_DISCOUNT, shareOf, volumeAfter } from './rules.ts';

const amount = fc.integer({ min: 0, max: 10_000_000 }).map((units) => (units / 1_000).toString());

test('a share is rounded down and ends with what the coupon has left', () => {
  expect(shareOf('10', { rate: '0.2', amount: '5', paid: '0' }, 6)).toBe('2');
  expect(shareOf('10', { rate: '0.2', amount: '5', paid: '4' }, 6)).toBe('1');
  expect(shareOf('0.000009', { rate: '0.5', amount: '5', paid: '0' }, 6)).toBe('0.000004');
  expect(shareOf('10', { rate: null, amount: '5', paid: '0' }, 6)).toBe('0');
});

test('however fees are cut into parts, a coupon pays no more than its amount and its rate', () => {
  fc.assert(
    fc.property(fc.array(amount, { maxLength: 20 }), amount, (parts, most) => {
      let paid = '0';
      let basis = '0';
      for (const part of parts) {
        const share = shareOf(part, { rate: '0.25', amount: most, paid }, 6);
        expect(isNegative(share)).toBe(false);
        paid = add(paid, share);
        basis = add(basis, part);
      }
      expect(cmp(paid, most)).toBeLessThanOrEqual(0);
      expect(Number(paid)).toBeLessThanOrEqual(Number(basis) * 0.25 + 1e-9);
    }),
  );
});

test('what all programmes give back of a fee together stays below 0.95 of it', () => {
  const thousandths = (most: string) =>
    fc.integer({ min: 0, max: Number(most) * 1_000 }).map((units) => (units / 1_000).toString());
  expect(areRates([MOST_RATES])).toBe(true);
  fc.assert(
    fc.property(thousandths(MOST_FEE_DISCOUNT), thousandths(MOST_RATES), amount, (discount, rebates, volume) => {
      const fee = mul(volume, STANDARD_RATE);
      // The most cash that an open campaign may give for a volume.
      const cash = div(volumeAfter(volume, discount), leastVolume('1'));
      const back = sum([mul(fee, discount), mul(fee, rebates), cash]);
      expect(cmp(back, mul(fee, '0.95'))).toBeLessThanOrEqual(0);
    }),
    { examples: [[MOST_FEE_DISCOUNT, MOST_RATES, '40000']] },
  );
});

test('cash is due once the volume is reached', () => {
  expect(afterVolume({ traded: '900', volume: '1000' }, '99.9')).toEqual({ traded: '999.9', due: false });
  expect(afterVolume({ traded: '900', volume: '1000' }, '100')).toEqual({ traded: '1000', due: true });
});
