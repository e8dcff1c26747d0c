import type { Output } from '@tessera/api/contract';
import { orderToWire, type WireSpotOrder } from '@tessera/api/spot/wire';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { Applied } from '../../platform/market/desk-types.ts';
import type { MarketEngine } from '../../platform/market/engine-types.ts';
import { type Batch, bookId } from './batch.ts';
import type { Order } from './order.ts';

/** An order to cancel, as it goes to the market. */
export type CancelOrder = { readonly kind: 'cancel'; readonly userId: string; readonly id: string };

/** Cancels the open part of an order and releases its reserve. An earlier fill wins. */
export function cancelOrder(
  engine: MarketEngine,
  { userId, id }: CancelOrder,
  batch: Batch,
  at: number,
): Applied<WireSpotOrder> {
  const order = batch.order(id) ?? batch.reads.stored.get(id)?.order;
  if (order?.userId !== userId) throw new DomainError('not_found', { field: 'id' });
  if (order.status !== 'pending') throw new DomainError('order_not_open', { field: 'id' });
  const refusal = engine.cancelRefusal(order.symbol, at);
  if (refusal) throw new DomainError(refusal);
  engine.cancel(order.symbol, bookId(id));
  batch.cancel(order, 'user', at);
  // What it was to protect its owner no longer wants protected.
  if (order.parentId !== null) batch.detach(order.parentId);
  return { fills: [], result: () => orderToWire(batch.view(id)) };
}

/** All open orders of a user to cancel, of one symbol or of each. */
export type CancelAll = { readonly kind: 'cancel_all'; readonly userId: string; readonly symbol: string | null };

/** Cancels all that may be cancelled now, in one step. */
export function cancelAll(
  engine: MarketEngine,
  { userId, symbol }: CancelAll,
  batch: Batch,
  at: number,
): Applied<Output<'POST /coin/cancel_all'>> {
  const orders = batch.openOrders(userId).filter((order) => symbol === null || order.symbol === symbol);
  const isKept = ({ symbol: of }: Order) => engine.cancelRefusal(of, at) !== null;
  const cancelled = orders.filter((order) => !isKept(order));
  for (const order of cancelled) {
    engine.cancel(order.symbol, bookId(order.id));
    batch.cancel(batch.order(order.id) as Order, 'user', at);
    if (order.parentId !== null) batch.detach(order.parentId);
  }
  const result = { cancelled: cancelled.map(({ id }) => id), kept: orders.filter(isKept).map(({ id }) => id) };
  return { fills: [], result: () => result };
}
