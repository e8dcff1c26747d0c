import type { PositionSide, RiskPosition } from '@tessera/api/leverage/rules';
import type { LeverOrder, LeverTrigger, Position as ShownPosition } from '@tessera/api/leverage/wire';
import { div, isZero, mul, sub } from '@tessera/money';
import type { Side } from '../../platform/market/order-book.ts';

/*
 * Positions, orders and triggers as the market's memory and the tables hold them. Quantities count the base, prices and
 * `exact` sums the quote currency, all other amounts the settlement currency.
 */

export type Cause = LeverOrder['cause'];
export type Ended = NonNullable<LeverOrder['ended']>;
export type Category = ShownPosition['category'];

/** A position, from the order that opens it to its end. */
export type Position = {
  readonly id: string;
  readonly userId: string;
  readonly symbol: string;
  readonly category: Category;
  /** The settlement currency. */
  readonly currency: string;
  readonly side: PositionSide;
  readonly mode: ShownPosition['mode'];
  readonly multiple: number;
  /** One unit of the quote currency in the settlement currency when the order was placed: of margin and opening fee. */
  readonly rate: string;
  /** Opened by a former version: its results count by that rate too. */
  readonly rateFixed: boolean;
  /** T and f of its liquidation, fixed when the order was placed. */
  readonly threshold: string;
  readonly closingFeeRate: string;
  readonly kind: ShownPosition['kind'];
  /** Limit or stop price. */
  readonly price: string | null;
  readonly orderedQuantity: string;
  /** Open now. */
  readonly quantity: string;
  /** Σ price × quantity of what is open now. */
  readonly entryExact: string;
  readonly openedQuantity: string;
  readonly openedExact: string;
  readonly closedQuantity: string;
  readonly closedExact: string;
  /** Frozen for what is open now. */
  readonly margin: string;
  /** Entry notional / multiple of what is open now. */
  readonly required: string;
  readonly fee: string;
  readonly overnightFee: string;
  readonly fundingFee: string;
  /** Booked results. */
  readonly realized: string;
  /** What of its losses the insurance paid. */
  readonly shortfall: string;
  readonly status: ShownPosition['status'];
  readonly closeReason: Cause | null;
  readonly triggerTick: number | null;
  readonly triggerPrice: string | null;
  /** The position that it copies. */
  readonly sourceId: string | null;
  /** Of one that opens and closes in blocks of the house: how far from the index, a ratio. Null: in the book. */
  readonly slippage: string | null;
  /** Unix ms. */
  readonly createdAt: number;
  readonly openedAt: number | null;
  readonly closedAt: number | null;
  readonly updatedAt: number;
};

/** What opens a position, or closes some of it. */
export type Order = {
  readonly id: string;
  readonly positionId: string;
  readonly userId: string;
  readonly symbol: string;
  readonly purpose: 'open' | 'close';
  /** In the book. */
  readonly side: Side;
  readonly kind: LeverOrder['kind'];
  readonly cause: Cause;
  /** Limit price; of a market order the worst that it accepts, where it has one. */
  readonly price: string | null;
  readonly stopPrice: string | null;
  /** Of a market order that waits for blocks of the house: how far from the index, a ratio. Null: it takes from the book. */
  readonly slippage: string | null;
  readonly quantity: string;
  readonly filledQuantity: string;
  readonly filledExact: string;
  readonly fee: string;
  /** Null of one that opens. */
  readonly profit: string | null;
  /** Frozen for what of it is not filled. */
  readonly reserved: string;
  readonly status: LeverOrder['status'];
  readonly ended: Ended | null;
  readonly triggerId: string | null;
  readonly triggerTick: number | null;
  readonly triggerPrice: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
};

export type Trigger = {
  readonly id: string;
  readonly positionId: string;
  readonly userId: string;
  readonly symbol: string;
  readonly kind: LeverTrigger['kind'];
  readonly by: LeverTrigger['by'];
  readonly value: string;
  /** To close; null: all that is open then. */
  readonly quantity: string | null;
  readonly price: string | null;
  readonly activationPrice: string | null;
  readonly bestPrice: string | null;
  readonly status: LeverTrigger['status'];
  readonly tick: number | null;
  /** The mark of that tick. */
  readonly mark: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
};

/** What happened to a position, as it was committed. */
export type LeverageEvent = {
  readonly id: string;
  readonly userId: string;
  readonly positionId: string;
  readonly symbol: string;
  readonly kind: 'opened' | 'increased' | 'partly_closed' | 'closed' | 'cancelled';
  readonly side: PositionSide;
  readonly mode: Position['mode'];
  readonly multiple: number;
  /** Of this event, and what is open after it; in the base. */
  readonly quantity: string;
  readonly openQuantity: string;
  /** Average of this event; null of one that was cancelled before it opened. */
  readonly price: string | null;
  /** Of the instrument at that moment; null without one, and of events from before it was kept. */
  readonly index: string | null;
  /** Number of the symbol's latest tick. */
  readonly tick: number;
  /** Booked by this event, in the settlement currency; `margin` is what is held after it. */
  readonly profit: string;
  readonly fee: string;
  readonly margin: string;
  readonly currency: string;
  readonly cause: Cause;
  /** The position that it copies. */
  readonly sourceId: string | null;
  readonly at: number;
};

/** Average entry price of what is open; null where nothing is. */
export const entryOf = ({ quantity, entryExact }: Pick<Position, 'quantity' | 'entryExact'>): string | null =>
  isZero(quantity) ? null : div(entryExact, quantity);

/** What of a position its risk follows from. */
export type Rated = Pick<
  Position,
  'side' | 'threshold' | 'closingFeeRate' | 'quantity' | 'entryExact' | 'margin' | 'required' | 'shortfall'
>;

/** What of a position's risk does not follow the mark; a position is replaced when it changes, never altered. */
const fixed = new WeakMap<
  Rated,
  Omit<RiskPosition, 'mark' | 'entry' | 'quantity'> & { readonly entry: string | null }
>();

function fixedOf(position: Rated) {
  const known = fixed.get(position);
  if (known) return known;
  const made = {
    side: position.side,
    entry: entryOf(position),
    // What the insurance account paid for its account, while it is open, is owed to it.
    margin: sub(position.margin, position.shortfall),
    required: position.required,
    feeRate: position.closingFeeRate,
    threshold: position.threshold,
  };
  fixed.set(position, made);
  return made;
}

/** An open position as its risk is judged at a mark in the quote currency, and at a rate of that. */
export function riskOf(position: Rated, mark: string, rate: string): RiskPosition {
  const { entry, ...rest } = fixedOf(position);
  return { ...rest, quantity: mul(position.quantity, rate), entry: entry ?? mark, mark };
}

export const isOpen = ({ status }: Pick<Position, 'status'>): boolean => status === 'open' || status === 'closing';

/** The side in the book that opens, or closes, a position. */
export const bookSide = (side: PositionSide, purpose: Order['purpose']): Side =>
  (side === 'long') === (purpose === 'open') ? 'buy' : 'sell';

/** How account records name a position. */
export const referenceOf = ({ symbol, id }: Pick<Position, 'symbol' | 'id'>): string => `${symbol} #${id}`;
