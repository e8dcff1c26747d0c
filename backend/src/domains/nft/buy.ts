import type { ReadInput } from '@tessera/api/contract';
import { cmp } from '@tessera/money';
import type { Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { postJournal, userAccount } from '../../platform/ledger/index.ts';
import { nothingLeaves } from '../../platform/ways/leave.ts';
import { requireNotFrozen } from '../identity/index.ts';
import {
  type Buyer,
  leaveToSeller,
  type NftMarket,
  requireBuyer,
  requireCurrency,
  requireOnSale,
  requireSeen,
  requireWithinLimit,
  worthIn,
} from './judge.ts';
import {
  insertOrder,
  lockDeposit,
  lockOrder,
  lockSale,
  lockSaleOf,
  nextOrderId,
  type Order,
  orderOf,
  paidOrder,
  type Sale,
  saleById,
  saleOfCode,
  settleOrder,
} from './store.ts';
import { completeSale, holdCreator } from './transfer.ts';

async function requireSale(tx: Transaction, code: string): Promise<Sale> {
  const sale = await lockSaleOf(tx, code);
  if (!sale?.shown) throw new DomainError('not_found', { field: 'code' });
  return sale;
}

/**
 * Buys one item at the price that the buyer saw. Those who buy at once wait for each other at the sale: each gets an item
 * of its own, or `sold_out`. Returns the order's id.
 */
export async function buy(
  tx: Transaction,
  user: Buyer,
  { code, price, currency }: Pick<ReadInput<'POST /bind_box/buyNFT'>, 'code' | 'price' | 'currency'>,
  market: NftMarket,
): Promise<string> {
  const { ports, now } = market;
  await holdCreator(tx, await saleOfCode(tx, code));
  const sale = await requireSale(tx, code);
  if (sale.sale_type !== 'normal') throw new DomainError('sale_not_open', { field: 'code' });
  requireOnSale(sale, now());
  await requireBuyer(tx, user.id, sale);
  await ports.keepsMoney(tx, user.id);
  requireCurrency(market, sale.currency);
  await requireSeen(tx, sale, { currency }, 'price');
  if (cmp(price, sale.price) !== 0) throw new DomainError('price_moved', { field: 'price' });
  const worth = await requireWithinLimit(tx, user, sale, sale.price, market);
  // Waiting for others may have taken until the end.
  const at = now();
  requireOnSale(sale, at);
  await leaveToSeller(tx, sale, { call: 'POST /bind_box/buyNFT', userId: user.id, value: worth, at }, market);
  const id = await nextOrderId(tx);
  const order = paidOrder(sale, { id, user_id: user.id, kind: 'purchase', price: sale.price, created_at: at });
  await insertOrder(tx, order);
  const itemId = await completeSale(tx, sale, order, { deposit: '0', worth, at });
  await settleOrder(tx, id, { status: 'paid', at, itemId });
  return id;
}

/** Pays the deposit for an auction. One that was paid stays: there is one of a user and auction. Returns its order's id. */
export async function payDeposit(
  tx: Transaction,
  user: Buyer,
  { code, currency, deposit }: Pick<ReadInput<'POST /bind_box/marginNFT'>, 'code' | 'currency' | 'deposit'>,
  market: NftMarket,
): Promise<string> {
  const { ports, now } = market;
  const sale = await requireSale(tx, code);
  if (sale.deposit === null) throw new DomainError('sale_not_open', { field: 'code' });
  requireOnSale(sale, now());
  const known = await lockDeposit(tx, sale.id, user.id);
  if (known) {
    nothingLeaves(tx);
    return known.id;
  }
  await requireBuyer(tx, user.id, sale);
  await ports.keepsMoney(tx, user.id);
  requireCurrency(market, sale.currency);
  await requireSeen(tx, sale, { currency, deposit }, 'deposit');
  // A user who may not bid the least would pay a deposit for nothing.
  await requireWithinLimit(tx, user, sale, sale.ask, market);
  const at = now();
  requireOnSale(sale, at);
  const value = worthIn(market, sale, sale.deposit);
  await leaveToSeller(tx, sale, { call: 'POST /bind_box/marginNFT', userId: user.id, value, at }, market);
  const id = await nextOrderId(tx);
  await postJournal(tx, {
    ref: `nft-order:${id}:deposit`,
    kind: 'nft_deposit',
    reference: sale.name,
    at,
    entries: [
      { account: userAccount(user.id, 'change'), currency: sale.currency, amount: `-${sale.deposit}` },
      { account: userAccount(user.id, 'nft'), currency: sale.currency, amount: sale.deposit },
    ],
  });
  await insertOrder(
    tx,
    paidOrder(sale, { id, user_id: user.id, kind: 'deposit', price: sale.deposit, created_at: at }),
  );
  tx.notify(user.id, { kind: 'order', id, status: 'paid' });
  tx.notify(user.id, { kind: 'balance' });
  return id;
}

const payable = (order: Order | null, userId: string, at: number): order is Order => {
  if (order?.user_id !== userId || order.kind !== 'auction') throw new DomainError('not_found', { field: 'id' });
  if (order.status === 'expired') throw new DomainError('payment_expired', { field: 'id' });
  return order.status === 'to_pay' && order.pay_until !== null && at < order.pay_until;
};

/** Pays what is due of a won auction, and gets the item. An order that was paid stays paid. */
export async function payOrder(tx: Transaction, user: Pick<Buyer, 'id'>, id: string, market: NftMarket): Promise<void> {
  const known = await orderOf(tx, id);
  if (known?.user_id !== user.id) throw new DomainError('not_found', { field: 'id' });
  await holdCreator(tx, await saleById(tx, known.sale_id));
  const sale = await lockSale(tx, known.sale_id);
  const order = await lockOrder(tx, id);
  if (!sale || !order) throw new DomainError('not_found', { field: 'id' });
  if (order.status === 'paid') return;
  // Who may buy, and what may leave, was judged with the bid: a rule that came later would keep the deposit of a winner whom it does not let pay.
  await requireNotFrozen(tx, user.id);
  await market.ports.keepsMoney(tx, user.id);
  const at = market.now();
  if (!payable(order, user.id, at)) throw new DomainError('payment_expired', { field: 'id' });
  // What was paid of a winner's order is the deposit; the second highest bidder got theirs back.
  const itemId = await completeSale(
    tx,
    sale,
    { id, user_id: user.id, price: order.price },
    { deposit: order.paid, worth: worthIn(market, sale, order.price), at },
  );
  await settleOrder(tx, id, { status: 'paid', at, itemId });
  const deposit = order.place === 1 ? await lockDeposit(tx, sale.id, user.id) : null;
  if (deposit) await settleOrder(tx, deposit.id, { status: 'applied', at });
}
