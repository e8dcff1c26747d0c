import { type DecimalString, div, isPositive, max, mul, quantize, sub } from '@tessera/money';
import { type PositionSide, signed } from './position.ts';

/* Auto-deleveraging: who stands across from a position whose funds are used up, and at what price it ends. */

/** Fraction digits of a price that is no price of the book. */
const EXACT = 18;

/**
 * The price at which a close uses up the funds that stand behind a position, rounded so that it does not use more:
 * from − s · funds / Q. `from` is the entry price where the funds are its margin, the mark where they are what is left at it.
 * Null where no price does.
 */
export function bankruptcyPrice({
  side,
  from,
  quantity,
  funds,
}: {
  readonly side: PositionSide;
  readonly from: DecimalString;
  /** In the settlement currency for one unit of price. */
  readonly quantity: DecimalString;
  readonly funds: DecimalString;
}): DecimalString | null {
  const price = quantize(sub(from, signed(side, div(funds, quantity))), EXACT, side === 'long' ? 'up' : 'down');
  return isPositive(price) ? price : null;
}

/** What a place in the queue follows from; amounts in the settlement currency, at the mark. */
export type Queued = {
  readonly pnl: number;
  /** At entry, and at the mark. */
  readonly entryNotional: number;
  readonly markNotional: number;
  readonly margin: number;
};

/**
 * Profit × leverage: the return on the entry notional times the notional over what the position is worth. The highest is
 * reduced first; zero or below: it is in no queue.
 */
export const queueScore = ({ pnl, entryNotional, markNotional, margin }: Queued): number =>
  pnl > 0 ? (pnl / entryNotional) * (markNotional / (margin + pnl)) : 0;

/** Lights of the indicator. */
export const QUEUE_LIGHTS = 5;

/** How many lights a place has, 0 the first one of `count`: all five in the first fifth, none outside of the queue. */
export const lightsOf = (place: number | null, count: number): number =>
  place === null || count === 0 ? 0 : Math.ceil((QUEUE_LIGHTS * (count - place)) / count);

/** The worst price of a close at the market: the bankruptcy price, and the share of it that insurance may pay. */
export const worstOfClose = (side: PositionSide, bankruptcy: DecimalString, share: DecimalString): DecimalString =>
  max('0', sub(bankruptcy, signed(side, mul(bankruptcy, share))));
