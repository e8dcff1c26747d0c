import { PAY_WITHIN, REOPENED, secondFloor, splitDeposit } from '@tessera/api/nft/rules';
import { neg, sub } from '@tessera/money';
import { type Catalogue, closedCurrencies } from '../../platform/catalogue/catalogue.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { endsRun } from '../../platform/jobs/items.ts';
import type { JobRun, RecurringJob } from '../../platform/jobs/job.ts';
import { houseAccount, type Journal, postJournal, postJournals, userAccount } from '../../platform/ledger/index.ts';
import { showsSamePerson } from '../copytrading/index.ts';
import { isFrozen } from '../identity/index.ts';
import { isPaused } from '../site/index.ts';
import {
  bidsBelow,
  dueOrders,
  dueSales,
  insertMessages,
  insertOrder,
  keepOpen,
  keepTakenDown,
  lockDeposit,
  lockOrder,
  lockReturnable,
  lockSale,
  lockUndecided,
  nextOrderId,
  type Order,
  orderOf,
  ordersOwed,
  releaseItem,
  type Sale,
  setSale,
  settleOrder,
} from './store.ts';
import { tell } from './tell.ts';

/*
 * What follows from time: sales end, winners are given a day to pay, deposits are returned or kept, the second highest
 * bidder is offered the work. Each step is one transaction that is done or not and is found again by the state it left, so
 * that it does not matter how often or how late the job runs, or where a node stopped.
 */

export type CloseParts = {
  readonly database: Database;
  readonly catalogue: Pick<Catalogue, 'current'>;
  /** Unix ms. */
  readonly now: () => number;
};

type Run = Pick<JobRun, 'fence' | 'signal' | 'items'>;

/** Sales, orders or deposits of one turn. */
export const STEP = 200;

/** Ends a sale without a buyer: the item can be sold or withdrawn again. */
export async function endUnsold(tx: Transaction, sale: Sale, at: number): Promise<void> {
  await setSale(tx, sale.id, { state: 'unsold', closedAt: at });
  await releaseItem(tx, sale.id);
  if (sale.seller_id !== null && sale.sold === 0) {
    await tell(tx, sale, [{ userId: sale.seller_id, orderId: null, kind: 'unsold', amount: null }], at);
  }
}

type Offer = { readonly place: 1 | 2; readonly userId: string; readonly price: string; readonly paid: string };

/** Gives a bidder a day, from now on, to pay what is due. */
async function offer(tx: Transaction, sale: Sale, { place, userId, price, paid }: Offer, at: number): Promise<void> {
  const id = await nextOrderId(tx);
  const due = sub(price, paid);
  await insertOrder(tx, {
    id,
    user_id: userId,
    sale_id: sale.id,
    work_id: sale.work_id,
    item_id: null,
    kind: 'auction',
    price,
    paid,
    due,
    currency: sale.currency,
    scale: sale.scale,
    status: 'to_pay',
    place,
    pay_until: at + PAY_WITHIN,
    created_at: at,
  });
  await setSale(tx, sale.id, { state: place === 1 ? 'owed' : 'offered', closedAt: at });
  await tell(tx, sale, [{ userId, orderId: id, kind: place === 1 ? 'won' : 'offered', amount: due }], at);
}

/**
 * Ends a sale whose time is over. An auction with bids has a winner, who owes the price less the deposit. While staff have
 * taken the work down it waits (`keepTakenDown`): its bidders do not see any more what they would pay for.
 */
async function closeSale(tx: Transaction, id: string, at: number): Promise<void> {
  const sale = await lockSale(tx, id);
  // A bid may have moved the end since the sale was found.
  if (sale?.state !== 'open' || sale.end_at === null || sale.end_at > at) return;
  if (sale.top_bidder_id === null || sale.deposit === null) return endUnsold(tx, sale, at);
  if (!sale.shown) return;
  const deposit = await lockDeposit(tx, sale.id, sale.top_bidder_id);
  if (!deposit) throw new Error(`the winner of sale ${sale.id} has no deposit`);
  await offer(tx, sale, { place: 1, userId: sale.top_bidder_id, price: sale.ask, paid: deposit.paid }, at);
}

