import { add, cmp, type DecimalString, div, max, min, mul, quantize, scaleOf, sub } from '@tessera/money';
import type { RuleFailure } from '../../kit/rules/failure.ts';

/*
 * Loans against collateral. Days are the 24 hours from the payout on: a loan knows no calendar, so neither a leap day nor
 * daylight saving changes what it costs. Interest is simple, on the principal of each day that has begun; from the due time
 * on it stops, and each whole day costs the overdue rate instead.
 */

/** ms. */
export const LOAN_DAY = 86_400_000;
/** Days between two settlements of interest that is paid monthly. */
export const INSTALMENT_DAYS = 30;
/** Days that an instalment may stay unpaid before the whole loan is due. */
export const INSTALMENT_GRACE_DAYS = 7;
/** Fraction digits of interest, ratios and prices between roundings. */
const EXACT = 18;
/** Fraction digits of a day rate: its product with a principal stays exact. */
export const RATE_SCALE = 8;
/** Currencies that secure a loan. */
export const COLLATERALS = ['BTC', 'ETH', 'USDT', 'USDC'] as const;
export type Collateral = (typeof COLLATERALS)[number];
/** What loans are paid out and repaid in. */
export const LOAN_CURRENCY = 'USDT';
/** How far above a warning the ratio rises before the warning can come again. */
export const REARM = '0.1';

export type LoanTerms = {
  /** USDT. */
  readonly min_amount: DecimalString;
  readonly max_amount: DecimalString;
  readonly min_days: number;
  readonly max_days: number;
  /** Ratios of the collateral's worth to what is owed. */
  readonly initial_ratio: DecimalString;
  /** Highest first. */
  readonly warning_ratios: readonly DecimalString[];
  readonly liquidation_ratio: DecimalString;
  /** Of the principal, for each whole day overdue. */
  readonly overdue_rate: DecimalString;
  /** Of what is sold in a liquidation. */
  readonly liquidation_fee: DecimalString;
};

/** A loan's debt as of the days counted so far. Amounts are USDT. */
export type Debt = {
  readonly principal: DecimalString;
  /** Accrued and not paid. */
  readonly interest: DecimalString;
  readonly penalty: DecimalString;
  readonly dayRate: DecimalString;
  readonly overdueRate: DecimalString;
  /** Unix ms. */
  readonly paidAt: number;
  readonly dueAt: number;
  /** Days whose interest is in `interest` or was paid, and the same of the penalty. */
  readonly interestDays: number;
  readonly penaltyDays: number;
  /** Whether it was found unpaid at its due time: only then it costs the overdue rate. */
  readonly overdue: boolean;
};

const wholeDays = (ms: number): number => Math.max(0, Math.floor(ms / LOAN_DAY));

/** Days from payout to due time. */
export const termOf = ({ paidAt, dueAt }: Pick<Debt, 'paidAt' | 'dueAt'>): number =>
  Math.ceil((dueAt - paidAt) / LOAN_DAY);

/** The same debt with the days up to a time, Unix ms, counted. Counting in any number of steps comes to the same. */
export function accrue<D extends Debt>(debt: D, at: number): D {
  const interestDays = Math.max(debt.interestDays, Math.min(termOf(debt), wholeDays(at - debt.paidAt) + 1));
  const penaltyDays = debt.overdue ? Math.max(debt.penaltyDays, wholeDays(at - debt.dueAt)) : debt.penaltyDays;
  const perDay = mul(debt.principal, debt.dayRate);
  const perLateDay = mul(debt.principal, debt.overdueRate);
  return {
    ...debt,
    interest: add(debt.interest, mul(perDay, String(interestDays - debt.interestDays))),
    penalty: add(debt.penalty, mul(perLateDay, String(penaltyDays - debt.penaltyDays))),
    interestDays,
    penaltyDays,
  };
}

/** When the next day begins to cost; Unix ms. Null from the due time on, until the loan counts as overdue. */
export function nextAccrual(debt: Debt): number | null {
  if (debt.overdue) return debt.dueAt + (debt.penaltyDays + 1) * LOAN_DAY;
  return debt.interestDays < termOf(debt) ? debt.paidAt + debt.interestDays * LOAN_DAY : null;
}

type Parts = Pick<Debt, 'principal' | 'interest' | 'penalty'>;

/** Principal, interest and penalty, exactly. */
export const debtOf = ({ principal, interest, penalty }: Parts): DecimalString =>
  add(add(principal, interest), penalty);

/** What repays all of it: rounded up once, to the currency's scale. */
export const owedOf = (parts: Parts, scale: number): DecimalString => quantize(debtOf(parts), scale, 'up');

