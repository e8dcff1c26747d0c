import { add, cmp, isNegative, isOnStep, mul, sub } from '@tessera/money';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  affordableAmount,
  amountProblem,
  bandProblem,
  bookedTotal,
  boughtProblem,
  crosses,
  feeOf,
  feeRateOf,
  limitProblem,
  priceProblem,
  receivedScale,
  slipOf,
  spendProblem,
  totalProblem,
} from './rules.ts';

const terms = { tick: '0.05', lot: '0.001', minAmount: '0.01', minTotal: '5' };
const rates = { makerFeeRate: '0.001', takerFeeRate: '0.002' };
const best = { bid: '99.95', ask: '100.05' };

const units = (step: string, max: number) => fc.integer({ min: 1, max }).map((count) => mul(String(count), step));
const amounts = units('0.000001', 2_000_000_000);
const prices = units('0.01', 10_000_000);
const scales = fc.integer({ min: 0, max: 8 });
const sides = fc.constantFrom('buy' as const, 'sell' as const);

describe('the terms of an instrument', () => {
  it('accept exactly prices on the tick and amounts on the lot', () => {
    fc.assert(
      fc.property(prices, amounts, (price, amount) => {
        expect(priceProblem(terms, price) === null).toBe(isOnStep(price, terms.tick));
        if (cmp(amount, terms.minAmount) < 0) return;
        expect(amountProblem(terms, amount) === null).toBe(isOnStep(amount, terms.lot));
      }),
    );
  });

  test('ask for a least amount and a least total, both included', () => {
    expect(amountProblem(terms, '0.01')).toBeNull();
    expect(amountProblem(terms, '0.0105')).toMatchObject({ code: 'amount_off_lot', field: 'amount' });
    expect(amountProblem(terms, '0.009')).toMatchObject({ code: 'amount_too_small', params: { min: '0.01' } });
    expect(totalProblem(terms, '5', 'amount')).toBeNull();
    expect(totalProblem(terms, '4.999999', 'amount')).toMatchObject({ code: 'total_too_small', params: { min: '5' } });
  });

  test('bound a price on both sides of the market, both ends included', () => {
    for (const price of ['50', '150', '99.95']) expect(bandProblem(price, '100', '50')).toBeNull();
    for (const price of ['49.95', '150.05']) {
      expect(bandProblem(price, '100', '50')).toMatchObject({ code: 'price_too_far', field: 'price' });
    }
  });
});

describe('an order by total', () => {
  it('buys whole lots for no more than the total, and another lot would cost more', () => {
    fc.assert(
      fc.property(amounts, prices, (total, price) => {
        const amount = affordableAmount(total, price, terms.lot);
        expect(isOnStep(amount, terms.lot)).toBe(true);
        expect(cmp(mul(amount, price), total)).toBeLessThanOrEqual(0);
        expect(cmp(mul(add(amount, terms.lot), price), total)).toBe(1);
      }),
    );
  });

  test('is as precise as balances are, and no less than the least total', () => {
    expect(spendProblem(terms, '5.0000001', 6)).toMatchObject({ code: 'field_too_precise', params: { scale: 6 } });
    expect(spendProblem(terms, '4.99', 6)).toMatchObject({ code: 'total_too_small', field: 'quote_amount' });
    expect(spendProblem(terms, '5', 6)).toBeNull();
  });

  it('that buys too little gets a total that buys enough', () => {
    fc.assert(
      fc.property(units('0.001', 9), prices, scales, (bought, price, scale) => {
        const problem = boughtProblem(terms, bought, price, scale);
        if (problem?.code !== 'total_too_small') throw new Error('less than the least amount passed');
        expect(cmp(affordableAmount(problem.params.min, price, terms.lot), terms.minAmount)).toBeGreaterThanOrEqual(0);
      }),
    );
    expect(boughtProblem(terms, '0.01', '100', 6)).toBeNull();
  });
});

test('the limit of the identity level is included', () => {
  expect(limitProblem('2000', '2000', 'amount')).toBeNull();
  expect(limitProblem('2000.01', '2000', 'amount')).toEqual({
    code: 'order_limit',
    field: 'amount',
    params: { limit: '2000' },
  });
});

describe('rounding', () => {
  it('charges a buyer no less and pays a seller no more than the exact total, by less than one unit', () => {
    fc.assert(
      fc.property(sides, amounts, scales, (side, exact, scale) => {
        const booked = bookedTotal(side, exact, scale);
        const gap = side === 'buy' ? sub(booked, exact) : sub(exact, booked);
        expect(isNegative(gap)).toBe(false);
        expect(cmp(gap, scale === 0 ? '1' : `0.${'0'.repeat(scale - 1)}1`)).toBe(-1);
      }),
    );
  });

  it('takes a fee of at least the rate, and never more than was received', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 1000 }), scales, (received, permille, scale) => {
        const rate = mul(String(permille), '0.001');
        const fee = feeOf(received, rate, scale);
        expect(cmp(fee, mul(received, rate))).toBeGreaterThanOrEqual(0);
        expect(cmp(fee, received)).toBeLessThanOrEqual(0);
      }),
    );
  });

  test('counts in the currency that is received', () => {
    expect([receivedScale('buy', { base: 8, quote: 6 }), receivedScale('sell', { base: 8, quote: 6 })]).toEqual([8, 6]);
  });
});

describe('the other side of the book', () => {
  test('fills at the best price or beyond it', () => {
    expect([crosses('buy', '100.05', best), crosses('buy', '100', best)]).toEqual([true, false]);
    expect([crosses('sell', '99.95', best), crosses('sell', '100', best)]).toEqual([true, false]);
    expect(crosses('buy', '1000', { bid: null, ask: null })).toBe(false);
  });

  test('makes a taker of a market order and of a limit order that meets it', () => {
    expect(feeRateOf('buy', null, best, rates)).toBe('0.002');
    expect(feeRateOf('buy', '100.05', best, rates)).toBe('0.002');
    expect(feeRateOf('buy', '100', best, rates)).toBe('0.001');
  });
});

describe('a slip of the finger', () => {
  test('is a limit price two percent or more worse than the market', () => {
    expect(slipOf('buy', '103', { bid: '99', ask: '100' })).toBe('0.03');
    expect(slipOf('buy', '101.99', { bid: '99', ask: '100' })).toBeNull();
    expect(slipOf('sell', '98', { bid: '100', ask: '101' })).toBe('0.02');
    expect(slipOf('sell', '150', { bid: '100', ask: '101' })).toBeNull();
    expect(slipOf('buy', '103', { bid: null, ask: null })).toBeNull();
  });

  it('is never a price on the winning side', () => {
    fc.assert(
      fc.property(sides, prices, prices, (side, price, market) => {
        fc.pre(side === 'buy' ? cmp(price, market) <= 0 : cmp(price, market) >= 0);
        expect(slipOf(side, price, { bid: market, ask: market })).toBeNull();
      }),
    );
  });
});
