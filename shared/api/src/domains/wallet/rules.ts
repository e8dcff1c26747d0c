import { cmp, type DecimalString, scaleOf } from '@tessera/money';
import type { RuleFailure } from '../../kit/rules/failure.ts';
import type { AccountName } from '../../kit/rules/vocabulary.ts';

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
