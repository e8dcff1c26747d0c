import { cmp, type DecimalString, div, mul, quantize, scaleOf, sub } from '@tessera/money';
import type { RuleFailure } from '../../kit/rules/failure.ts';

/** One side of a conversion: the current value of one unit, in USDT. */
export type Leg = {
  readonly code: string;
  readonly scale: number;
  /** Bid: what the exchange pays for a unit. */
  readonly bid: DecimalString;
  /** Ask: what the exchange charges for a unit. */
  readonly ask: DecimalString;
};

export type Conversion = {
  /** Units of the target for one of the source, before the fee. */
  readonly rate: DecimalString;
  /** In the target currency, rounded up to its scale. */
  readonly fee: DecimalString;
  /** Rounded down to the target's scale; never negative. */
  readonly receive: DecimalString;
};

/** Digits of a rate: enough for the smallest coin against the largest. */
const RATE_SCALE = 18;

/** The source is sold at its bid and the target bought at its ask, so that a round trip never gains. */
export const conversionRate = (from: Leg, to: Leg): DecimalString =>
  quantize(div(from.bid, to.ask), RATE_SCALE, 'down');

/** The yield of a conversion of `amount`; `feeRate` is a ratio of the yield. */
export function convert(amount: DecimalString, from: Leg, to: Leg, feeRate: DecimalString): Conversion {
  const rate = conversionRate(from, to);
  const gross = mul(amount, rate);
  const fee = quantize(mul(gross, feeRate), to.scale, 'up');
  const rest = quantize(sub(gross, fee), to.scale, 'down');
  return { rate, fee, receive: cmp(rest, '0') > 0 ? rest : '0' };
}

/**
 * The least source amount that yields more than zero: one unit of the target's scale, plus one if a fee, which is
 * rounded up, takes the first.
 */
export function leastConversion(from: Leg, to: Leg, feeRate: DecimalString): DecimalString {
  const unit = div('1', `1${'0'.repeat(to.scale)}`);
  const gross = cmp(feeRate, '0') > 0 ? mul(unit, '2') : unit;
  return quantize(div(mul(gross, to.ask), from.bid), from.scale, 'up');
}

/** Fault of an amount, judged by amount and currencies only. */
export function conversionProblem(
  amount: DecimalString,
  from: { readonly id: number; readonly scale: number },
  to: { readonly id: number },
): (RuleFailure & { readonly field: 'number' | 'to_currency_id' }) | null {
  if (from.id === to.id) return { code: 'same_currency', field: 'to_currency_id' };
  if (scaleOf(amount) > from.scale)
    return { code: 'field_too_precise', field: 'number', params: { scale: from.scale } };
  return null;
}