/**
 * Keeps the winner's deposit: the seller gets a part, the house the rest. Of a winner whose account is frozen the house
 * keeps all: a thief may have bid at a friend's auction, and staff can give back what no one else was paid.
 */
async function keepDeposit(tx: Transaction, sale: Sale, deposit: Order, at: number): Promise<void> {
  const { currency, scale, seller_id: sellerId } = sale;
  const share = (await isFrozen(tx, deposit.user_id)) ? 0 : sale.forfeit_bp;
  const { seller, fee } = splitDeposit(deposit.paid, share, scale);
  await postJournal(tx, {
    ref: `nft-order:${deposit.id}:forfeit`,
    kind: 'nft_forfeit',
    reference: sale.name,
    at,
    entries: [
      { account: userAccount(deposit.user_id, 'nft'), currency, amount: neg(deposit.paid) },
      { account: sellerId === null ? houseAccount('nft') : userAccount(sellerId, 'change'), currency, amount: seller },
      { account: houseAccount('fees'), currency, amount: fee },
    ],
  });
  await settleOrder(tx, deposit.id, { status: 'forfeited', at });
  const told = [
    { userId: deposit.user_id, orderId: deposit.id, kind: 'forfeited' as const, amount: deposit.paid },
    ...(sellerId === null
      ? []
      : [{ userId: sellerId, orderId: null, kind: 'unpaid' as const, amount: seller, about: deposit.id }]),
  ];
  await tell(tx, sale, told, at);
  for (const { userId } of told) tx.notify(userId, { kind: 'balance' });
}

/** Returns deposits that are held; their rows are locked. */
async function giveBack(tx: Transaction, deposits: readonly Order[], at: number): Promise<void> {
  const journals = deposits.map(
    ({ id, user_id, currency, paid }): Journal => ({
      ref: `nft-order:${id}:return`,
      kind: 'nft_deposit_return',
      at,
      entries: [
        { account: userAccount(user_id, 'nft'), currency, amount: neg(paid) },
        { account: userAccount(user_id, 'change'), currency, amount: paid },
      ],
    }),
  );
  await postJournals(tx, journals);
  await tx.query(`update nft_order set status = 'refunded', settled_at = $2 where id = any($1::bigint[])`, [
    deposits.map(({ id }) => id),
    new Date(at),
  ]);
  await insertMessages(
    tx,
    deposits.map(({ id, user_id, sale_id, paid }) => ({
      userId: user_id,
      saleId: sale_id,
      orderId: id,
      kind: 'deposit_returned',
      amount: paid,
      at,
    })),
  );
  for (const { id, user_id } of deposits) {
    tx.notify(user_id, { kind: 'order', id, status: 'refunded' });
    tx.notify(user_id, { kind: 'balance' });
  }
}

/** Bidders of an auction who are looked at for the second offer. */
const CANDIDATES = 20;

/**
 * Who is offered what the winner did not pay: the highest bidder who is not known to be the same person, where their bid
 * and the kept deposit make up the winning bid. Otherwise a pair of accounts could win cheaply, one of them by keeping
 * others from bidding. What the winner states alone, the number of a bidder's document for example, takes the offer from no
 * bidder.
 */
async function secondOf(tx: Transaction, sale: Sale, winnerId: string, kept: string) {
  const least = sale.deposit_bp === 0 ? '0' : secondFloor(sale.ask, kept);
  for (const bid of await bidsBelow(tx, sale.id, { topBidderId: winnerId, least, limit: CANDIDATES })) {
    if (!(await showsSamePerson(tx, bid.user_id, winnerId))) return bid;
  }
  return null;
}

/**
 * Ends an order that was not paid in time: what the winner did not pay is offered once more, and not again. A winner whose
 * work is taken down has time to pay until it is shown again, or until two members end the auction.
 */
