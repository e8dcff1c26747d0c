import {
  add,
  cmp,
  type DecimalString,
  div,
  isOnStep,
  isPositive,
  max,
  min,
  mul,
  quantize,
  scaleOf,
  sub,
  toStep,
} from '@tessera/money';

/*
 * The rules of spot trading that the order form and the exchange share. Amounts count the base currency, totals the
 * quote currency. What depends on the book or on an order's progress is the backend's.
 */

export type Side = 'buy' | 'sell';
export type Kind = 'limit' | 'market';
export type TimeInForce = 'GTC' | 'IOC' | 'FOK';

/** Order rules of one instrument. */
export type Terms = {
  /** Prices are whole multiples of the tick, amounts of the lot. */
  readonly tick: DecimalString;
  readonly lot: DecimalString;
  readonly minAmount: DecimalString;
  /** Least price × amount, in the quote currency. */
  readonly minTotal: DecimalString;
};

/** Ratios: 0.001 is 0.1 %. */
export type FeeRates = { readonly makerFeeRate: DecimalString; readonly takerFeeRate: DecimalString };

/** Fraction digits of balances of the two currencies. */
export type Scales = { readonly base: number; readonly quote: number };

/** Best prices; null while there is no quote. */
export type BestPrices = { readonly bid: DecimalString | null; readonly ask: DecimalString | null };

/** Size of an order: an amount of the base, or a total to spend at market. */
export type SizeField = 'amount' | 'quote_amount';

/** Why an order does not fit, by error code with the parameters of its text. */
export type OrderProblem =
  | { readonly code: 'price_off_tick'; readonly field: 'price'; readonly params: { readonly tick: DecimalString } }
  | { readonly code: 'price_too_far'; readonly field: 'price'; readonly params: { readonly percent: DecimalString } }
  | { readonly code: 'amount_off_lot'; readonly field: 'amount'; readonly params: { readonly lot: DecimalString } }
  | { readonly code: 'amount_too_small'; readonly field: 'amount'; readonly params: { readonly min: DecimalString } }
  | { readonly code: 'total_too_small'; readonly field: SizeField; readonly params: { readonly min: DecimalString } }
  | { readonly code: 'field_too_precise'; readonly field: SizeField; readonly params: { readonly scale: number } }
  | { readonly code: 'order_limit'; readonly field: SizeField; readonly params: { readonly limit: DecimalString } };

/** The problem of one code, or of a few. */
type ProblemOf<C extends OrderProblem['code']> = Extract<OrderProblem, { readonly code: C }>;

/** Ratio by which a market order may be filled worse than what was shown: what a book moves while it is confirmed. */
const LEAST_TOLERANCE = '0.0005';

/**
 * Whether a market order would be filled worse than its owner was shown: by more than two spreads of the instrument, a
 * ratio, and 0.05 %.
 */
export function isWorseThanShown(
  side: Side,
  shown: DecimalString,
  average: DecimalString,
  spread: DecimalString,
): boolean {
  const worse = side === 'buy' ? sub(average, shown) : sub(shown, average);
  return cmp(worse, mul(shown, max(LEAST_TOLERANCE, mul('2', spread)))) > 0;
}

export const priceProblem = (
  { tick }: Pick<Terms, 'tick'>,
  price: DecimalString,
): ProblemOf<'price_off_tick'> | null =>
  isOnStep(price, tick) ? null : { code: 'price_off_tick', field: 'price', params: { tick } };

/** A limit price further than `percent` from the last one, on either side, is a slip of the finger. */
export function bandProblem(
  price: DecimalString,
  last: DecimalString,
  percent: DecimalString,
): ProblemOf<'price_too_far'> | null {
  const band = div(mul(last, percent), '100');
  const far = cmp(price, add(last, band)) > 0 || cmp(price, sub(last, band)) < 0;
  return far ? { code: 'price_too_far', field: 'price', params: { percent } } : null;
}

