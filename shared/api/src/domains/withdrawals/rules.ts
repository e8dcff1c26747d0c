import { cmp, type DecimalString, div, quantize, scaleOf, sub } from '@tessera/money';
import type { RuleFailure } from '../../kit/rules/failure.ts';

export type WithdrawalTerms = {
  /** Code of the currency, for the text. */
  readonly currency: string;
  /** Decimal places of the currency. */
  readonly scale: number;
  /** The least that leaves the account. */
  readonly min: DecimalString;
};

/** Fault of an amount that is to leave the account; null if valid. '' means no number. */
export function withdrawalProblem(
  number: DecimalString | '',
  { currency, scale, min }: WithdrawalTerms,
): (RuleFailure & { readonly field: 'number' }) | null {
  if (number === '') return { code: 'field_required', field: 'number' };
  if (scaleOf(number) > scale) return { code: 'field_too_precise', field: 'number', params: { scale } };
  if (cmp(number, min) < 0) return { code: 'amount_too_small', field: 'number', params: { min: `${min} ${currency}` } };
  return null;
}

/** What arrives: the amount less the fee. Zero where the fee takes all of it. */
export const receivedOf = (number: DecimalString, fee: DecimalString): DecimalString => {
  const received = sub(number, fee);
  return cmp(received, '0') > 0 ? received : '0';
};

/** What a limit leaves, in units of a currency with this price in BTC; zero where it is used up. */
export function limitLeft(
  {
    limit,
    used,
    price,
  }: { readonly limit: DecimalString; readonly used: DecimalString; readonly price: DecimalString },
  scale: number,
): DecimalString {
  const left = sub(limit, used);
  return cmp(left, '0') <= 0 || cmp(price, '0') <= 0 ? '0' : quantize(div(left, price), scale, 'down');
}
