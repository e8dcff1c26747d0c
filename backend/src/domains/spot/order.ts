import type { SpotOrder } from '@tessera/api/spot/wire';
import { div, isZero, quantize } from '@tessera/money';
import type { Transaction } from '../../platform/db/database.ts';
import { heldCurrency } from '../instruments/index.ts';
import type { Progress } from './rules.ts';
import type { OrderRow } from './store.ts';

/** What of an order its bookings need, and that never changes. */
export type BookedOrder = {
  readonly id: string;
  readonly userId: string;
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
};

export const bookedOrderOf = ({ id, user_id, symbol, base, quote }: OrderRow): BookedOrder => ({
  id,
  userId: user_id,
  symbol,
  base,
  quote,
});

export const progressOf = (order: OrderRow): Progress => ({
  side: order.side,
  limit: order.price,
  amount: order.amount,
  filledAmount: order.filled_amount,
  filledExact: order.filled_exact,
  filledQuote: order.filled_quote_amount,
  fee: order.fee,
  reserved: order.reserved,
});

/** How account records name an order. */
export const referenceOf = ({ symbol, id }: Pick<BookedOrder, 'symbol' | 'id'>): string => `${symbol} #${id}`;

/** The order as users see it. */
export function spotOrderOf(order: OrderRow): SpotOrder {
  const nothing = isZero(order.filled_amount);
  return {
    id: order.id,
    symbol: order.symbol,
    currency_id: heldCurrency(order.base).id,
    legal_id: heldCurrency(order.quote).id,
    side: order.side,
    kind: order.kind,
    price: order.price,
    amount: order.amount,
    quote_amount: order.quote_amount,
    filled_amount: order.filled_amount,
    filled_quote_amount: order.filled_quote_amount,
    average_price: nothing ? null : quantize(div(order.filled_exact, order.filled_amount), 18, 'down'),
    fee: order.fee,
    fee_currency: order.fee_currency,
    time_in_force: order.time_in_force,
    post_only: order.post_only,
    status: order.status,
    ended: order.ended,
    created_at: order.created_at,
    updated_at: order.updated_at,
    fills: [...order.fills],
  };
}

/** Notifies the owner's screens of a changed order and balance. */
export function announce(tx: Transaction, userId: string, { id, status }: Pick<SpotOrder, 'id' | 'status'>): void {
  tx.notify(userId, { kind: 'order', id, status });
  tx.notify(userId, { kind: 'balance' });
}
