import type { Fill, SpotOrder } from '@tessera/api/spot';
import { cmp, type DecimalString, div, isPositive, isZero, quantize, scaleOf, sub } from '@tessera/money';

export type OrderState = 'pending' | 'partial' | 'filled' | 'cancelled' | 'expired';

/** The state as users see it: an open order may have been filled in part, and one that was not cancelled has expired. */
export function stateOf({ status, filled_amount, ended }: SpotOrder): OrderState {
  if (status === 'pending' && isPositive(filled_amount)) return 'partial';
  return status === 'cancelled' && ended !== null && ended !== 'user' ? 'expired' : status;
}

/** Whether an order waits for its trigger price. */
export const isWaiting = ({ stop_price, triggered_at, status }: SpotOrder): boolean =>
  status === 'pending' && stop_price !== null && triggered_at === null;

/** Digits of an average price beyond those of the prices that it is of. */
const AVERAGE_DIGITS = 2;

/** The average price, cut to digits that mean something: a quotient has up to 18. Null before the first fill. */
export function averageOf({ average_price, fills }: SpotOrder): DecimalString | null {
  if (average_price === null || fills.length === 0) return average_price;
  return quantize(average_price, Math.max(...fills.map(({ price }) => scaleOf(price))) + AVERAGE_DIGITS, 'down');
}

/** What was not filled, in the base currency; null where that is nothing, and of a total to spend. */
export function leftOf({ amount, quote_amount, filled_amount }: SpotOrder): DecimalString | null {
  if (amount === null || quote_amount !== null) return null;
  const left = sub(amount, filled_amount);
  return isPositive(left) ? left : null;
}

/** How much of it is filled, as a ratio; a market buy by total is measured by what it spent. */
export function filledRatio(order: SpotOrder): DecimalString {
  const [done, whole] =
    order.quote_amount === null ? [order.filled_amount, order.amount] : [order.filled_quote_amount, order.quote_amount];
  if (order.status === 'filled') return '1';
  if (whole === null || isZero(whole)) return '0';
  const ratio = div(done, whole);
  return cmp(ratio, '1') > 0 ? '1' : ratio;
}

export type OwnTrade = Fill & { readonly order: SpotOrder };

/** Every fill of the orders, newest first. */
export const tradesOf = (orders: readonly SpotOrder[]): readonly OwnTrade[] =>
  orders.flatMap((order) => order.fills.map((fill) => ({ ...fill, order }))).toSorted((a, b) => b.at - a.at);
