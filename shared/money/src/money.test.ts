import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  add,
  cmp,
  div,
  formatAmount,
  formatCompact,
  formatFiat,
  formatPercent,
  formatPrice,
  isOnStep,
  max,
  min,
  mul,
  quantize,
  scaleOf,
  shareOf,
  stepsIn,
  sub,
  sum,
  toStep,
} from './index.ts';

/** Any amount that NUMERIC(38,18) can hold. */
const amount = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 38n - 1n }), fc.integer({ min: 0, max: 18 }))
  .map(([digits, scale]) => div(digits.toString(), `1${'0'.repeat(scale)}`));
const signed = fc.tuple(amount, fc.boolean()).map(([value, negative]) => (negative ? sub('0', value) : value));
const step = fc.constantFrom('1', '0.1', '0.5', '0.01', '0.00000001', '25', '0.0025');

describe('arithmetic on decimal strings', () => {
  test('is exact where numbers are not', () => {
    expect(add('0.1', '0.2')).toBe('0.3');
    expect(mul('1.1', '1.1')).toBe('1.21');
    expect(div('1', '3')).toBe(`0.${'3'.repeat(60)}`);
  });

  test('adding and taking away again changes nothing', () => {
    fc.assert(
      fc.property(signed, signed, (a, b) => {
        expect(sub(add(a, b), b)).toBe(a);
      }),
    );
  });

  test('sums do not depend on the order', () => {
    fc.assert(
      fc.property(fc.array(signed), (values) => {
        expect(sum(values)).toBe(sum([...values].reverse()));
      }),
    );
  });

  test('comparison, least and greatest agree', () => {
    fc.assert(
      fc.property(signed, signed, (a, b) => {
        expect(cmp(min(a, b), max(a, b))).toBeLessThanOrEqual(0);
        expect(cmp(a, b)).toBe(0 - cmp(b, a));
      }),
    );
  });

  test('a product is undone by its quotient', () => {
    const small = fc.integer({ min: 1, max: 1_000_000 }).map(String);
    fc.assert(
      fc.property(small, small, (a, b) => {
        expect(div(mul(a, b), b)).toBe(a);
      }),
    );
  });

  test('rejects everything that is not a plain decimal string', () => {
    for (const junk of ['NaN', 'Infinity', '1e5', '', ' 1', '0x10', '1,5', '.5', '5.']) {
      expect(() => add(junk, '1')).toThrow(RangeError);
    }
    expect(() => div('1', '0')).toThrow('division of 1 by zero');
  });
});

describe('scales and steps', () => {
  test('rounding stays within one unit of the last digit, below and above', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 18 }), (value, scale) => {
        const down = quantize(value, scale, 'down');
        const up = quantize(value, scale, 'up');
        expect(cmp(down, value)).toBeLessThanOrEqual(0);
        expect(cmp(up, value)).toBeGreaterThanOrEqual(0);
        expect(cmp(sub(up, down), div('1', `1${'0'.repeat(scale)}`))).toBeLessThanOrEqual(0);
      }),
    );
  });

  test('a value rounded to a step is a multiple of it and never greater', () => {
    fc.assert(
      fc.property(amount, step, (value, size) => {
        const cut = toStep(value, size);
        expect(isOnStep(cut, size)).toBe(true);
        expect(cmp(cut, value)).toBeLessThanOrEqual(0);
        expect(cmp(sub(value, cut), size)).toBe(-1);
      }),
    );
  });

  test('the steps in a value are what a division says, and none where there is a rest', () => {
    const positive = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 8 })).map(([units, digits]) => {
      const text = String(units).padStart(digits + 1, '0');
      return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
    });
    fc.assert(
      fc.property(fc.oneof(positive, amount), step, (value, size) => {
        for (const each of [value, toStep(value, size)])
          expect(stepsIn(each, size)).toBe(isOnStep(each, size) ? Number(div(each, size)) : null);
      }),
    );
    expect(() => stepsIn('1', '0')).toThrow('a step is above zero');
    expect(stepsIn('98765432109876543210.5', '0.5')).toBe(Number('197530864219753086421'));
  });

  test('a share of a balance never exceeds it', () => {
    fc.assert(
      fc.property(amount, step, fc.constantFrom(25, 50, 75, 100), (value, size, percent) => {
        expect(cmp(shareOf(value, percent, size), value)).toBeLessThanOrEqual(0);
      }),
    );
  });

  test('the scale of a tick is its fraction digits', () => {
    expect([scaleOf('0.01'), scaleOf('0.0100'), scaleOf('5'), scaleOf('0.00000001')]).toEqual([2, 2, 0, 8]);
    expect(() => isOnStep('1', '0')).toThrow('a step is above zero');
  });
});

