import type { SpotOrder } from '@tessera/api/spot/wire';
import { neg } from '@tessera/money';
import type { Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { freezeEntries, postJournal } from '../../platform/ledger/index.ts';
import { announce, progressOf, referenceOf, spotOrderOf } from './order.ts';
import { lockOrder, orderById, saveProgress } from './store.ts';

/** Cancels the open part of an order and releases its reserve. An earlier fill wins. */
export async function cancelOrder(tx: Transaction, userId: string, id: string, now: number): Promise<SpotOrder> {
  const order = await lockOrder(tx, id, 'wait');
  if (order?.user_id !== userId) throw new DomainError('not_found', { field: 'id' });
  if (order.status !== 'pending') throw new DomainError('order_not_open', { field: 'id' });
  await postJournal(tx, {
    ref: `spot-order:${id}:cancel`,
    kind: 'order_release',
    reference: referenceOf(order),
    at: now,
    entries: freezeEntries(userId, 'change', order.side === 'buy' ? order.quote : order.base, neg(order.reserved)),
  });
  await saveProgress(tx, id, { ...progressOf(order), reserved: '0' }, 'cancelled', now, 'user');
  const cancelled = spotOrderOf(await orderById(tx, id));
  announce(tx, userId, cancelled);
  return cancelled;
}
