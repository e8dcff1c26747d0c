import { add, cmp, mul, quantize, sub, sum } from '@tessera/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accrue,
  collateralFor,
  type Debt,
  debtOf,
  instalmentOf,
  LOAN_DAY,
  liquidate,
  loanCost,
  loanProblem,
  nextAccrual,
  owedOf,
  priceAtRatio,
  ratioOf,
  repaymentProblem,
  splitPayment,
  warningsBelow,
} from './rules.ts';

const SCALE = 6;
const PAID_AT = Date.UTC(2028, 1, 20, 15);

const debt = (changes: Partial<Debt> = {}): Debt => ({
  principal: '500000',
  interest: '0',
  penalty: '0',
  dayRate: '0.0002',
  overdueRate: '0.005',
  paidAt: PAID_AT,
  dueAt: PAID_AT + 30 * LOAN_DAY,
  interestDays: 0,
  penaltyDays: 0,
  overdue: false,
  ...changes,
});

const units = fc.bigInt({ min: 1n, max: 10n ** 13n }).map((of) => mul(String(of), '0.000001'));
const rate = fc.integer({ min: 0, max: 1_000_000 }).map((of) => mul(String(of), '0.00000001'));

describe('a loan of 500,000 for 30 days at 0.02 %', () => {
  it('owes 503,000 at its end, and is liquidated below 553,300 of collateral', () => {
    const end = accrue(debt(), PAID_AT + 30 * LOAN_DAY);
    expect(owedOf(end, SCALE)).toBe('503000');
    expect(priceAtRatio('1.1', debtOf(end), '1')).toBe('553300');
    expect(loanCost('500000', 30, '0.0002', { liquidation_ratio: '1.1', overdue_rate: '0.005' }, SCALE)).toEqual({
      perDay: '100',
      interest: '3000',
      owed: '503000',
      liquidationWorth: '553300',
      overdueDay: '2500',
    });
    expect(cmp(ratioOf('553300', '503000') ?? '0', '1.1')).toBe(0);
    expect(cmp(ratioOf('553299.999999', '503000') ?? '0', '1.1')).toBe(-1);
  });

  it('costs each day that has begun, over a leap day and a change of clocks alike', () => {
    expect(accrue(debt(), PAID_AT).interest).toBe('100');
    expect(accrue(debt(), PAID_AT + LOAN_DAY - 1).interest).toBe('100');
    expect(accrue(debt(), PAID_AT + LOAN_DAY).interest).toBe('200');
    const february = debt({ dueAt: PAID_AT + 60 * LOAN_DAY });
    expect(accrue(february, PAID_AT + 59 * LOAN_DAY).interest).toBe('6000');
    expect(accrue(february, PAID_AT + 400 * LOAN_DAY).interest).toBe('6000');
  });

  it('costs 2,500 for each whole day overdue, and no interest any more', () => {
    const due = PAID_AT + 30 * LOAN_DAY;
    const overdue = debt({ overdue: true });
    expect(accrue(overdue, due + LOAN_DAY - 1)).toMatchObject({ interest: '3000', penalty: '0' });
    expect(accrue(overdue, due + LOAN_DAY)).toMatchObject({ interest: '3000', penalty: '2500' });
    expect(accrue(overdue, due + 10 * LOAN_DAY)).toMatchObject({ interest: '3000', penalty: '25000' });
    expect(accrue(debt(), due + 10 * LOAN_DAY).penalty).toBe('0');
  });
});

