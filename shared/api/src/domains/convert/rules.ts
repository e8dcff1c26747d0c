import { add, cmp, type DecimalString, div, max, min, mul, quantize, scaleOf, sub } from '@tessera/money';
import type { RuleFailure } from '../../kit/rules/failure.ts';

/** ms that a quote can be used for, from when it was made. */
export const QUOTE_LASTS = 10_000;
/**
 * ms before a quote can be used. A user who sees the market move earlier than this exchange asks for a quote of the old
 * price: by then it is judged against the new one.
 */
export const QUOTE_RESTS = 1_000;

/** One side of a conversion: the current value of one unit, in USDT. */
export type Leg = {
  readonly code: string;
  readonly scale: number;
  /** What the exchange pays for a unit. */
  readonly bid: DecimalString;
  /** What the exchange charges for a unit. */
  readonly ask: DecimalString;
  /** The market's price, which no order of a user can move. */
  readonly index: DecimalString;
};

type Prices = Pick<Leg, 'bid' | 'ask' | 'index'>;

/**
 * What a conversion pays and charges in a market: bid and ask, or the index where that is worse for the user, less the
 * spread, a ratio. A book that a user has pushed up pays no more for it.
 */
export const withSpread = ({ bid, ask, index }: Prices, spread: DecimalString): Prices => ({
  bid: mul(min(bid, index), sub('1', spread)),
  ask: mul(max(ask, index), add('1', spread)),
  index,
});

/** The prices of a unit of the other currency: of `USD/JPY` those of the yen. */
export const inversePrices = ({ bid, ask, index }: Prices): Prices => ({
  bid: div('1', ask),
  ask: div('1', bid),
  index: div('1', index),
});

export type Conversion = {
  /** Units of the target for one of the source, before the fee. */
  readonly rate: DecimalString;
  /** What the rate is worse than the market's; a ratio, rounded up. */
  readonly spread: DecimalString;
  /** In the target currency, rounded up to its scale. */
  readonly fee: DecimalString;
  /** Rounded down to the target's scale; never negative. */
  readonly receive: DecimalString;
};

/** Digits of a rate: enough for the smallest coin against the largest. */
const RATE_SCALE = 18;
const SPREAD_SCALE = 6;

/** The source is sold at its bid and the target bought at its ask, so that a round trip never gains. */
export const conversionRate = (from: Leg, to: Leg): DecimalString =>
  quantize(div(from.bid, to.ask), RATE_SCALE, 'down');

/** The same by the index, rounded down: without spread. */
export const marketRate = (from: Leg, to: Leg): DecimalString =>
  quantize(div(from.index, to.index), RATE_SCALE, 'down');

/** The yield of a conversion of `amount`; `feeRate` is a ratio of the yield. */
export function convert(amount: DecimalString, from: Leg, to: Leg, feeRate: DecimalString): Conversion {
  const rate = conversionRate(from, to);
  const spread = quantize(sub('1', div(mul(from.bid, to.index), mul(to.ask, from.index))), SPREAD_SCALE, 'up');
  const gross = mul(amount, rate);
  const fee = quantize(mul(gross, feeRate), to.scale, 'up');
  const rest = quantize(sub(gross, fee), to.scale, 'down');
  return { rate, spread, fee, receive: cmp(rest, '0') > 0 ? rest : '0' };
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

/** A quote as it was made. */
export type MadeQuote = {
  readonly rate: DecimalString;
  /** Unix ms. */
  readonly madeAt: number;
};

/**
 * Why a quote cannot be used at this moment; null if it can. It holds while the market's own rate is no worse for the
 * exchange than the rate of the quote: a quote is a free option, and this takes away what it could be worth, whatever
 * the market does in ten seconds. The exchange keeps the fee at least.
 */
export function quoteProblem(
  { rate, madeAt }: MadeQuote,
  { from, to, now }: { readonly from: Leg; readonly to: Leg; readonly now: number },
): (RuleFailure & { readonly code: 'quote_expired' | 'quote_early' | 'price_moved' }) | null {
  if (now > madeAt + QUOTE_LASTS) return { code: 'quote_expired' };
  if (now < madeAt + QUOTE_RESTS) return { code: 'quote_early' };
  return cmp(mul(rate, to.index), from.index) > 0 ? { code: 'price_moved' } : null;
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
