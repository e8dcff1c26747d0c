import { orderToWire, type WireSpotOrder } from '@tessera/api/spot/wire';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { Applied } from '../../platform/market/desk-types.ts';
import type { MarketEngine } from '../../platform/market/engine-types.ts';
import { type Batch, bookId } from './batch.ts';

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
  return { fills: [], result: () => orderToWire(batch.view(id)) };
}