async function expireOrder(
  tx: Transaction,
  { id, sale_id }: { id: string; sale_id: string },
  at: number,
): Promise<void> {
  const seen = await orderOf(tx, id);
  // Before the sale: the winner's own calls hold their row and then ask for the sale.
  if (seen) await isFrozen(tx, seen.user_id);
  const sale = await lockSale(tx, sale_id);
  const order = await lockOrder(tx, id);
  if (!sale || order?.status !== 'to_pay' || order.pay_until === null || order.pay_until > at) return;
  if (order.place === 1 && !sale.shown) return;
  await settleOrder(tx, id, { status: 'expired', at });
  if (order.place === 2) {
    await tell(tx, sale, [{ userId: order.user_id, orderId: id, kind: 'offer_expired', amount: order.price }], at);
    return endUnsold(tx, sale, at);
  }
  const deposit = await lockDeposit(tx, sale.id, order.user_id);
  if (deposit?.status === 'paid') await keepDeposit(tx, sale, deposit, at);
  const second = await secondOf(tx, sale, order.user_id, deposit?.paid ?? '0');
  if (!second) return endUnsold(tx, sale, at);
  await offer(tx, sale, { place: 2, userId: second.user_id, price: second.price, paid: '0' }, at);
}

/**
 * Ends the auctions of a work that is taken down; nothing is owed. The winner's deposit goes back here, those of the others
 * with the next turn of the job. Returns how many were ended.
 */
export async function releaseAuctions(tx: Transaction, workId: string, at: number): Promise<number> {
  const undecided = await lockUndecided(tx, workId);
  for (const { id } of undecided) {
    const sale = await lockSale(tx, id);
    if (!sale) continue;
    const [owed] = await ordersOwed(tx, id);
    if (owed) {
      await settleOrder(tx, owed.id, { status: 'expired', at });
      tx.notify(owed.user_id, { kind: 'order', id: owed.id, status: 'expired' });
      if (owed.place === 2) {
        const offered = { userId: owed.user_id, orderId: owed.id, kind: 'offer_expired', amount: owed.price } as const;
        await tell(tx, sale, [offered], at);
      }
      const deposit = owed.place === 1 ? await lockDeposit(tx, id, owed.user_id) : null;
      if (deposit?.status === 'paid') await giveBack(tx, [deposit], at);
    }
    await endUnsold(tx, sale, at);
  }
  return undecided.length;
}

/** Returns deposits of auctions that are over, a few hundred at a time. Returns how many. */
const returnDeposits = ({ database, now }: CloseParts, { fence, items }: Run): Promise<number> =>
  database.transaction(async (tx) => {
    await fence(tx);
    const deposits = await lockReturnable(tx, STEP, items.aside('deposit'));
    await items.within(
      tx,
      'deposit',
      deposits,
      ({ id }) => id,
      (some) => giveBack(tx, some, now()),
    );
    return deposits.length;
  });

export async function closeSales(parts: CloseParts, run: Run): Promise<void> {
  const { database, catalogue, now } = parts;
  const inOne = (work: (tx: Transaction) => Promise<void>): Promise<void> =>
    database.transaction(async (tx) => {
      await run.fence(tx);
      await work(tx);
    });
  const failures: unknown[] = [];
  for (const part of [
    async () => {
      const until = now() + REOPENED;
      await inOne((tx) => keepTakenDown(tx, until));
      if (await isPaused(database, 'nft')) return inOne(async (tx) => void (await keepOpen(tx, until)));
      // No one can bid in a currency that staff have closed.
      const currencies = closedCurrencies(catalogue.current());
      if (currencies.length > 0) await inOne(async (tx) => void (await keepOpen(tx, until, { currencies })));
    },
    async () =>
      run.items.each('sale', await dueSales(database, now(), STEP, run.items.aside('sale')), String, (id) =>
        inOne((tx) => closeSale(tx, id, now())),
      ),
    async () =>
      run.items.each(
        'order',
        await dueOrders(database, now(), STEP, run.items.aside('order')),
        ({ id }) => id,
        (order) => inOne((tx) => expireOrder(tx, order, now())),
      ),
    async () => {
      for (let returned = STEP; returned === STEP && !run.signal.aborted; ) returned = await returnDeposits(parts, run);
    },
  ]) {
    try {
      await part();
    } catch (error) {
      if (endsRun(error)) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'sales could not be closed');
}

export const closeJob = (parts: CloseParts): RecurringJob => ({
  name: 'nft-close',
  every: 2_000,
  exclusive: true,
  items: ['sale', 'order', 'deposit'],
  run: (run) => closeSales(parts, run),
});
