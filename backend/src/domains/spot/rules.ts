import { affordableAmount, bookedTotal, feeOf, receivedScale, type Scales, type Side } from '@tessera/api/spot/rules';
import { add, cmp, type DecimalString, isZero, max, min, mul, sub } from '@tessera/money';
import type { Level, PriceRange, Quote } from '../../platform/feed/feed.ts';

/*
 * Rules of spot trading on the backend only: the book, the progress of an order, the range that the market went
 * through. The rules that the order form shares are in `@tessera/api/spot/rules`. Amounts count the base currency,
 * totals the quote currency.
 */

/** Why nothing can be traded at this quote now; null when it can. */
export function marketProblem(
  quote: Quote | null,
  maxAgeMs: number,
  now: number,
): { readonly code: 'stale_price' | 'market_closed' } | null {
  if (!quote) return { code: 'stale_price' };
  if (!quote.open) return { code: 'market_closed' };
  return now - quote.at > maxAgeMs ? { code: 'stale_price' } : null;
}

export type Match = { readonly price: DecimalString; readonly amount: DecimalString };

/** As much as the levels offer at `limit` or better, best first; `limit` null takes any price. */
export function takeAmount(
  side: Side,
  levels: readonly Level[],
  amount: DecimalString,
  limit: DecimalString | null,
): { readonly matches: readonly Match[]; readonly rest: DecimalString } {
  const matches: Match[] = [];
  let rest = amount;
  for (const [price, offered] of levels) {
    if (isZero(rest)) break;
    if (limit !== null && (side === 'buy' ? cmp(price, limit) > 0 : cmp(price, limit) < 0)) break;
    const taken = min(offered, rest);
    matches.push({ price, amount: taken });
    rest = sub(rest, taken);
  }
  return { matches, rest };
}

/** What `total` buys, in whole lots, best price first. `dry`: the book ended before the money did. */
export function takeTotal(
  levels: readonly Level[],
  total: DecimalString,
  lot: DecimalString,
): { readonly matches: readonly Match[]; readonly dry: boolean } {
  const matches: Match[] = [];
  let rest = total;
  for (const [price, offered] of levels) {
    const affordable = affordableAmount(rest, price, lot);
    if (isZero(affordable)) return { matches, dry: false };
    const taken = min(offered, affordable);
    matches.push({ price, amount: taken });
    rest = sub(rest, mul(price, taken));
    if (cmp(taken, affordable) === 0) return { matches, dry: false };
  }
  return { matches, dry: true };
}

export const totalOf = (matches: readonly Match[]): DecimalString =>
  matches.reduce((total, { price, amount }) => add(total, mul(price, amount)), '0');

export const amountOf = (matches: readonly Match[]): DecimalString =>
  matches.reduce((total, { amount }) => add(total, amount), '0');

/** Progress of an order. */
export type Progress = {
  readonly side: Side;
  /** Null for a market order, which reserves nothing. */
  readonly limit: DecimalString | null;
  readonly amount: DecimalString;
  readonly filledAmount: DecimalString;
  /** Σ price × amount, exact. */
  readonly filledExact: DecimalString;
  /** The same as booked. */
  readonly filledQuote: DecimalString;
  readonly fee: DecimalString;
  readonly reserved: DecimalString;
};

/**
 * The required reserve. A buyer's reserve is rounded up on the running total, so that an order filled in parts never
 * costs more than the same order filled at once.
 */
export function reserveOf(
  { side, limit, amount, filledAmount, filledExact, filledQuote }: Omit<Progress, 'reserved'>,
  scales: Scales,
): DecimalString {
  const open = sub(amount, filledAmount);
  if (limit === null || isZero(open)) return '0';
  if (side === 'sell') return open;
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
  /** Frozen no longer, and not spent: the price was better than the limit. */
  readonly released: DecimalString;
  readonly quoteAmount: DecimalString;
};

/** Books one match: the user is charged rounded up and paid rounded down, each once. */
export function bookMatch(before: Progress, match: Match, feeRate: DecimalString, scales: Scales): Booking {
  const buying = before.side === 'buy';
  const filledAmount = add(before.filledAmount, match.amount);
  const filledExact = add(before.filledExact, mul(match.price, match.amount));
  const filledQuote = bookedTotal(before.side, filledExact, scales.quote);
  const quoteAmount = sub(filledQuote, before.filledQuote);
  const spent = buying ? quoteAmount : match.amount;
  const received = buying ? match.amount : quoteAmount;
  const fee = feeOf(received, feeRate, receivedScale(before.side, scales));
  const after = { ...before, filledAmount, filledExact, filledQuote, fee: add(before.fee, fee) };
  const reserved = reserveOf(after, scales);
  const released = before.limit === null ? '0' : sub(sub(before.reserved, spent), reserved);
  return { progress: { ...after, reserved }, spent, received, fee, released, quoteAmount };
}

/** Whether the market reached the price of a resting order. */
export const isReached = (side: Side, limit: DecimalString, { lowAsk, highBid }: PriceRange): boolean =>
  side === 'buy' ? cmp(lowAsk, limit) <= 0 : cmp(highBid, limit) >= 0;

/**
 * The price a reached order trades at: its limit, or a better one where the market jumped past it and never traded as
 * badly as the limit.
 */
export const restingPrice = (side: Side, limit: DecimalString, range: PriceRange): DecimalString =>
  side === 'buy' ? min(limit, max(range.high, range.lowAsk)) : max(limit, min(range.low, range.highBid));
