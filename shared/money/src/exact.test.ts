import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as exact from './exact.ts';
import * as money from './index.ts';

/** Any text of a decimal number that NUMERIC(38,18) holds, zeros and all. */
const text = fc
  .tuple(fc.constantFrom('', '-'), fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.option(fc.stringMatching(/^\d{1,18}$/)))
  .map(([sign, whole, fraction]) => `${sign}${whole}${fraction === null ? '' : `.${fraction}`}`);
/** Products of these have no more digits than the other arithmetic keeps. */
const short = fc
  .tuple(fc.constantFrom('', '-'), fc.integer({ min: 0, max: 10 ** 9 }), fc.option(fc.stringMatching(/^\d{1,18}$/)))
  .map(([sign, whole, fraction]) => `${sign}${whole}${fraction === null ? '' : `.${fraction}`}`);
const step = fc.constantFrom('1', '0.1', '0.5', '0.0100', '0.00000001', '25', '0.0025');
const rounding = fc.constantFrom('up', 'down');

describe('arithmetic on whole numbers has the results of the other', () => {
  test.each([
    ['add', exact.add, money.add],
    ['sub', exact.sub, money.sub],
    ['cmp', exact.cmp, money.cmp],
    ['max', exact.max, money.max],
  ] as const)('%s', (_name, one, other) => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(one(a, b)).toBe(other(a, b));
      }),
    );
  });

  test('sum', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), (values) => {
        expect(exact.sum(values)).toBe(money.sum(values));
      }),
    );
  });

  test('mul', () => {
    fc.assert(
      fc.property(short, short, (a, b) => {
        expect(exact.mul(a, b)).toBe(money.mul(a, b));
      }),
    );
  });

  test('div, to the last of 60 digits', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        if (money.isZero(b)) expect(() => exact.div(a, b)).toThrow(RangeError);
        else expect(exact.div(a, b)).toBe(money.div(a, b));
      }),
      { numRuns: 500 },
    );
    for (const [a, b] of [
      ['1', '3'],
      ['2', '3'],
      ['-1', '7'],
      ['10', '3'],
      ['1', '0.000000000000000003'],
    ] as const) {
      expect(exact.div(a, b)).toBe(money.div(a, b));
    }
  });

  test('neg and isZero', () => {
    fc.assert(
      fc.property(text, (a) => {
        expect(exact.neg(a)).toBe(money.neg(a));
        expect(exact.isZero(a)).toBe(money.isZero(a));
      }),
    );
    expect([exact.neg('0'), exact.neg('-0.00'), exact.isZero('-0.0')]).toEqual(['0', '0', true]);
  });

  test('quantize and toStep', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 18 }), step, rounding, (value, scale, size, mode) => {
        expect(exact.quantize(value, scale, mode)).toBe(money.quantize(value, scale, mode));
        expect(exact.toStep(value, size, mode)).toBe(money.toStep(value, size, mode));
      }),
    );
    expect(() => exact.toStep('1', '0')).toThrow('a step is above zero');
  });

  test('nothing but plain decimal numbers counts', () => {
    for (const junk of ['NaN', 'Infinity', '1e5', '', ' 1', '0x10', '1,5', '.5', '5.', '1n']) {
      expect(() => exact.add(junk, '1')).toThrow(RangeError);
      expect(() => exact.neg(junk)).toThrow(RangeError);
    }
  });
});