describe('whatever the schedule', () => {
  it('counting in any steps, twice or out of order comes to principal × rate × days', () => {
    fc.assert(
      fc.property(
        units,
        rate,
        fc.integer({ min: 1, max: 366 }),
        fc.array(fc.integer({ min: 0, max: 400 * LOAN_DAY }), { maxLength: 30 }),
        fc.boolean(),
        (principal, dayRate, days, times, overdue) => {
          const start = debt({ principal, dayRate, dueAt: PAID_AT + days * LOAN_DAY, overdue });
          const last = Math.max(0, ...times);
          const stepped = times.reduce((each, ms) => accrue(each, PAID_AT + ms), start);
          const once = accrue(start, PAID_AT + last);
          if (times.length > 0) expect(stepped).toEqual(once);
          const begun = times.length === 0 ? 0 : Math.min(days, Math.floor(last / LOAN_DAY) + 1);
          expect(stepped.interest).toBe(mul(mul(principal, dayRate), String(begun)));
        },
      ),
    );
  });

  it('each next time counts exactly one day more, until there is none', () => {
    let each = accrue(debt(), PAID_AT);
    for (let day = 2; day <= 30; day++) {
      const next = nextAccrual(each);
      expect(next).toBe(PAID_AT + (day - 1) * LOAN_DAY);
      each = accrue(each, next ?? 0);
      expect(each.interestDays).toBe(day);
    }
    expect(nextAccrual(each)).toBeNull();
    expect(nextAccrual({ ...each, overdue: true })).toBe(PAID_AT + 31 * LOAN_DAY);
  });

  it('principal + interest − repaid is what is owed, to the last unit: at most one is rounded up', () => {
    fc.assert(
      fc.property(
        units,
        rate,
        fc.array(fc.tuple(fc.integer({ min: 0, max: 40 * LOAN_DAY }), fc.double({ min: 0.001, max: 1, noNaN: true })), {
          maxLength: 12,
        }),
        fc.boolean(),
        (principal, dayRate, payments, overdue) => {
          let each: Debt = debt({ principal, dayRate, overdue });
          let charged = '0';
          const paid: string[] = [];
          const sorted = [...payments].sort(([a], [b]) => a - b);
          for (const [ms, share] of [...sorted, [41 * LOAN_DAY, 1] as const]) {
            const before = each;
            each = accrue(each, PAID_AT + ms);
            charged = add(charged, sub(debtOf(each), debtOf(before)));
            const owed = owedOf(each, SCALE);
            const amount = share === 1 ? owed : quantize(mul(owed, share.toFixed(6)), SCALE, 'up');
            const { split, after } = splitPayment(each, amount, SCALE);
            expect(sum([split.penalty, split.interest, split.principal])).toBe(amount);
            for (const part of Object.values(after).filter((value) => typeof value === 'string')) {
              expect(cmp(part, '0')).toBeGreaterThanOrEqual(0);
            }
            expect(cmp(split.principal, each.principal)).toBeLessThanOrEqual(0);
            paid.push(amount);
            each = after;
          }
          expect(owedOf(each, SCALE)).toBe('0');
          expect(each.principal).toBe('0');
          const exact = add(principal, charged);
          const over = sub(sum(paid), exact);
          expect(cmp(over, '0')).toBeGreaterThanOrEqual(0);
          // A payment that covers penalty and interest rounds each fraction up once.
          expect(cmp(over, mul('0.000002', String(paid.length)))).toBeLessThan(1);
        },
      ),
    );
  });

  it('instalments settle the interest of their days and no other', () => {
    const late = accrue(debt({ dueAt: PAID_AT + 90 * LOAN_DAY }), PAID_AT + 33 * LOAN_DAY);
    expect(late.interest).toBe('3400');
    expect(instalmentOf(late, 30, SCALE)).toBe('3000');
    expect(instalmentOf({ ...late, interest: '250' }, 30, SCALE)).toBe('0');
  });
});