export function amountProblem(
  { lot, minAmount }: Pick<Terms, 'lot' | 'minAmount'>,
  amount: DecimalString,
): ProblemOf<'amount_too_small' | 'amount_off_lot'> | null {
  if (cmp(amount, minAmount) < 0) return { code: 'amount_too_small', field: 'amount', params: { min: minAmount } };
  return isOnStep(amount, lot) ? null : { code: 'amount_off_lot', field: 'amount', params: { lot } };
}

/** `total` is exact: price × amount, before rounding for the ledger. */
export const totalProblem = (
  { minTotal }: Pick<Terms, 'minTotal'>,
  total: DecimalString,
  field: SizeField,
): ProblemOf<'total_too_small'> | null =>
  cmp(total, minTotal) < 0 ? { code: 'total_too_small', field, params: { min: minTotal } } : null;

/** Valid total of a market buy: at the scale of balances, and at least the minimum total. */
export function spendProblem(
  terms: Pick<Terms, 'minTotal'>,
  spend: DecimalString,
  scale: number,
): ProblemOf<'field_too_precise' | 'total_too_small'> | null {
  const field = 'quote_amount';
  if (scaleOf(spend) > scale) return { code: 'field_too_precise', field, params: { scale } };
  return totalProblem(terms, spend, field);
}

/** A total that buys less than the least amount; the error names the cost of that amount at `price`. */
export function boughtProblem(
  { minAmount }: Pick<Terms, 'minAmount'>,
  bought: DecimalString,
  price: DecimalString,
  scale: number,
): ProblemOf<'total_too_small'> | null {
  if (cmp(bought, minAmount) >= 0) return null;
  const least = quantize(mul(price, minAmount), scale, 'up');
  return { code: 'total_too_small', field: 'quote_amount', params: { min: least } };
}

/** `value` of the order and the user's `limit` per order, both in USDT. */
export const limitProblem = (
  value: DecimalString,
  limit: DecimalString,
  field: SizeField,
): ProblemOf<'order_limit'> | null =>
  cmp(value, limit) > 0 ? { code: 'order_limit', field, params: { limit } } : null;

/** What an exact total is booked with: a buyer is charged rounded up, a seller is paid rounded down. */
export const bookedTotal = (side: Side, exact: DecimalString, scale: number): DecimalString =>
  quantize(exact, scale, side === 'buy' ? 'up' : 'down');

/** The whole lots that a total buys at one price. */
export const affordableAmount = (total: DecimalString, price: DecimalString, lot: DecimalString): DecimalString =>
  toStep(div(total, price), lot);

/** Fraction digits of the currency that the user receives: base of a buy, quote of a sell. */
export const receivedScale = (side: Side, { base, quote }: Scales): number => (side === 'buy' ? base : quote);

/** The fee is deducted from the received amount, rounded up, and never exceeds it. */
export const feeOf = (received: DecimalString, rate: DecimalString, scale: number): DecimalString =>
  min(received, quantize(mul(received, rate), scale, 'up'));

/** Whether a limit order is marketable. */
export const crosses = (side: Side, price: DecimalString, { bid, ask }: BestPrices): boolean =>
  side === 'buy' ? ask !== null && cmp(price, ask) >= 0 : bid !== null && cmp(price, bid) <= 0;

/** The rate of an order that is placed now; `price` is null at market. */
export const feeRateOf = (
  side: Side,
  price: DecimalString | null,
  best: BestPrices,
  { makerFeeRate, takerFeeRate }: FeeRates,
): DecimalString => (price === null || crosses(side, price, best) ? takerFeeRate : makerFeeRate);

/** Deviation from which a limit price worse than the market is treated as a typing error: 2 %. */
const SLIP = '0.02';

/** How far a limit price is on the losing side of the market, as a ratio; null below the threshold of a warning. */
export function slipOf(side: Side, price: DecimalString, { bid, ask }: BestPrices): DecimalString | null {
  const market = side === 'buy' ? ask : bid;
  if (market === null || !isPositive(market)) return null;
  const ratio = div(price, market);
  const loss = side === 'buy' ? sub(ratio, '1') : sub('1', ratio);
  return cmp(loss, SLIP) < 0 ? null : loss;
}
