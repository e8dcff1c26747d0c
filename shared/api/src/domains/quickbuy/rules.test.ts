import { add, cmp, div, isPositive, mul, sub } from '@tessera/money';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  BUY_COUNTRIES,
  bought,
  buyAmountProblem,
  checkTaxId,
  leastFor,
  leastOf,
  limitsInFiat,
  minorUnits,
  payerFields,
  payerProblem,
} from './rules.ts';

const whole = (max: number) => fc.integer({ min: 1, max }).map(String);
const rate = fc.integer({ min: 1, max: 5_000_000 }).map((units) => mul(String(units), '0.01'));
const feeRate = fc.integer({ min: 0, max: 999 }).map((units) => mul(String(units), '0.001'));

describe('what an amount buys', () => {
  it('of 500 dollars at 0.5 % is 497.5 USDT', () => {
    expect(bought('500', { rate: '1', feeRate: '0.005', price: '1', scale: 6 })).toEqual({
      gross: '500',
      fee: '2.5',
      net: '497.5',
      receive: '497.5',
    });
  });

  it('is never worth more than the money, and loses less than a unit of each rounding', () => {
    fc.assert(
      fc.property(whole(10_000_000), rate, feeRate, rate, (amount, perUsdt, fee, price) => {
        const result = bought(amount, { rate: perUsdt, feeRate: fee, price, scale: 8 });
        expect(cmp(mul(result.gross, perUsdt), amount)).toBeLessThanOrEqual(0);
        expect(cmp(mul(add(result.gross, '0.000001'), perUsdt), amount)).toBeGreaterThan(0);
        expect(add(result.fee, result.net)).toBe(result.gross);
        expect(cmp(result.fee, mul(result.gross, fee))).toBeGreaterThanOrEqual(0);
        expect(cmp(mul(result.receive, price), result.net)).toBeLessThanOrEqual(0);
        expect(cmp(sub(result.net, mul(result.receive, price)), mul(price, '0.00000001'))).toBeLessThan(0);
      }),
    );
  });

  it('split over two orders is never more than in one', () => {
    fc.assert(
      fc.property(whole(1_000_000), whole(1_000_000), rate, feeRate, (first, second, perUsdt, fee) => {
        const of = (amount: string) => bought(amount, { rate: perUsdt, feeRate: fee, price: '1', scale: 6 }).receive;
        expect(cmp(add(of(first), of(second)), of(add(first, second)))).toBeLessThanOrEqual(0);
      }),
    );
  });
});

describe('the least for a part of what was ordered', () => {
  const terms = { rate: '11.030235', feeRate: '0.005', price: '1' };

  it.each([6, 8])('of USDT with %i digits is what the part buys at the terms of the order', (scale) => {
    const prices = { ...terms, scale };
    const { receive } = bought('1291', prices);
    const least = leastOf({ receive, currency: 'USDT', scale }, 'bank');
    const ofPart = leastFor(least, { ...prices, amount: '1291', receive, paid: '739' });
    expect(ofPart).toBe(bought('739', prices).receive);
  });

  it('is never more than the part buys at the rate and price of the order, nor much less', () => {
    const perUsdt = fc.integer({ min: 1, max: 50_000_000_000 }).map((units) => mul(String(units), '0.000001'));
    fc.assert(
      fc.property(
        whole(10_000_000),
        fc.integer({ min: 1, max: 1_000_000 }),
        perUsdt,
        feeRate,
        fc.oneof(fc.constant('1'), rate),
        fc.integer({ min: 0, max: 18 }),
        fc.constantFrom('bank', 'checkout'),
        (amount, millionths, fiatRate, fee, price, scale, provider) => {
          const currency = price === '1' ? 'USDT' : 'BTC';
          const prices = { rate: fiatRate, feeRate: fee, price, scale };
          const { receive } = bought(amount, prices);
          fc.pre(isPositive(receive));
          const least = leastOf({ receive, currency, scale }, provider);
          const paid = mul(amount, div(String(millionths), '1000000'));
          const part = bought(paid, prices).receive;
          const ofPart = leastFor(least, { ...prices, amount, receive, paid });
          expect(cmp(ofPart, part)).toBeLessThanOrEqual(0);
          const unit = div('1', `1${'0'.repeat(scale)}`);
          expect(cmp(add(ofPart, unit), leastOf({ receive: part, currency, scale }, provider))).toBeGreaterThanOrEqual(
            0,
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it('does not grow by a payment of more', () => {
    const order = { ...terms, scale: 6, amount: '1291', receive: bought('1291', { ...terms, scale: 6 }).receive };
    expect(leastFor('100', { ...order, paid: '1291' })).toBe('100');
    expect(leastFor('100', { ...order, paid: '5000' })).toBe('100');
  });
});

test('the limits of an order are whole amounts within the limits in USDT', () => {
  expect(limitsInFiat({ min: '50', max: '1000' }, '32.41')).toEqual({ min: '1621', max: '32410' });
  const limits = { fiat: 'THB', min: '1621', max: '32410' };
  expect(buyAmountProblem('', limits)?.code).toBe('field_required');
  expect(buyAmountProblem('1700.5', limits)?.code).toBe('field_not_whole');
  expect(buyAmountProblem('1620', limits)).toMatchObject({ code: 'amount_too_small', params: { min: '1621 THB' } });
  expect(buyAmountProblem('32411', limits)?.code).toBe('amount_too_large');
  expect(buyAmountProblem('1621', limits)).toBeNull();
});

describe('a CPF', () => {
  it.each(['529.982.247-25', '52998224725', ' 111.444.777-35 '])('%s is one', (text) =>
    expect(checkTaxId(text)).toBeNull(),
  );

  it.each(['529.982.247-26', '5299822472', '111.111.111-11', '529982247250', 'abc', '52998224725x'])(
    '%s is none',
    (text) => expect(checkTaxId(text)?.code).toBe('tax_id_invalid'),
  );

  it('with one digit changed is none: both check digits count', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 1, max: 9 }), (at, by) => {
        const digits = [...'52998224725'];
        digits[at] = String((Number(digits[at]) + by) % 10);
        expect(checkTaxId(digits.join(''))).not.toBeNull();
      }),
    );
  });
});

describe('the payer', () => {
  const full = {
    first_name: 'Ada',
    last_name: 'Lovelace',
    full_name: 'Ada Lovelace',
    email: 'ada@example.com',
    phone: '+55 11 91234-5678',
    tax_id: '529.982.247-25',
  };

  it.each(BUY_COUNTRIES)('of %s has to fill in each field of the form, and only Brazil asks for a CPF', (country) => {
    expect(payerProblem(country, full)).toBeNull();
    for (const field of payerFields(country)) {
      expect(payerProblem(country, { ...full, [field]: ' ' })).toEqual({ code: 'field_required', field });
    }
    expect(payerFields(country).includes('tax_id')).toBe(country === 'BR');
  });
});

test('checkouts count in minor units, of which yen and dong have none', () => {
  expect([minorUnits('100', 'USD'), minorUnits('100', 'VND'), minorUnits('1', 'JPY')]).toEqual([10_000, 100, 1]);
  expect(() => minorUnits('0.001', 'USD')).toThrow('no whole minor unit');
});
