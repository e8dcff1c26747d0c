import { add, cmp, type DecimalString, div, quantize, scaleOf, sub } from '@tessera/money';
import type { RuleFailure } from '../../kit/rules/failure.ts';
import type { AccountName, RecordKind } from '../../kit/rules/vocabulary.ts';

export type TransferPlan = {
  readonly from: AccountName;
  readonly to: AccountName;
  /** '' while there is no number. */
  readonly amount: DecimalString | '';
};

export type TransferLimits = {
  /** Decimal places of the currency. */
  readonly scale: number;
  /** Available balance of the source account; unknown to the backend, whose ledger decides. */
  readonly available?: DecimalString;
};

/** Why a transfer cannot be made; null when accounts and amount allow it. */
export function transferProblem(
  { from, to, amount }: TransferPlan,
  { scale, available }: TransferLimits,
): (RuleFailure & { readonly field: 'amount' | 'to' }) | null {
  if (from === to) return { code: 'same_account', field: 'to' };
  if (amount === '') return { code: 'field_required', field: 'amount' };
  if (cmp(amount, '0') <= 0) return { code: 'field_must_be_positive', field: 'amount' };
  if (scaleOf(amount) > scale) return { code: 'field_too_precise', field: 'amount', params: { scale } };
  if (available !== undefined && cmp(amount, available) > 0) return { code: 'insufficient_balance', field: 'amount' };
  return null;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** How far back records are shown, in days. */
export const PERIODS = ['all', '1', '7', '30'] as const;
export type Period = (typeof PERIODS)[number];

/** Unix ms that a period begins with, to the minute; undefined for all time. */
export const periodStart = (period: Period, now: number): number | undefined =>
  period === 'all' ? undefined : Math.floor((now - Number(period) * DAY_MS) / MINUTE_MS) * MINUTE_MS;

/**
 * Records that bring funds in from outside or take them out: no result of what was held or traded. Fees, interest and
 * prizes are results.
 */
export const FLOW_KINDS = [
  'deposit',
  'deposit_reversal',
  'withdrawal',
  'withdrawal_return',
  'send',
  'receive',
  'quick_buy',
  'quick_buy_return',
  'reward',
  'loan',
  'loan_repayment',
  // What is bought is not counted among the funds.
  'nft_buy',
  'nft_sale',
  'adjustment',
] as const satisfies readonly RecordKind[];

/** Funds over a period, in USDT: their worth at its start and end, and what came in and went out, each at least zero. */
export type FundsOver = {
  readonly start: DecimalString;
  readonly inflow: DecimalString;
  readonly outflow: DecimalString;
  readonly end: DecimalString;
};

const RATIO_DIGITS = 6;

/**
 * Profit and loss = end − start − inflow + outflow. The return is over what there was to earn with, start + inflow (simple
 * Dietz with inflows weighted in full, so that it never exceeds what was at stake); null where that is nothing.
 */
export function profitOver({ start, inflow, outflow, end }: FundsOver): {
  readonly profit: DecimalString;
  readonly ratio: DecimalString | null;
} {
  const profit = add(sub(sub(end, start), inflow), outflow);
  const base = add(start, inflow);
  return { profit, ratio: cmp(base, '0') > 0 ? quantize(div(profit, base), RATIO_DIGITS, 'down') : null };
}

/** Days that a curve of the funds can go back. */
export const HISTORY_DAYS = [1, 7, 30, 365] as const;
export type HistoryDays = (typeof HISTORY_DAYS)[number];

/** Days before today that profit and loss is counted from; 0 is today. */
export const PROFIT_DAYS = [0, 7, 30] as const;
export type ProfitDays = (typeof PROFIT_DAYS)[number];
