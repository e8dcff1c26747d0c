import { add, cmp, div, max, min, mul, quantize, sub } from '@tessera/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  conversionProblem,
  convert,
  inversePrices,
  type Leg,
  leastConversion,
  marketRate,
  QUOTE_LASTS,
  QUOTE_RESTS,
  quoteProblem,
  withSpread,
} from './rules.ts';

const price = fc.integer({ min: 1, max: 10 ** 9 }).map((units) => div(String(units), '10000'));
const amount = fc.bigInt({ min: 1n, max: 10n ** 12n }).map((units) => div(String(units), '1000000'));
const leg = (code: string) =>
  fc.tuple(price, fc.integer({ min: 0, max: 200 }), fc.constantFrom(0, 2, 6, 8)).map(([bid, spread, scale]): Leg => {
    const ask = mul(bid, `1.${String(spread).padStart(4, '0')}`);
    return { code, scale, bid, ask, index: div(add(bid, ask), '2') };
  });
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

  it('in a circle over three currencies never gains, in any direction', () => {
    fc.assert(
      fc.property(amount, leg('A'), leg('B'), leg('C'), feeRate, (number, a, b, c, rate) => {
        const legs = [a, b, c, a];
        for (const path of [legs, legs.toReversed()]) {
          const end = path.slice(1).reduce((held, to, step) => {
            if (cmp(held, '0') === 0) return held;
            return convert(held, path[step] as Leg, to, rate).receive;
          }, number);
          expect(cmp(end, number)).toBeLessThanOrEqual(0);
        }
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

describe('the spread', () => {
  const prices = fc.tuple(price, price, price).map(([a, b, c]) => ({ bid: min(a, b), ask: max(a, b), index: c }));
  const ratio = fc.integer({ min: 0, max: 900 }).map((units) => `0.${String(units).padStart(4, '0')}`);

  it('pays at most the index and charges at least that, whatever users did to the book', () => {
    fc.assert(
      fc.property(prices, ratio, (each, spread) => {
        const { bid, ask } = withSpread(each, spread);
        expect(cmp(bid, mul(each.index, sub('1', spread)))).toBeLessThanOrEqual(0);
        expect(cmp(ask, mul(each.index, add('1', spread)))).toBeGreaterThanOrEqual(0);
        expect(cmp(bid, each.bid)).toBeLessThanOrEqual(0);
        expect(cmp(ask, each.ask)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('of a pair that is quoted the other way round is a spread as well', () => {
    fc.assert(
      fc.property(prices, (each) => {
        const { bid, ask } = inversePrices(each);
        expect(cmp(bid, ask)).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('is shown as what the rate is worse than the market’s, never too small', () => {
    fc.assert(
      fc.property(leg('A'), leg('B'), (from, to) => {
        const { rate, spread } = convert('1', from, to, '0');
        expect(cmp(mul(marketRate(from, to), sub('1', spread)), add(rate, '0.000000000000000001'))).toBeLessThanOrEqual(
          0,
        );
        expect(cmp(spread, '0')).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('a quote', () => {
  const madeAt = 1_760_000_000_000;
  const at = (index: string) => ({ code: 'A', scale: 8, ...withSpread({ bid: index, ask: index, index }, '0.001') });
  const usdt: Leg = { code: 'USDT', scale: 6, bid: '1', ask: '1', index: '1' };
  const { rate } = convert('1', at('60000'), usdt, '0.001');

  it.each([
    [0, 'quote_early'],
    [QUOTE_RESTS - 1, 'quote_early'],
    [QUOTE_RESTS, undefined],
    [QUOTE_LASTS, undefined],
    [QUOTE_LASTS + 1, 'quote_expired'],
  ])('%d ms after it was made: %s', (age, code) => {
    const now = madeAt + age;
    expect(quoteProblem({ rate, madeAt }, { from: at('60000'), to: usdt, now })?.code).toBe(code);
  });

  it.each([
    ['61000', undefined],
    ['59940', undefined],
    ['59939.99', 'price_moved'],
    ['50000', 'price_moved'],
  ])('of 59,940 after the market went from 60,000 to %s: %s', (index, code) => {
    expect(rate).toBe('59940');
    const moment = { from: at(index), to: usdt, now: madeAt + 5_000 };
    expect(quoteProblem({ rate, madeAt }, moment)?.code).toBe(code);
  });

  it('that can be used pays less than the source is worth at that moment, whatever happened since', () => {
    fc.assert(
      fc.property(amount, leg('A'), leg('B'), leg('A'), leg('B'), feeRate, (number, from, to, fromNow, toNow, fee) => {
        const made = convert(number, from, to, fee);
        const moment = { from: fromNow, to: { ...toNow, scale: to.scale }, now: madeAt + 5_000 };
        if (quoteProblem({ rate: made.rate, madeAt }, moment)) return;
        expect(cmp(mul(made.receive, toNow.index), mul(number, fromNow.index))).toBeLessThanOrEqual(0);
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
