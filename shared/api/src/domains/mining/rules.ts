import { add, cmp, type DecimalString, div, mul, quantize, scaleOf, sub, sum } from '@tessera/money';

/*
 * Locked mining: an amount is locked for whole days and pays simple interest for each. A day of a position is 24 hours from
 * its start, so that it is as long wherever clocks change and in leap years. Amounts are decimal strings, times Unix ms.
 */

/** ms of a day of a position. */
export const MINING_DAY = 86_400_000;
const DAYS_OF_YEAR = '365';

/** What decides what a position pays; fixed when it is made. */
export type MiningTerms = {
  readonly amount: DecimalString;
  /** Ratio of each day, day 1 first. */
  readonly rates: readonly DecimalString[];
  /** Fraction digits of the currency. */
  readonly scale: number;
};

/** Interest of one day: amount × rate of the day, down to the currency's scale. `day` counts from 1. */
export const interestOfDay = ({ amount, rates, scale }: MiningTerms, day: number): DecimalString =>
  quantize(mul(amount, rates[day - 1] ?? '0'), scale, 'down');

/** Interest of the days after `after` up to and including `until`. */
export const interestOfDays = (terms: MiningTerms, after: number, until: number): DecimalString =>
  sum(Array.from({ length: Math.max(0, until - after) }, (_, index) => interestOfDay(terms, after + index + 1)));

export const interestInAll = (terms: MiningTerms): DecimalString => interestOfDays(terms, 0, terms.rates.length);

/** When the interest of a day is due: the end of the day. */
export const dueAt = (startedAt: number, day: number): number => startedAt + day * MINING_DAY;

/** Days of a position that are over, at most `days`. */
export const daysOver = (startedAt: number, days: number, now: number): number =>
  Math.max(0, Math.min(days, Math.floor((now - startedAt) / MINING_DAY)));

export type Redemption = {
  readonly penalty: DecimalString;
  /** What returns to the spot account. */
  readonly receives: DecimalString;
  /** Interest that was paid: it stays. */
  readonly kept: DecimalString;
  /** Interest of the days that are not over: it is not paid. */
  readonly forgone: DecimalString;
  /** What the user has more than before the position; negative is a loss. */
  readonly result: DecimalString;
};

/** What an early redemption after `over` whole days comes to. The penalty is rounded up to the currency's scale. */
export function redemptionOf(terms: MiningTerms & { readonly penaltyRatio: DecimalString }, over: number): Redemption {
  const penalty = quantize(mul(terms.amount, terms.penaltyRatio), terms.scale, 'up');
  const kept = interestOfDays(terms, 0, over);
  return {
    penalty,
    receives: sub(terms.amount, penalty),
    kept,
    forgone: interestOfDays(terms, over, terms.rates.length),
    result: sub(kept, penalty),
  };
}

/** First day after which an early redemption loses nothing; null where interest never makes up for the penalty. */
export function breakEvenDay(terms: MiningTerms & { readonly penaltyRatio: DecimalString }): number | null {
  for (let day = 1; day <= terms.rates.length; day++) {
    if (cmp(redemptionOf(terms, day).result, '0') >= 0) return day;
  }
  return null;
}

const RATE_DIGITS = 10;

/** Rates of a product: the lowest and the highest of a day, the mean of a day, and that times 365. Without compounding. */
export function ratesOf(rates: readonly DecimalString[]) {
  const sorted = [...rates].sort(cmp);
  const mean = div(sum(rates), String(Math.max(1, rates.length)));
  return {
    low: sorted[0] ?? '0',
    high: sorted.at(-1) ?? '0',
    day: quantize(mean, RATE_DIGITS, 'down'),
    year: quantize(mul(mean, DAYS_OF_YEAR), RATE_DIGITS, 'down'),
  };
}

export type LockBounds = {
  readonly scale: number;
  readonly min: DecimalString;
  /** Most that one user may have locked in the product; null without a limit. */
  readonly limit: DecimalString | null;
  /** What the user has locked in it. */
  readonly locked: DecimalString;
};

export type LockProblem = {
  readonly code: 'field_too_precise' | 'amount_too_small' | 'quantity_limit';
  readonly field: 'amount';
  readonly params: Readonly<Record<string, string | number>>;
};

/** Why an amount cannot be locked; null where it can. */
export function lockProblem(amount: DecimalString, { scale, min, limit, locked }: LockBounds): LockProblem | null {
  const problem = (code: LockProblem['code'], params: LockProblem['params']): LockProblem => ({
    code,
    field: 'amount',
    params,
  });
  if (scaleOf(amount) > scale) return problem('field_too_precise', { max: scale });
  if (cmp(amount, min) < 0) return problem('amount_too_small', { min });
  if (limit !== null && cmp(add(locked, amount), limit) > 0) return problem('quantity_limit', { max: limit });
  return null;
}
