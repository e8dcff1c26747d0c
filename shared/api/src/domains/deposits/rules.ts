import { cmp, type DecimalString, scaleOf } from '@tessera/money';
import type { RuleFailure } from '../../kit/rules/failure.ts';

export type DepositLimits = {
  /** Code of the currency, for the text. */
  readonly currency: string;
  /** Decimal places of the currency. */
  readonly scale: number;
  /** The least that the network takes. */
  readonly min: DecimalString;
};

/** Fault of a claimed amount; null if valid. '' means no number. */
export function depositProblem(
  amount: DecimalString | '',
  { currency, scale, min }: DepositLimits,
): (RuleFailure & { readonly field: 'amount' }) | null {
  if (amount === '') return { code: 'field_required', field: 'amount' };
  if (scaleOf(amount) > scale) return { code: 'field_too_precise', field: 'amount', params: { scale } };
  if (cmp(amount, min) < 0) return { code: 'amount_too_small', field: 'amount', params: { min: `${min} ${currency}` } };
  return null;
}

/**
 * A transaction id in its one form: 64 small hexadecimal digits, which Bitcoin, Ethereum and TRON all use. Accepts
 * capitals, `0x`, and the link of a block explorer that ends with the id. Null for anything else.
 */
export function transactionIdOf(text: string): string | null {
  const [last = ''] = text
    .trim()
    .toLowerCase()
    .replace(/[?#][^/]*$/, '')
    .replace(/\/+$/, '')
    .split('/')
    .slice(-1);
  const digits = last.replace(/^0x/, '');
  return /^[0-9a-f]{64}$/.test(digits) ? digits : null;
}

export const checkTransactionId = (text: string): RuleFailure | null =>
  transactionIdOf(text) === null ? { code: 'txid_invalid' } : null;