describe('showing figures', () => {
  test('prices take the digits of the tick', () => {
    expect(formatPrice('63000.1', '0.01', 'en')).toBe('63,000.10');
    expect(formatPrice('63000.1', '0.01', 'de')).toBe('63.000,10');
    expect(formatPrice('1234', '1', 'es')).toBe('1.234');
  });

  test('amounts are cut, never rounded up', () => {
    expect(formatAmount('0.999999999', 8, 'en')).toBe('0.99999999');
    expect(formatAmount('1.5', 8, 'en', { zeros: 'trimmed' })).toBe('1.5');
    expect(formatAmount('12', 2, 'en', { signed: true })).toBe('+12.00');
    expect(formatAmount('-0.001', 2, 'en')).toBe('0.00');
  });

  test.each([
    ['999.99995', '1,000.0000'],
    ['999', '999.0000'],
    ['0.12345', '0.1235'],
    ['1000', '1.0K'],
    ['1250', '1.3K'],
    ['999949', '999.9K'],
    ['999950', '1.0M'],
    ['12345678', '12.3M'],
    ['-1500', '-1.5K'],
    ['999949999', '999.9M'],
    ['999950000', '1.0B'],
    ['21500000000', '21.5B'],
  ])('%s is %s in short', (value, text) => expect(formatCompact(value, 'en')).toBe(text));

  test('short forms have the same K and M in all languages, and what is larger as the language writes it', () => {
    expect(formatCompact('1250000', 'de')).toBe('1,3M');
    expect(formatCompact('21500000000', 'de')).toBe('21,5\u00a0Mrd.');
    expect(formatCompact('27749200000', 'en')).toBe('27.7B');
    expect(formatCompact('27749200000', 'fr')).toBe('27,7\u00a0Md');
    expect(formatCompact('27749200000', 'ja')).toBe('277.5億');
    expect(formatCompact('12500000', 'zh-CN')).toBe('12.5M');
    expect(formatCompact('99949999', 'zh-CN')).toBe('99.9M');
    expect(formatCompact('99950000', 'zh-CN')).toBe('1.0亿');
    expect(formatCompact('706000000', 'ko')).toBe('7.1억');
    expect(formatCompact('21500000000', 'zh-CN')).toBe('215.0亿');
    expect(formatCompact('999950000', 'zh-HK')).toBe('10.0億');
  });

  test('percentages carry their sign, zero has none', () => {
    expect(formatPercent('0.01234', 'en')).toBe('+1.23%');
    expect(formatPercent('-0.5', 'de')).toBe('-50,00\u202f%');
    expect(formatPercent('0.00001', 'en')).toBe('0.00%');
    expect(formatPercent('-0.00001', 'en')).toBe('0.00%');
  });

  test('fiat values are converted and arranged as the locale does', () => {
    expect(formatFiat('1234.5', { code: 'USD', rate: '1' }, 'en')).toBe('$1,234.50');
    expect(formatFiat('10', { code: 'JPY', rate: '151.6' }, 'en')).toBe('¥1,516');
    expect(formatFiat('-10', { code: 'EUR', rate: '0.9' }, 'de')).toBe('-9,00\u00a0€');
  });
});
