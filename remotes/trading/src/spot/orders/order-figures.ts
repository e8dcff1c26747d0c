import type { Fill, SpotOrder } from '@tessera/api/spot';
import { cmp, type DecimalString, div, isPositive, isZero } from '@tessera/money';

export type OrderState = 'pending' | 'partial' | 'filled' | 'cancelled';

/** The state as users see it: an open order may have been filled in part. */
export const stateOf = ({ status, filled_amount }: SpotOrder): OrderState =>
  status === 'pending' && isPositive(filled_amount) ? 'partial' : status;

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
