import { setImmediate as pause } from 'node:timers/promises';
import { daysOver, dueAt, interestOfDay, interestOfDays } from '@tessera/api/mining/rules';
import { add, isZero, neg } from '@tessera/money';
import type { Catalogue } from '../../platform/catalogue/catalogue.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { JobRun, RecurringJob } from '../../platform/jobs/job.ts';
import { houseAccount, type Journal, postJournals, userAccount } from '../../platform/ledger/index.ts';
import { namedTime } from '../../platform/mail/fill-text.ts';
import { tellLater } from '../../platform/mail/messages.ts';
import type { Ports } from '../../platform/ports.ts';
import { requireNotFrozen } from '../identity/index.ts';
import { isPaused } from '../site/index.ts';
import { lockAt } from './lock.ts';
import { productTermsAt } from './products.ts';
import { advance, lockDue, lockOrder, type Progress, type StoredOrder, toRenew } from './store.ts';

/*
 * Interest and returns. What a position is paid follows from its own terms and from how many of its days are over: it does
 * not matter when this runs, or how often. The house's balance is not asked: it was when the position was made.
 */

/** ms between two runs. */
const EVERY = 30_000;
/** Positions in one transaction. */
const BATCH = 500;
/** Days of one position that are paid in one transaction: the rest follow in the next. */
const DAYS = 30;

export type PayParts = {
  readonly database: Database;
  readonly catalogue: Pick<Catalogue, 'current'>;
  readonly ports: Pick<Ports, 'requireCover' | 'keepsMoney'>;
  /** Unix ms. */
  readonly now: () => number;
};

type Fence = JobRun['fence'];

const termsOf = ({ amount, day_rates, scale }: StoredOrder) => ({ amount, rates: day_rates, scale });

function interestJournal(order: StoredOrder, day: number, at: number): Journal[] {
  const { id, user_id, currency, names } = order;
  const amount = interestOfDay(termsOf(order), day);
  if (isZero(amount)) return [];
  return [
    {
      ref: `mining:${id}:day:${day}`,
      kind: 'mining_interest',
      reference: names.en,
      at,
      entries: [
        { account: houseAccount('interest'), currency, amount: neg(amount) },
        { account: userAccount(user_id, 'change'), currency, amount },
      ],
    },
  ];
}

/** The principal goes back to the spot account. */
export const returnJournal = ({ id, user_id, currency, amount, names }: StoredOrder, at: number): Journal => ({
  ref: `mining:${id}:return`,
  kind: 'mining_return',
  reference: names.en,
  at,
  entries: [
    { account: userAccount(user_id, 'mining'), currency, amount: neg(amount) },
    { account: userAccount(user_id, 'change'), currency, amount },
  ],
});

/** What is due of a position: journals, and how far it is then. One that is to be renewed stays open. */
function dueOf(order: StoredOrder, at: number, most: number): { readonly journals: Journal[]; readonly to: Progress } {
  const { paid_days, day_rates, created_at, renew } = order;
  const until = Math.min(daysOver(created_at, day_rates.length, at), paid_days + most);
  const journals: Journal[] = [];
  for (let day = paid_days + 1; day <= until; day++) journals.push(...interestJournal(order, day, at));
  const over = until === day_rates.length;
  const ends = over && !renew;
  if (ends) journals.push(returnJournal(order, at));
  return {
    journals,
    to: {
      id: order.id,
      paid_days: until,
      interest_paid: add(order.interest_paid, interestOfDays(termsOf(order), paid_days, until)),
      next_at: ends ? null : dueAt(created_at, over ? until : until + 1),
      closed_at: ends ? at : null,
    },
  };
}

/** Pays all days of one locked position that are over. Returns how far it is. */
export async function payDue(tx: Transaction, order: StoredOrder, at: number): Promise<StoredOrder> {
  const { journals, to } = dueOf(order, at, order.day_rates.length);
  await postJournals(tx, journals);
  await advance(tx, [to]);
  return {
    ...order,
    paid_days: to.paid_days,
    interest_paid: to.interest_paid,
    closed_at: to.closed_at,
    status: to.next_at === null ? 'redeemed' : order.status,
  };
}

/** What the user is told where a position returned by itself. */
const endNotice = ({ id, user_id: userId, amount, currency }: StoredOrder, interest: string, at: number) => ({
  userId,
  kind: 'mining_ended',
  named: { amount: `${amount} ${currency}`, interest: `${interest} ${currency}` },
  reference: id,
  at,
});

