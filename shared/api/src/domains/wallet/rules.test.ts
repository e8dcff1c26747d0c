import { add, cmp, scaleOf, sub, sum } from '@tessera/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accountNames } from '../../kit/rules/vocabulary.ts';
import { periodStart, profitOver, transferProblem } from './rules.ts';

const account = fc.constantFrom(...accountNames);
const accounts = fc.tuple(account, account).filter(([from, to]) => from !== to);
/** Up to 10,000 with up to six decimal places. */
const amount = fc
  .tuple(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 0, max: 6 }), fc.nat(999_999))
  .map(([whole, scale, units]) =>
    scale === 0 ? String(whole) : `${whole}.${String(units).padStart(6, '0').slice(0, scale)}`,
  );
const scale = fc.integer({ min: 0, max: 8 });

describe('a transfer', () => {
  test('is possible exactly when the amount is positive, fits the currency and is there', () => {
    fc.assert(
      fc.property(accounts, amount, amount, scale, ([from, to], wanted, available, places) => {
        const fits = cmp(wanted, '0') > 0 && scaleOf(wanted) <= places && cmp(wanted, available) <= 0;
        expect(transferProblem({ from, to, amount: wanted }, { scale: places, available }) === null).toBe(fits);
      }),
    );
  });

  test('between one and the same account is never possible', () => {
    fc.assert(
      fc.property(account, amount, (same, wanted) => {
        expect(transferProblem({ from: same, to: same, amount: wanted }, { scale: 18 })).toEqual({
          code: 'same_account',
          field: 'to',
        });
      }),
    );
  });

  test('that is possible stays so with more available', () => {
    fc.assert(
      fc.property(accounts, amount, amount, amount, ([from, to], wanted, available, more) => {
        const before = transferProblem({ from, to, amount: wanted }, { scale: 6, available });
        fc.pre(before === null);
        expect(transferProblem({ from, to, amount: wanted }, { scale: 6, available: add(available, more) })).toBeNull();
      }),
    );
  });

  test.each([
    ['', 'field_required'],
    ['0', 'field_must_be_positive'],
    ['0.0000001', 'field_too_precise'],
    ['5.000001', 'insufficient_balance'],
  ])('of %j out of 5 is rejected as %s', (wanted, code) => {
    const problem = transferProblem({ from: 'change', to: 'legal', amount: wanted }, { scale: 6, available: '5' });
    expect(problem).toMatchObject({ code, field: 'amount' });
  });

  test('leaves an unknown balance to the ledger', () => {
    expect(transferProblem({ from: 'change', to: 'legal', amount: '1000000' }, { scale: 6 })).toBeNull();
  });
});

test('a period begins that many days back, at the same moment for a whole minute', () => {
  fc.assert(
    fc.property(fc.constantFrom('1', '7', '30'), fc.integer({ min: 1e12, max: 2e12 }), (period, now) => {
      const back = now - (periodStart(period, now) ?? 0) - Number(period) * 86_400_000;
      expect(back).toBeGreaterThanOrEqual(0);
      expect(back).toBeLessThan(60_000);
    }),
  );
  expect(periodStart('all', 2e12)).toBeUndefined();
});

describe('profit and loss', () => {
  const over = fc.record({ start: amount, inflow: amount, outflow: amount, end: amount });

  test('with what came in adds up to the change of the funds', () => {
    fc.assert(
      fc.property(over, ({ start, inflow, outflow, end }) => {
        const { profit } = profitOver({ start, inflow, outflow, end });
        expect(cmp(sum([start, inflow, `-${outflow}`, profit]), end)).toBe(0);
      }),
    );
  });

  test('is not changed by a deposit or a withdrawal', () => {
    fc.assert(
      fc.property(over, amount, (funds, moved) => {
        const { profit } = profitOver(funds);
        const { end, inflow, outflow } = funds;
        expect(profitOver({ ...funds, inflow: add(inflow, moved), end: add(end, moved) }).profit).toBe(profit);
        expect(profitOver({ ...funds, outflow: add(outflow, moved), end: sub(end, moved) }).profit).toBe(profit);
      }),
    );
  });

  test('loses no more than what was at stake', () => {
    fc.assert(
      fc.property(over, (funds) => {
        const { ratio } = profitOver(funds);
        if (ratio === null) expect(add(funds.start, funds.inflow)).toBe('0');
        else expect(cmp(ratio, '-1')).not.toBe(-1);
      }),
    );
  });
});