/** Worth of the collateral / debt, cut; null where nothing is owed. */
export const ratioOf = (worth: DecimalString, debt: DecimalString): DecimalString | null =>
  cmp(debt, '0') > 0 ? quantize(div(worth, debt), EXACT, 'down') : null;

/** The price of the collateral at which its worth is `ratio` times the debt. */
export const priceAtRatio = (ratio: DecimalString, debt: DecimalString, collateral: DecimalString): DecimalString =>
  quantize(div(mul(debt, ratio), collateral), EXACT, 'up');

/** Collateral that is worth `ratio` times an amount at a price, rounded up to its scale. */
export const collateralFor = (
  amount: DecimalString,
  ratio: DecimalString,
  price: DecimalString,
  scale: number,
): DecimalString => quantize(div(mul(amount, ratio), price), scale, 'up');

/** Where a payment goes: the penalty first, then interest, then principal. */
export type Split = {
  readonly penalty: DecimalString;
  readonly interest: DecimalString;
  readonly principal: DecimalString;
};

/**
 * Splits a payment of at most `owedOf`. What is due in fractions of the currency's unit is paid by the whole unit once it is
 * paid in full; `after` is the debt that remains.
 */
export function splitPayment<D extends Parts>(
  debt: D,
  amount: DecimalString,
  scale: number,
): { readonly split: Split; readonly after: D } {
  let left = amount;
  const take = (part: DecimalString): DecimalString => {
    const paid = min(left, quantize(part, scale, 'up'));
    left = sub(left, paid);
    return paid;
  };
  // Penalty and interest are one fraction: rounding each up would charge two units where one is owed.
  const penalty = take(debt.penalty);
  const credit = max('0', sub(penalty, debt.penalty));
  const interest = take(max('0', sub(debt.interest, credit)));
  const principal = take(debt.principal);
  return {
    split: { penalty, interest, principal },
    after: {
      ...debt,
      penalty: max('0', sub(debt.penalty, penalty)),
      interest: max('0', sub(max('0', sub(debt.interest, credit)), interest)),
      principal: sub(debt.principal, principal),
    },
  };
}

/** Interest that an instalment after so many days settles: that of the days before it, as far as it is not paid. */
export function instalmentOf(debt: Debt, days: number, scale: number): DecimalString {
  const later = mul(mul(debt.principal, debt.dayRate), String(Math.max(0, debt.interestDays - days)));
  return quantize(max('0', sub(debt.interest, later)), scale, 'up');
}

/** What a liquidation comes to. */
export type Liquidation = {
  /** Collateral that the house takes, and what it pays for it, fee included. */
  readonly sold: DecimalString;
  readonly value: DecimalString;
  readonly fee: DecimalString;
  /** What the loan gets of it, and what the insurance adds. */
  readonly repaid: DecimalString;
  readonly shortfall: DecimalString;
  /** Back to the user: collateral that was not needed, and the rest of the last unit's price. */
  readonly returned: DecimalString;
  readonly surplus: DecimalString;
};

/**
 * Sells as much of the collateral as repays what is owed and the fee, all of it where that does not suffice. `price` is the
 * index; `owed` is rounded to `owedScale`.
 */
export function liquidate({
  collateral,
  scale,
  price,
  owed,
  owedScale,
  feeRate,
}: {
  readonly collateral: DecimalString;
  readonly scale: number;
  readonly price: DecimalString;
  readonly owed: DecimalString;
  readonly owedScale: number;
  readonly feeRate: DecimalString;
}): Liquidation {
  const net = mul(price, sub('1', feeRate));
  // One unit more covers the rounding of value and fee.
  const wanted = quantize(
    div(add(owed, quantize(div('1', `1${'0'.repeat(owedScale)}`), owedScale, 'up')), net),
    scale,
    'up',
  );
  const sold = min(collateral, wanted);
  const value = quantize(mul(sold, price), owedScale, 'down');
  const fee = quantize(mul(value, feeRate), owedScale, 'down');
  const proceeds = sub(value, fee);
  const repaid = min(proceeds, owed);
  return {
    sold,
    value,
    fee,
    repaid,
    shortfall: sub(owed, repaid),
    returned: sub(collateral, sold),
    surplus: sub(proceeds, repaid),
  };
}

/** How many of the warnings a ratio is below. */
export const warningsBelow = (ratio: DecimalString, warnings: readonly DecimalString[]): number =>
  warnings.filter((level) => cmp(ratio, level) < 0).length;

