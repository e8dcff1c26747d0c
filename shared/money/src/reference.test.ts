import { Decimal as Base } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as money from './index.ts';

/* The same figures worked out by a library that others check, too. */

const Decimal = Base.clone({ precision: 200, rounding: Base.ROUND_DOWN, toExpNeg: -300, toExpPos: 300 });
const Quotient = Decimal.clone({ precision: 60 });
const decimal = (value: string) => new Decimal(value);
const plain = (value: Base): string => (value.isZero() ? '0' : value.toFixed());
const MODE = { down: Base.ROUND_DOWN, up: Base.ROUND_UP } as const;

/** Any text of a decimal number that NUMERIC(38,18) holds, zeros and all. */
const text = fc
  .tuple(fc.constantFrom('', '-'), fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.option(fc.stringMatching(/^\d{1,18}$/)))
  .map(([sign, whole, fraction]) => `${sign}${whole}${fraction === null ? '' : `.${fraction}`}`);
const step = fc.constantFrom('1', '0.1', '0.5', '0.0100', '0.00000001', '25', '0.0025');
const rounding = fc.constantFrom('up', 'down');
const digits = fc.integer({ min: 0, max: 18 });

describe('arithmetic on whole numbers has the results of decimal.js', () => {
  test.each([
    ['add', money.add, (a: Base, b: Base) => a.plus(b)],
    ['sub', money.sub, (a: Base, b: Base) => a.minus(b)],
    ['mul', money.mul, (a: Base, b: Base) => a.times(b)],
    ['max', (a: string, b: string) => money.plain(money.max(a, b)), (a: Base, b: Base) => Decimal.max(a, b)],
    ['min', (a: string, b: string) => money.plain(money.min(a, b)), (a: Base, b: Base) => Decimal.min(a, b)],
  ] as const)('%s', (_name, ours, theirs) => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(ours(a, b)).toBe(plain(theirs(decimal(a), decimal(b))));
      }),
    );
  });

  test('cmp and what a sign says', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(money.cmp(a, b)).toBe(decimal(a).cmp(decimal(b)));
        expect(money.isZero(a)).toBe(decimal(a).isZero());
        expect(money.isPositive(a)).toBe(decimal(a).gt(0));
        expect(money.isNegative(a)).toBe(decimal(a).lt(0));
        expect(money.neg(a)).toBe(plain(decimal(a).negated()));
        expect(money.abs(a)).toBe(plain(decimal(a).abs()));
        expect(money.plain(a)).toBe(plain(decimal(a)));
      }),
    );
    expect([money.neg('0'), money.neg('-0.00'), money.isZero('-0.0'), money.abs('-0.0')]).toEqual([
      '0',
      '0',
      true,
      '0',
    ]);
  });

  test('sum', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), (values) => {
        expect(money.sum(values)).toBe(plain(values.reduce((total, each) => total.plus(each), decimal('0'))));
      }),
    );
  });

  test('div, to the last of 60 digits', () => {
    const check = (a: string, b: string) => expect(money.div(a, b)).toBe(plain(new Quotient(a).div(new Quotient(b))));
    fc.assert(
      fc.property(text, text, (a, b) => {
        if (money.isZero(b)) expect(() => money.div(a, b)).toThrow(RangeError);
        else check(a, b);
      }),
      { numRuns: 500 },
    );
    check('1', '3');
    check('2', '3');
    check('-1', '7');
    check('10', '3');
    check('1', '0.000000000000000003');
  });

  test('quantize, scales and steps', () => {
    fc.assert(
      fc.property(text, digits, step, rounding, (value, scale, size, mode) => {
        const whole = decimal(value).div(size);
        expect(money.quantize(value, scale, mode)).toBe(plain(decimal(value).toDecimalPlaces(scale, MODE[mode])));
        expect(money.toStep(value, size, mode)).toBe(plain(whole.toDecimalPlaces(0, MODE[mode]).times(size)));
        expect(money.isOnStep(value, size)).toBe(whole.isInteger());
        expect(money.scaleOf(value)).toBe(decimal(value).decimalPlaces());
      }),
    );
    expect(() => money.toStep('1', '0')).toThrow('a step is above zero');
  });

  test('a share of a balance', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 100 }), step, (value, percent, size) => {
        const share = decimal(value).times(percent).div(100);
        expect(money.shareOf(value, percent, size)).toBe(plain(share.div(size).trunc().times(size)));
      }),
    );
  });

  test('nothing but plain decimal numbers counts', () => {
    for (const junk of ['NaN', 'Infinity', '1e5', '', ' 1', '0x10', '1,5', '.5', '5.', '1n']) {
      expect(() => money.add(junk, '1')).toThrow(RangeError);
      expect(() => money.neg(junk)).toThrow(RangeError);
      expect(() => money.plain(junk)).toThrow(RangeError);
    }
  });
});

describe('figures are rounded as decimal.js rounds them', () => {
  /** English without its commas. */
  const bare = (shown: string) => shown.replaceAll(',', '');
  /** Without the sign of a zero. */
  const unsigned = (shown: string) => (/[1-9]/.test(shown) ? shown : shown.replace('-', ''));

  test('prices, amounts and percentages', () => {
    fc.assert(
      fc.property(text, digits, (value, scale) => {
        const number = decimal(value);
        const tick = scale === 0 ? '1' : `0.${'1'.padStart(scale, '0')}`;
        expect(bare(money.formatPrice(value, tick, 'en'))).toBe(unsigned(number.toFixed(scale, Base.ROUND_HALF_UP)));
        expect(bare(money.formatAmount(value, scale, 'en'))).toBe(unsigned(number.toFixed(scale, Base.ROUND_DOWN)));
        const trimmed = plain(number.toDecimalPlaces(scale, Base.ROUND_DOWN));
        expect(bare(money.formatAmount(value, scale, 'en', { zeros: 'trimmed' }))).toBe(trimmed);
        const percent = number.times(100).toDecimalPlaces(scale, Base.ROUND_HALF_UP);
        const sign = percent.gt(0) ? '+' : '';
        expect(bare(money.formatPercent(value, 'en', scale))).toBe(`${sign}${unsigned(percent.toFixed(scale))}%`);
      }),
    );
  });

  test('values in another currency', () => {
    fc.assert(
      fc.property(text, text, (usd, rate) => {
        const value = decimal(usd).times(rate).toDecimalPlaces(2, Base.ROUND_HALF_UP);
        const shown = `${value.lt(0) ? '-' : ''}$${value.abs().toFixed(2)}`;
        expect(bare(money.formatFiat(usd, { code: 'USD', rate }, 'en'))).toBe(shown);
      }),
    );
  });

  test('large and small numbers as JavaScript writes them', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e30, max: 1e30 }), (value) => {
        const expected = unsigned(decimal(String(value)).toFixed(4, Base.ROUND_DOWN));
        expect(bare(money.formatAmount(String(value), 4, 'en'))).toBe(expected);
      }),
    );
    for (const junk of ['', '.', '-', 'NaN', 'Infinity', '1,5', '0x10', '1e1000', '1e999999999']) {
      expect(() => money.formatAmount(junk, 2, 'en')).toThrow(RangeError);
    }
  });
});
