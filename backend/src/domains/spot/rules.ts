import { bookedTotal, feeOf, receivedScale, type Scales, type Side } from '@tessera/api/spot/rules';
import { add, type DecimalString, div, isPositive, isZero, max, mul, sub, toStep } from '@tessera/money';

/*
 * Rules of spot trading on the backend only: the progress of an order. The rules that the order form shares are in
 * `@tessera/api/spot/rules`. Amounts count the base currency, totals the quote currency.
 */

export type Match = { readonly price: DecimalString; readonly amount: DecimalString };

/** Progress of an order. */
export type Progress = {
  readonly side: Side;
  /** The limit price in the book; null for a market order, and of a stop order until its trigger. */
  readonly limit: DecimalString | null;
  /** The price at which what is open is reserved: the worst that it may trade at. Null where nothing is reserved. */
  readonly worst: DecimalString | null;
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
  { side, worst, amount, filledAmount, filledExact, filledQuote }: Omit<Progress, 'limit' | 'reserved' | 'fee'>,
  scales: Scales,
): DecimalString {
  if (worst === null || amount === null) return '0';
  const open = sub(amount, filledAmount);
  if (isZero(open) || side === 'sell') return open;
  return sub(bookedTotal('buy', add(filledExact, mul(worst, open)), scales.quote), filledQuote);
}

/** What waits for a mark, in the quote currency. */
export type Stop = {
  readonly price: DecimalString;
  /** Limit price from the trigger on; null: trades at market. */
  readonly limit: DecimalString | null;
  readonly when: 'above' | 'below';
  /** The recorded tick that reached it, and its time in Unix ms; null while it waits. */
  readonly tick: number | null;
  readonly at: number | null;
};

/**
 * The worst price that an order may trade at, for its reserve. Of two legs only one can trade, so the dearer one is
 * reserved. A sale reserves its amount: any price stands for it. Only sales wait for a trade at market.
 */
export function worstOf(side: Side, limit: DecimalString | null, stop: Stop | null): DecimalString | null {
  if (stop === null) return limit;
  // One that was reached and found nothing waits on, and stays reserved.
  if (stop.tick !== null) return limit ?? (side === 'sell' ? stop.price : null);
  if (side === 'sell') return stop.price;
  const later = stop.limit ?? stop.price;
  return limit === null ? later : max(limit, later);
}

/** What is placed for what an order fills. */
export type Exits = {
  readonly takeProfit: DecimalString | null;
  readonly stopLoss: DecimalString | null;
  /** Null: the stop-loss trades at market. */
  readonly stopLossLimit: DecimalString | null;
};

/**
 * How much more an order of the exits is for, once an order has received `free` more than went into them. An exit that
 * sells takes whole lots of what was bought; one that buys back takes the lots that the proceeds pay for at the worst
 * price.
 */
export function exitGrowth(side: Side, free: DecimalString, worst: DecimalString, lot: DecimalString): DecimalString {
  if (!isPositive(free)) return '0';
  return toStep(side === 'sell' ? free : div(free, worst), lot);
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
