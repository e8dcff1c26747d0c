import { daysOver, redemptionOf } from '@tessera/api/mining/rules';
import { isZero, neg } from '@tessera/money';
import type { Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { houseAccount, postJournals, userAccount } from '../../platform/ledger/index.ts';
import { isPaused } from '../site/index.ts';
import { payDue, returnJournal } from './pay.ts';
import { closeEarly, lockOrder, type StoredOrder, setRenewal } from './store.ts';

async function lockOpen(tx: Transaction, userId: string, id: string): Promise<StoredOrder> {
  const order = await lockOrder(tx, userId, id);
  if (!order) throw new DomainError('not_found', { field: 'id' });
  if (order.status !== 'in_progress') throw new DomainError('order_not_open');
  return order;
}

/**
 * Ends a position before its time: the days that are over are paid, the penalty is taken from the principal. Where all
 * days are over it returns without penalty, as it would have by itself. `at` is Unix ms.
 */
export async function redeem(tx: Transaction, userId: string, id: string, at: number): Promise<StoredOrder> {
  const open = await lockOpen(tx, userId, id);
  const over = daysOver(open.created_at, open.day_rates.length, at);
  const paid = await payDue(tx, { ...open, renew: false }, at);
  tx.notify(userId, { kind: 'balance' });
  if (over === open.day_rates.length) {
    tx.notify(userId, { kind: 'order', id, status: 'redeemed' });
    return paid;
  }
  const { amount, currency, day_rates, scale, penalty_ratio, names } = open;
  const { penalty } = redemptionOf({ amount, rates: day_rates, scale, penaltyRatio: penalty_ratio }, over);
  await postJournals(tx, [
    returnJournal(open, at),
    ...(isZero(penalty)
      ? []
      : [
          {
            ref: `mining:${id}:penalty`,
            kind: 'mining_penalty' as const,
            reference: names.en,
            at,
            entries: [
              { account: userAccount(userId, 'change'), currency, amount: neg(penalty) },
              { account: houseAccount('fees'), currency, amount: penalty },
            ],
          },
        ]),
  ]);
  await closeEarly(tx, id, penalty, at);
  tx.notify(userId, { kind: 'order', id, status: 'redeemed_early' });
  return { ...paid, status: 'redeemed_early', penalty, closed_at: at };
}

/** Turns the renewal of an open position on or off, until its end: days that are over are not decided on afterwards. */
export async function changeRenewal(
  tx: Transaction,
  userId: string,
  { id, renew }: { readonly id: string; readonly renew: boolean },
  now: () => number,
): Promise<StoredOrder> {
  const order = await lockOpen(tx, userId, id);
  if (now() >= order.expires_at) throw new DomainError('order_not_open');
  if (renew && (await isPaused(tx, 'mining'))) throw new DomainError('service_paused');
  await setRenewal(tx, id, renew);
  tx.notify(userId, { kind: 'order', id, status: order.status });
  return { ...order, renew };
}
