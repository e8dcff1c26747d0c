import { bookedTotal, feeOf, receivedScale, type Scales, type Side } from '@tessera/api/spot/rules';
import type { DecimalString } from '@tessera/money';
import { add, isZero, mul, sub } from '@tessera/money/exact';

/*
 * Rules of spot trading on the backend only: the progress of an order. The rules that the order form shares are in
 * `@tessera/api/spot/rules`. Amounts count the base currency, totals the quote currency.
 */

export type Match = { readonly price: DecimalString; readonly amount: DecimalString };

/** Progress of an order. */
export type Progress = {
  readonly side: Side;
  /** Null for a market order, which reserves nothing. */
  readonly limit: DecimalString | null;
  /** Null for a market buy by total. */
  readonly amount: DecimalString | null;
  readonly filledAmount: DecimalString;
  /** Σ price × amount, exact. */
  readonly filledExact: DecimalString;
  /** The same as booked. */
  readonly filledQuote: DecimalString;
  readonly fee: DecimalString;
  /** Frozen for what is still open of it. */
  readonly reserved: DecimalString;
};

/**
 * The required reserve of an order that rests. A buyer's reserve is rounded up on the running total, so that an order
 * filled in parts never costs more than the same order filled at once.
 */
export function reserveOf(
  { side, limit, amount, filledAmount, filledExact, filledQuote }: Omit<Progress, 'reserved' | 'fee'>,
  scales: Scales,
): DecimalString {
  if (limit === null || amount === null) return '0';
  const open = sub(amount, filledAmount);
  if (isZero(open) || side === 'sell') return open;
  return sub(bookedTotal('buy', add(filledExact, mul(limit, open)), scales.quote), filledQuote);
}

export type Booking = {
  readonly progress: Progress;
  /** Leaves the user: quote currency of a buy, base currency of a sell. */
  readonly spent: DecimalString;
  /** Received by the user before the fee: base currency of a buy, quote currency of a sell. */
  readonly received: DecimalString;
  /** Deducted from the received amount. */
  readonly fee: DecimalString;
  /** Frozen no longer, and not spent: the price was better than the limit, or rounding. */
  readonly released: DecimalString;
  readonly quoteAmount: DecimalString;
};

/**
 * Books one match: the user is charged rounded up and paid rounded down, each once. An order that takes is paid from
 * what is available, one that rests from its reserve.
 */
export function bookMatch(
  before: Progress,
  match: Match,
  feeRate: DecimalString,
  scales: Scales,
  rests: boolean,
): Booking {
  const buying = before.side === 'buy';
  const filledAmount = add(before.filledAmount, match.amount);
  const filledExact = add(before.filledExact, mul(match.price, match.amount));
  const filledQuote = bookedTotal(before.side, filledExact, scales.quote);
  const quoteAmount = sub(filledQuote, before.filledQuote);
  const spent = buying ? quoteAmount : match.amount;
  const received = buying ? match.amount : quoteAmount;
  const fee = feeOf(received, feeRate, receivedScale(before.side, scales));
  const after = { ...before, filledAmount, filledExact, filledQuote, fee: add(before.fee, fee) };
  const reserved = rests ? reserveOf(after, scales) : before.reserved;
  const released = rests ? sub(sub(before.reserved, spent), reserved) : '0';
  return { progress: { ...after, reserved }, spent, received, fee, released, quoteAmount };
}
