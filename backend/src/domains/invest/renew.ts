import { add, div } from '@tessera/money';
import type { Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { JobRun, RecurringJob } from '../../platform/jobs/job.ts';
import { postJournals } from '../../platform/ledger/index.ts';
import { namedTime } from '../../platform/mail/fill-text.ts';
import { tellLater } from '../../platform/mail/messages.ts';
import { requireNotFrozen } from '../identity/index.ts';
import { isPaused } from '../site/index.ts';
import { buyShares } from './buy.ts';
import { endingOfDeposit, journalOf, noticeOf, type SettleParts } from './endings.ts';
import { depositsToRenew, endOrders, lockOrder, lockProduct, orderOf, renewalProduct, setRenewal } from './store.ts';

/*
 * Fixed deposits that start a new term at their end: the interest is paid out and the principal put in again, at the terms
 * that are sold then. Where none are, the service is paused, the house cannot cover them or the account may not buy, the
 * deposit ends as others do.
 */

/** ms between two runs. */
const EVERY = 5_000;
/** Deposits that are read at once. */
const BATCH = 500;

type Due = { readonly id: string; readonly user_id: string };

/** Ends one deposit, and starts its next term where `again`. Throws DomainError where that is not sold to its owner. */
const endOne = (
  { database, catalogue, feed, ports, now }: SettleParts,
  fence: JobRun['fence'],
  { id, user_id }: Due,
  again: boolean,
): Promise<void> =>
  database.transaction(async (tx) => {
    await fence(tx);
    const seen = await orderOf(tx, user_id, id);
    if (!seen) return;
    const at = now();
    const next = again ? await renewalProduct(tx, seen, at) : null;
    // In the order that buyers lock in: the owner, the product, the order.
    await tx.query('select from user_account where id = $1 for no key update', [user_id]);
    if (next !== null) await lockProduct(tx, next);
    const order = await lockOrder(tx, user_id, id);
    if (order?.status !== 'purchased' || order.matures_at === null || order.matures_at > at) return;
    if (again && order.renew) {
      // A new term is sold at what the pause may be for.
      if (await isPaused(tx, 'invest')) throw new DomainError('service_paused');
      if (next === null) throw new DomainError('sale_not_open');
      // Before the return is posted: who holds the locks of the user and of the cover waits for no balance.
      await requireNotFrozen(tx, user_id);
      await ports.requireCover(tx, order.currency, '0');
    }
    const ended = { order, ending: endingOfDeposit(order).ending };
    const open = await endOrders(tx, [ended.ending], at);
    if (!open.has(id)) return;
    await postJournals(tx, [journalOf(ended, at)]);
    const notice = noticeOf(ended, at);
    if (next === null || !order.renew) await tellLater(tx, [notice]);
    else {
      const num = Number(div(order.amount, order.share_size));
      const renewed = { id, startsAt: order.matures_at };
      const market = { catalogue: catalogue.current(), feed, ports, now };
      const reference = await buyShares(tx, { id: user_id, level: 0 }, { id: next, num, renew: true }, market, renewed);
      const until = (await orderOf(tx, user_id, reference))?.matures_at ?? at;
      const { currency, amount } = order;
      const named = {
        amount: `${add(amount, '0')} ${currency}`,
        interest: `${ended.ending.accrued} ${currency}`,
        until: namedTime(until),
      };
      await tellLater(tx, [{ ...notice, kind: 'invest_renewed', named, reference }]);
    }
    tx.notify(user_id, { kind: 'order', id, status: 'completed' });
    tx.notify(user_id, { kind: 'balance' });
  });

async function renewOne(parts: SettleParts, fence: JobRun['fence'], due: Due): Promise<void> {
  try {
    await endOne(parts, fence, due, true);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    await endOne(parts, fence, due, false);
  }
}

const idOf = ({ id }: Due): string => id;

/** Renews deposits whose term is over: each takes its own transaction, so that many of them delay no settlement. */
export const renewJob = (parts: SettleParts): RecurringJob => ({
  name: 'invest-renew',
  every: EVERY,
  exclusive: true,
  items: ['renewal'],
  async run({ fence, signal, items }) {
    for (let renewed = -1; renewed !== 0 && !signal.aborted; ) {
      const waiting = await depositsToRenew(parts.database, parts.now(), BATCH, items.aside('renewal'));
      renewed = await items.each('renewal', waiting, idOf, (due) => renewOne(parts, fence, due));
    }
  },
});

/** Turns the renewal of an open fixed deposit on or off, until its end: what is over is not decided on afterwards. */
export async function changeRenewal(
  tx: Transaction,
  userId: string,
  { id, renew }: { readonly id: string; readonly renew: boolean },
  now: () => number,
): Promise<void> {
  const order = await lockOrder(tx, userId, id);
  if (!order) throw new DomainError('not_found', { field: 'id' });
  const open = order.section === 'fixed' && order.status === 'purchased' && now() < (order.matures_at ?? 0);
  if (!open) throw new DomainError('order_not_open');
  if (renew && (await isPaused(tx, 'invest'))) throw new DomainError('service_paused');
  await setRenewal(tx, id, renew);
  tx.notify(userId, { kind: 'order', id, status: order.status });
}
