import type { Side } from '@tessera/api/spot';
import { add, cmp, type DecimalString, div, isPositive, min, mul, sub, toStep } from '@tessera/money';

type Level = readonly [price: DecimalString, amount: DecimalString];

/** What the page knows of the book: some levels a side, best first. */
export type VisibleBook = { readonly bids: readonly Level[]; readonly asks: readonly Level[] };

export type Wanted = {
  readonly side: Side;
  /** In the base currency; or else `total`. */
  readonly amount: DecimalString | null;
  /** Most to spend, in the quote currency. */
  readonly total: DecimalString | null;
  /** Worst price; null at market. */
  readonly price: DecimalString | null;
};

/** What an order would meet in the visible book now. */
export type ExpectedFill = {
  /** In the base currency. */
  readonly amount: DecimalString;
  /** Exact, in the quote currency. */
  readonly total: DecimalString;
  /** Null where nothing would be filled. */
  readonly average: DecimalString | null;
  /** How much worse the average is than the best price; a ratio. */
  readonly slippage: DecimalString;
  /** The visible book, up to the price, is smaller than the order. */
  readonly short: boolean;
};

/**
 * The average price that a market order is sent with as shown, to the tick that is worse for its owner; null where the
 * visible book does not hold all of it. Without a book it is the best price.
 */
export function shownPrice(
  side: Side,
  taken: Pick<ExpectedFill, 'average' | 'short'> | null,
  best: DecimalString | null,
  tick: DecimalString,
): DecimalString | null {
  const average = taken === null ? best : taken.short ? null : taken.average;
  return average === null || !isPositive(average) ? null : toStep(average, tick, side === 'buy' ? 'up' : 'down');
}

/** Walks the book as the exchange does: level by level, whole lots, no further than the price. */
export function expectedFill(
  book: VisibleBook,
  { side, amount, total, price }: Wanted,
  lot: DecimalString,
): ExpectedFill {
  const levels = side === 'buy' ? book.asks : book.bids;
  let filled = '0';
  let paid = '0';
  let full = false;
  for (const [at, standing] of levels) {
    if (price !== null && (side === 'buy' ? cmp(at, price) > 0 : cmp(at, price) < 0)) break;
    const wanted = amount === null ? toStep(div(sub(total ?? '0', paid), at), lot) : sub(amount, filled);
    const taken = min(standing, wanted);
    filled = add(filled, taken);
    paid = add(paid, mul(taken, at));
    full = cmp(wanted, standing) <= 0;
    if (full) break;
  }
  const average = isPositive(filled) ? div(paid, filled) : null;
  const best = levels[0]?.[0];
  const ratio = average !== null && best !== undefined && isPositive(best) ? div(average, best) : '1';
  const slippage = side === 'buy' ? sub(ratio, '1') : sub('1', ratio);
  return { amount: filled, total: paid, average, slippage, short: !full };
}