describe('a liquidation', () => {
  it('sells what the debt and the fee need, and returns the rest', () => {
    const outcome = liquidate({
      collateral: '16.66666667',
      scale: 8,
      price: '33000',
      owed: '503000',
      owedScale: SCALE,
      feeRate: '0.01',
    });
    expect(outcome).toMatchObject({ repaid: '503000', shortfall: '0' });
    expect(outcome.sold).toBe('15.39638813');
    expect(add(outcome.sold, outcome.returned)).toBe('16.66666667');
  });

  it('balances for any collateral and price: nothing is made, nothing below zero', () => {
    fc.assert(
      fc.property(
        units,
        units,
        units,
        fc.constantFrom('0', '0.01', '0.05'),
        fc.constantFrom(2, 6, 8),
        (given, price, owed, feeRate, scale) => {
          const collateral = quantize(given, scale, 'up');
          const outcome = liquidate({ collateral, scale, price, owed, owedScale: SCALE, feeRate });
          const { sold, value, fee, repaid, shortfall, returned, surplus } = outcome;
          for (const each of Object.values(outcome)) expect(cmp(each, '0')).toBeGreaterThanOrEqual(0);
          expect(add(sold, returned)).toBe(collateral);
          expect(add(repaid, shortfall)).toBe(owed);
          expect(sum([fee, repaid, surplus])).toBe(value);
          expect(cmp(value, mul(sold, price))).toBeLessThanOrEqual(0);
          // Only where everything was sold anything is missing.
          if (cmp(shortfall, '0') > 0) expect(returned).toBe('0');
        },
      ),
    );
  });
});

describe('an application', () => {
  const limits = {
    min_amount: '500000',
    max_amount: '10000000',
    min_days: 7,
    max_days: 365,
    initial_ratio: '2',
    level_limit: '1000000',
    price: '60000',
    scale: 6,
    collateral_scale: 8,
  };
  const plan = { amount: '500000', days: 30, collateral: '16.66666667' };

  it('needs twice its amount in collateral, to the last unit', () => {
    expect(collateralFor('500000', '2', '60000', 8)).toBe('16.66666667');
    expect(loanProblem(plan, limits)).toBeNull();
    expect(loanProblem({ ...plan, collateral: '16.66666666' }, limits)).toEqual({
      code: 'collateral_too_low',
      field: 'collateral',
      params: { min: '16.66666667' },
    });
  });

  it.each([
    [{ amount: '' as const }, {}, 'field_required'],
    [{ amount: '499999.999999' }, {}, 'amount_too_small'],
    [{ amount: '500000.0000001' }, {}, 'field_too_precise'],
    [{ amount: '1000000.000001' }, {}, 'amount_too_large'],
    [{ amount: '10000001' }, { level_limit: '99999999' }, 'amount_too_large'],
    [{}, { level_limit: null }, 'loan_vip_required'],
    [{ days: null }, {}, 'field_required'],
    [{ days: 6 }, {}, 'field_too_small'],
    [{ days: 366 }, {}, 'field_too_large'],
    [{ collateral: '' as const }, {}, 'field_required'],
    [{ collateral: '17.000000001' }, {}, 'field_too_precise'],
    [{}, { price: null }, 'stale_price'],
    [{ collateral: '20' }, { available: '19.9' }, 'insufficient_balance'],
  ])('%j with %j is rejected: %s', (changes, more, code) => {
    expect(loanProblem({ ...plan, ...changes }, { ...limits, ...more })).toMatchObject({ code });
  });

  it('warns by how many levels its ratio is below', () => {
    const warnings = ['1.5', '1.3', '1.2'];
    expect(['2', '1.5', '1.49', '1.29', '1.19'].map((each) => warningsBelow(each, warnings))).toEqual([0, 0, 1, 2, 3]);
  });
});

it.each([
  ['', 'field_required'],
  ['0', 'field_must_be_positive'],
  ['100.0000001', 'field_too_precise'],
  ['503000.000001', 'amount_too_large'],
  ['99.999999', 'amount_too_small'],
  ['400', 'insufficient_balance'],
  ['100', null],
] as const)('a repayment of %s: %s', (amount, code) => {
  const problem = repaymentProblem(amount, { owed: '503000', least: '100', scale: 6, available: '399' });
  expect(problem?.code ?? null).toBe(code);
  // The rest of a small debt can be paid in one.
  expect(repaymentProblem('20', { owed: '20', least: '100', scale: 6 })).toBeNull();
});
