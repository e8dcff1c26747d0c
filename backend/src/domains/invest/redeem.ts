import type { ReadInput } from '@tessera/api/contract';
import { penaltyOf } from '@tessera/api/invest/rules';
import { add, cmp, isZero, min, neg, scaleOf, sub } from '@tessera/money';
import type { Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { houseAccount, postJournal, userAccount } from '../../platform/ledger/index.ts';
import type { SignedIn } from '../../platform/session/read-session.ts';
import { accrueDeposits } from './accrue.ts';
import { dayBefore, dayOf } from './days.ts';
import {
  addSold,
  endOrders,
  lockOrder,
  lockProduct,
  nextOrderId,
  orderOf,
  type StoredOrder,
  setDeposit,
} from './store.ts';

/** Takes money out of a demand deposit. The days that are over are paid first; today counts with what is left. */
async function withdraw(tx: Transaction, deposit: StoredOrder, number: string | undefined, at: number): Promise<void> {
  const { id, user_id, product_id, currency, scale, amount } = deposit;
  const taken = number === undefined ? amount : add(number, '0');
  if (scaleOf(taken) > scale) throw new DomainError('field_too_precise', { field: 'number', params: { scale } });
  if (cmp(taken, amount) > 0) throw new DomainError('wrong_amount', { field: 'number' });
  const today = dayOf(at);
  await accrueDeposits(tx, [deposit], { to: dayBefore(today), at });
  const left = sub(amount, taken);
  const low = deposit.low_on === today ? min(deposit.low ?? '0', left) : left;
  await postJournal(tx, {
    ref: `invest-order:${id}:out:${await nextOrderId(tx)}`,
    kind: 'invest_redeem',
    reference: currency,
    at,
    entries: [
      { account: userAccount(user_id, 'invest'), currency, amount: neg(taken) },
      { account: userAccount(user_id, 'change'), currency, amount: taken },
    ],
  });
  const worth = isZero(left) ? '0' : deposit.worth;
  await setDeposit(tx, id, { amount: left, worth, low, low_on: today });
  await addSold(tx, product_id, neg(taken));
  if (!isZero(left)) return;
  const now = await lockOrder(tx, user_id, id);
  await endOrders(
    tx,
    [
      {
        id,
        status: 'redeemed',
        paid: taken,
        paid_currency: currency,
        accrued: now?.accrued ?? deposit.accrued,
        penalty: null,
      },
    ],
    at,
  );
}

/**
 * Ends a fixed deposit before its term is over: the principal less its penalty, and no interest. Its shares are sold anew:
 * kept, they would let one user buy and break off with the same money until none is left for others.
 */
async function breakOff(tx: Transaction, order: StoredOrder, at: number): Promise<void> {
  const { id, user_id, product_id, currency, scale, amount } = order;
  const penalty = penaltyOf(amount, order.penalty_ratio, scale);
  const paid = sub(amount, penalty);
  await endOrders(tx, [{ id, status: 'redeemed', paid, paid_currency: currency, accrued: '0', penalty }], at);
  await postJournal(tx, {
    ref: `invest-order:${id}:end`,
    kind: 'invest_redeem',
    reference: currency,
    at,
    entries: [
      { account: userAccount(user_id, 'invest'), currency, amount: neg(amount) },
      { account: userAccount(user_id, 'change'), currency, amount: paid },
      { account: houseAccount('fees'), currency, amount: penalty },
    ],
  });
  await addSold(tx, product_id, neg(amount));
}

/** Redeems a demand deposit, wholly or partly, or a fixed one early. */
export async function redeem(
  tx: Transaction,
  user: SignedIn,
  { id, number }: ReadInput<'POST /dual/order_sh'>,
  now: () => number,
): Promise<void> {
  const seen = await orderOf(tx, user.id, id);
  if (!seen) throw new DomainError('not_found', { field: 'id' });
  // In the order that buyers lock in.
  await lockProduct(tx, seen.product_id);
  const order = await lockOrder(tx, user.id, id);
  const at = now();
  if (order?.status !== 'purchased') throw new DomainError('order_not_open');
  if (order.section === 'demand') await withdraw(tx, order, number, at);
  else if (order.section === 'fixed' && (order.matures_at ?? 0) > at) {
    if (number !== undefined) throw new DomainError('wrong_amount', { field: 'number' });
    await breakOff(tx, order, at);
  } else throw new DomainError('order_not_open');
  tx.notify(user.id, { kind: 'order', id, status: 'redeemed' });
  tx.notify(user.id, { kind: 'balance' });
}
