import { add, cmp, div, mul, quantize } from '@tessera/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conversionProblem, convert, type Leg, leastConversion } from './rules.ts';

const price = fc.integer({ min: 1, max: 10 ** 9 }).map((units) => div(String(units), '10000'));
const amount = fc.bigInt({ min: 1n, max: 10n ** 12n }).map((units) => div(String(units), '1000000'));
const leg = (code: string) =>
  fc
    .tuple(price, fc.integer({ min: 0, max: 200 }), fc.constantFrom(0, 2, 6, 8))
    .map(([bid, spread, scale]): Leg => ({ code, scale, bid, ask: mul(bid, `1.${String(spread).padStart(4, '0')}`) }));
const feeRate = fc.integer({ min: 0, max: 500 }).map((rate) => `0.${String(rate).padStart(4, '0')}`);

describe('a conversion', () => {
  it('never pays out more than the source is worth at its bid', () => {
    fc.assert(
      fc.property(amount, leg('A'), leg('B'), feeRate, (number, from, to, rate) => {
        const { receive } = convert(number, from, to, rate);
        expect(cmp(mul(receive, to.ask), mul(number, from.bid))).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('a round trip never gains, for any prices and rounding', () => {
    fc.assert(
      fc.property(amount, leg('A'), leg('B'), feeRate, (number, from, to, rate) => {
        const there = convert(number, from, to, rate).receive;
        expect(cmp(convert(there, to, from, rate).receive, number)).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('in many parts never yields more than in one', () => {
    fc.assert(
      fc.property(amount, amount, leg('A'), leg('B'), feeRate, (first, second, from, to, rate) => {
        const parts = add(convert(first, from, to, rate).receive, convert(second, from, to, rate).receive);
        expect(cmp(parts, convert(add(first, second), from, to, rate).receive)).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('of the least amount yields something, up to a rate finer than a rate is kept', () => {
    fc.assert(
      fc.property(leg('A'), leg('B'), feeRate, (from, to, rate) => {
        const least = leastConversion(from, to, rate);
        const once = convert(mul(least, '1.000001'), from, to, rate).receive;
        expect(cmp(once, '0')).toBe(1);
      }),
    );
  });

  it('keeps to the scale of the target and never yields less than nothing', () => {
    fc.assert(
      fc.property(amount, leg('A'), leg('B'), feeRate, (number, from, to, rate) => {
        const { fee, receive } = convert(number, from, to, rate);
        for (const value of [fee, receive]) {
          expect(cmp(quantize(value, to.scale, 'down'), value)).toBe(0);
          expect(cmp(value, '0')).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });
});

it('is rejected for equal currencies, and for amounts finer than the source scale', () => {
  const usdt = { id: 3, scale: 6 };
  expect(conversionProblem('1', usdt, { id: 3 })).toEqual({ code: 'same_currency', field: 'to_currency_id' });
  expect(conversionProblem('0.0000001', usdt, { id: 1 })).toMatchObject({ code: 'field_too_precise', field: 'number' });
  expect(conversionProblem('0.000001', usdt, { id: 1 })).toBeNull();
});
