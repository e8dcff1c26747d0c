import { add, cmp, isNegative, mul, sum } from '@tessera/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  breakEvenDay,
  daysOver,
  dueAt,
  interestInAll,
  interestOfDay,
  interestOfDays,
  lockProblem,
  MINING_DAY,
  ratesOf,
  redemptionOf,
} from './rules.ts';

/** 10,000 USDT for 5 days at 0.3 % to 0.4 % a day. */
const example = {
  amount: '10000',
  rates: ['0.003', '0.00325', '0.0035', '0.00375', '0.004'],
  scale: 8,
  penaltyRatio: '0.01',
};

describe('the example of the specification', () => {
  test('pays between 150 and 200, day by day', () => {
    expect([1, 2, 3, 4, 5].map((day) => interestOfDay(example, day))).toEqual(['30', '32.5', '35', '37.5', '40']);
    expect(interestInAll(example)).toBe('175');
    for (const [rate, paid] of [
      ['0.003', '150'],
      ['0.004', '200'],
    ] as const) {
      expect(interestInAll({ ...example, rates: Array<string>(5).fill(rate) })).toBe(paid);
    }
    expect(ratesOf(example.rates)).toEqual({ low: '0.003', high: '0.004', day: '0.0035', year: '1.2775' });
  });

  test('redeemed after two days it costs the penalty, and the interest of those days stays', () => {
    expect(redemptionOf(example, 2)).toEqual({
      penalty: '100',
      receives: '9900',
      kept: '62.5',
      forgone: '112.5',
      result: '-37.5',
    });
    expect(breakEvenDay(example)).toBe(4);
    expect(breakEvenDay({ ...example, penaltyRatio: '0.02' })).toBeNull();
  });
});

const terms = fc.record({
  amount: fc.bigInt({ min: 1n, max: 10n ** 20n }).map((units) => mul(`${units}`, '0.00000001')),
  rates: fc.array(
    fc.integer({ min: 0, max: 500_000 }).map((millionths) => mul(`${millionths}`, '0.0000001')),
    {
      minLength: 1,
      maxLength: 40,
    },
  ),
  scale: fc.constant(8),
  penaltyRatio: fc.integer({ min: 0, max: 1_000 }).map((thousandths) => mul(`${thousandths}`, '0.001')),
});

describe('whatever the schedule of payments', () => {
  test('what is paid is the table, to the last unit', () => {
    fc.assert(
      fc.property(terms, fc.array(fc.integer({ min: 0, max: 50 * MINING_DAY }), { maxLength: 20 }), (each, runs) => {
        const days = each.rates.length;
        let paid = 0;
        const payments: string[] = [];
        // Runs come late, twice and out of order; each pays the days that are over and were not paid.
        for (const at of [...runs, 60 * MINING_DAY]) {
          const over = daysOver(0, days, at);
          if (over <= paid) continue;
          payments.push(interestOfDays(each, paid, over));
          paid = over;
        }
        expect(paid).toBe(days);
        expect(sum(payments)).toBe(interestInAll(each));
      }),
    );
  });

  test('a redemption pays principal and interest less penalty, never more than at the end and never below zero', () => {
    fc.assert(
      fc.property(terms, fc.integer({ min: 0, max: 40 }), (each, after) => {
        const over = Math.min(after, each.rates.length);
        const { penalty, receives, kept, forgone } = redemptionOf(each, over);
        expect(add(receives, penalty)).toBe(each.amount);
        expect(add(kept, forgone)).toBe(interestInAll(each));
        expect(isNegative(receives)).toBe(false);
        expect(cmp(add(receives, kept), add(each.amount, interestInAll(each)))).toBeLessThanOrEqual(0);
      }),
    );
  });
});

test('a day is 24 hours where clocks change and on leap days', () => {
  // Europe leaves summer time on 2026-10-25; 2028 has a 29th of February.
  for (const start of [Date.UTC(2026, 9, 24, 22, 30), Date.UTC(2028, 1, 28, 23, 59, 59, 999)]) {
    expect(dueAt(start, 2) - dueAt(start, 1)).toBe(MINING_DAY);
    expect(daysOver(start, 5, dueAt(start, 2) - 1)).toBe(1);
    expect(daysOver(start, 5, dueAt(start, 2))).toBe(2);
  }
  expect(daysOver(1_000, 5, 0)).toBe(0);
  expect(daysOver(0, 5, 99 * MINING_DAY)).toBe(5);
});

test('an amount is judged by scale, minimum and limit', () => {
  const bounds = { scale: 2, min: '10', limit: '100', locked: '50' };
  expect(lockProblem('10.001', bounds)).toMatchObject({ code: 'field_too_precise' });
  expect(lockProblem('9.99', bounds)).toMatchObject({ code: 'amount_too_small', params: { min: '10' } });
  expect(lockProblem('50.01', bounds)).toMatchObject({ code: 'quantity_limit', params: { max: '100' } });
  expect(lockProblem('50', bounds)).toBeNull();
  expect(lockProblem('5000', { ...bounds, limit: null })).toBeNull();
});