type Run = Pick<JobRun, 'fence' | 'items'>;

const idOf = ({ id }: { readonly id: string }): string => id;

/** Pays what is due of some positions in one transaction. Returns how many were paid. */
const paySome = ({ database, now }: PayParts, { fence, items }: Run): Promise<number> =>
  database.transaction(async (tx) => {
    await fence(tx);
    const at = now();
    const orders = await lockDue(tx, at, BATCH, items.aside('position'));
    const left = await items.within(tx, 'position', orders, idOf, (some) => payOrders(tx, some, at));
    return orders.length - left.length;
  });

async function payOrders(tx: Transaction, orders: readonly StoredOrder[], at: number): Promise<void> {
  const due = orders.map((order) => dueOf(order, at, DAYS));
  await postJournals(
    tx,
    due.flatMap(({ journals }) => journals),
  );
  await advance(
    tx,
    due.map(({ to }) => to),
  );
  await tellLater(
    tx,
    orders.flatMap((order, index) => {
      const to = due[index]?.to;
      return to?.next_at === null ? [endNotice(order, to.interest_paid, at)] : [];
    }),
  );
  for (const userId of new Set(orders.map(({ user_id }) => user_id))) {
    tx.notify(userId, { kind: 'balance' });
  }
  for (const [index, { id, user_id }] of orders.entries()) {
    if (due[index]?.to.next_at === null) tx.notify(user_id, { kind: 'order', id, status: 'redeemed' });
  }
}

/**
 * Locks the amount again from its end on, at the terms of that time. Where these do not allow it, the house cannot cover it
 * or the account is frozen or owes a loan, or the service is paused, the amount returns as without renewal.
 */
async function renewOne(
  { database, catalogue, ports, now }: PayParts,
  fence: Fence,
  { id, user_id }: { readonly id: string; readonly user_id: string },
): Promise<void> {
  const end = (again: boolean) =>
    database.transaction(async (tx) => {
      await fence(tx);
      const at = now();
      const order = await lockOrder(tx, user_id, id);
      if (order?.status !== 'in_progress' || order.paid_days < order.day_rates.length) return;
      if (!again || !order.renew) {
        const { interest_paid } = await payDue(tx, { ...order, renew: false }, at);
        await tellLater(tx, [endNotice(order, interest_paid, at)]);
      } else {
        // A new term is sold at what the pause may be for.
        if (await isPaused(tx, 'mining')) throw new DomainError('service_paused');
        const terms = await productTermsAt(tx, order.product_id, order.expires_at);
        if (!terms) throw new DomainError('sale_not_open');
        const { requireCover } = ports;
        // Before the return is posted: who holds the locks of the user and of the cover waits for no balance.
        await requireNotFrozen(tx, user_id);
        await requireCover(tx, order.currency, '0');
        await postJournals(tx, [returnJournal(order, at)]);
        const wanted = {
          userId: user_id,
          amount: order.amount,
          renew: true,
          startsAt: order.expires_at,
          renews: order,
        };
        const renewed = await lockAt(tx, terms, wanted, { catalogue: catalogue.current(), ports, at });
        const notice = endNotice(order, order.interest_paid, at);
        const named = { ...notice.named, until: namedTime(renewed.expires_at) };
        await tellLater(tx, [{ ...notice, kind: 'mining_renewed', named, reference: renewed.id }]);
        await advance(tx, [
          { id, paid_days: order.paid_days, interest_paid: order.interest_paid, next_at: null, closed_at: at },
        ]);
      }
      tx.notify(user_id, { kind: 'order', id, status: 'redeemed' });
      tx.notify(user_id, { kind: 'balance' });
    });
  try {
    await end(true);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    await end(false);
  }
}

/** Renews what waits for it. Returns how many were renewed. */
async function renewSome(parts: PayParts, { fence, items }: Run): Promise<number> {
  const waiting = await toRenew(parts.database, parts.now(), BATCH, items.aside('renewal'));
  return items.each('renewal', waiting, idOf, (each) => renewOne(parts, fence, each));
}

/** Pays interest daily and returns or renews what ended. */
export const payJob = (parts: PayParts): RecurringJob => ({
  name: 'mining-pay',
  every: EVERY,
  exclusive: true,
  items: ['position', 'renewal'],
  async run(run) {
    const { signal } = run;
    // A position that was renewed late has days that are over, and may have ended itself.
    do {
      while (!signal.aborted && (await paySome(parts, run)) > 0) await pause();
    } while (!signal.aborted && (await renewSome(parts, run)) > 0);
  },
});