export type LoanPlan = {
  /** USDT, '' while there is none. */
  readonly amount: DecimalString | '';
  readonly days: number | null;
  /** Of the collateral, '' while there is none. */
  readonly collateral: DecimalString | '';
};

export type LoanLimits = Pick<LoanTerms, 'min_amount' | 'max_amount' | 'min_days' | 'max_days' | 'initial_ratio'> & {
  /** What the VIP level allows; null where it opens no loan. */
  readonly level_limit: DecimalString | null;
  /** USDT for one unit of the collateral; null while there is none. */
  readonly price: DecimalString | null;
  /** Fraction digits of USDT and of the collateral. */
  readonly scale: number;
  readonly collateral_scale: number;
  /** What of the collateral the user has; unknown to the backend, whose ledger decides. */
  readonly available?: DecimalString;
};

export type LoanField = keyof LoanPlan;

/** Why a loan cannot be applied for; null when amount, term and collateral allow it. */
export function loanProblem(
  { amount, days, collateral }: LoanPlan,
  limits: LoanLimits,
): (RuleFailure & { readonly field: LoanField }) | null {
  const { min_amount, min_days, max_days, initial_ratio, level_limit, price, scale, collateral_scale } = limits;
  if (level_limit === null) return { code: 'loan_vip_required', field: 'amount' };
  const most = min(limits.max_amount, level_limit);
  if (amount === '') return { code: 'field_required', field: 'amount' };
  if (scaleOf(amount) > scale) return { code: 'field_too_precise', field: 'amount', params: { scale } };
  if (cmp(amount, min_amount) < 0) return { code: 'amount_too_small', field: 'amount', params: { min: min_amount } };
  if (cmp(amount, most) > 0) return { code: 'amount_too_large', field: 'amount', params: { max: most } };
  if (days === null) return { code: 'field_required', field: 'days' };
  if (days < min_days) return { code: 'field_too_small', field: 'days', params: { min: min_days } };
  if (days > max_days) return { code: 'field_too_large', field: 'days', params: { max: max_days } };
  if (collateral === '') return { code: 'field_required', field: 'collateral' };
  if (scaleOf(collateral) > collateral_scale) {
    return { code: 'field_too_precise', field: 'collateral', params: { scale: collateral_scale } };
  }
  if (price === null) return { code: 'stale_price', field: 'collateral' };
  const least = collateralFor(amount, initial_ratio, price, collateral_scale);
  if (cmp(collateral, least) < 0) return { code: 'collateral_too_low', field: 'collateral', params: { min: least } };
  if (limits.available !== undefined && cmp(collateral, limits.available) > 0) {
    return { code: 'insufficient_balance', field: 'collateral' };
  }
  return null;
}

/** What a loan costs that is held to its end. */
export function loanCost(
  amount: DecimalString,
  days: number,
  dayRate: DecimalString,
  terms: Pick<LoanTerms, 'liquidation_ratio' | 'overdue_rate'>,
  scale: number,
): {
  readonly perDay: DecimalString;
  readonly interest: DecimalString;
  readonly owed: DecimalString;
  /** Worth of the collateral below which it is liquidated at the end. */
  readonly liquidationWorth: DecimalString;
  /** One day overdue. */
  readonly overdueDay: DecimalString;
} {
  const perDay = mul(amount, dayRate);
  const interest = quantize(mul(perDay, String(days)), scale, 'up');
  const owed = add(amount, interest);
  return {
    perDay: quantize(perDay, scale, 'up'),
    interest,
    owed,
    liquidationWorth: mul(owed, terms.liquidation_ratio),
    overdueDay: quantize(mul(amount, terms.overdue_rate), scale, 'up'),
  };
}

/** Why a repayment cannot be made; null where it can. */
export function repaymentProblem(
  amount: DecimalString | '',
  {
    owed,
    least,
    scale,
    available,
  }: {
    readonly owed: DecimalString;
    /** The least part that is repaid. */
    readonly least: DecimalString;
    readonly scale: number;
    readonly available?: DecimalString;
  },
): RuleFailure | null {
  if (amount === '') return { code: 'field_required' };
  if (cmp(amount, '0') <= 0) return { code: 'field_must_be_positive' };
  if (scaleOf(amount) > scale) return { code: 'field_too_precise', params: { scale } };
  if (cmp(amount, owed) > 0) return { code: 'amount_too_large', params: { max: owed } };
  if (cmp(amount, min(least, owed)) < 0) return { code: 'amount_too_small', params: { min: min(least, owed) } };
  if (available !== undefined && cmp(amount, available) > 0) return { code: 'insufficient_balance' };
  return null;
}
