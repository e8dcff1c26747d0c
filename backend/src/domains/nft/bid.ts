import type { ReadInput } from '@tessera/api/contract';
import { bidProblem, depositFor, endAfterBid } from '@tessera/api/nft/rules';
import { add, isPositive, max, neg, sub } from '@tessera/money';
import type { Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { postJournal, userAccount } from '../../platform/ledger/index.ts';
import {
  type Buyer,
  leaveToSeller,
  type NftMarket,
  requireBuyer,
  requireOnSale,
  requireRest,
  requireSeen,
  requireWithinLimit,
  worthIn,
} from './judge.ts';
import { bestBidOf, insertBid, lockDeposit, lockSaleOf, type Order, raiseDeposit, type Sale, setTop } from './store.ts';
import { tell } from './tell.ts';

/** Raises the deposit to its share of the bid, from the spot account: who bids much has much to lose. */
async function topUp(
  tx: Transaction,
  sale: Sale,
  deposit: Order,
  { bidId, price, at }: { readonly bidId: string; readonly price: string; readonly at: number },
): Promise<void> {
  const { currency, scale, deposit: first, deposit_bp: depositBp, name } = sale;
  const due = depositFor(price, { deposit: first ?? deposit.paid, depositBp, scale });
  const more = sub(due, deposit.paid);
  if (!isPositive(more)) return;
  await postJournal(tx, {
    ref: `nft-order:${deposit.id}:deposit:${bidId}`,
    kind: 'nft_deposit',
    reference: name,
    at,
    entries: [
      { account: userAccount(deposit.user_id, 'change'), currency, amount: neg(more) },
      { account: userAccount(deposit.user_id, 'nft'), currency, amount: more },
    ],
  });
  await raiseDeposit(tx, deposit.id, due);
  tx.notify(deposit.user_id, { kind: 'balance' });
}

/**
 * Judges a bid by the rule of what goes to others as a whole, with what it adds to the bids and the deposit that were judged
 * before: a rule that came with the payment would keep the deposit of a winner whom it does not let pay.
 */
async function letGo(
  tx: Transaction,
  sale: Sale,
  deposit: Order,
  { price, at }: { readonly price: string; readonly at: number },
  market: Pick<NftMarket, 'feed' | 'leave'>,
): Promise<void> {
  const judged = max(deposit.paid, (await bestBidOf(tx, sale.id, deposit.user_id)) ?? '0');
  const more = sub(price, judged);
  const value = isPositive(more) ? worthIn(market, sale, more) : '0';
  await leaveToSeller(tx, sale, { call: 'POST /bind_box/auctionNFT', userId: deposit.user_id, value, at }, market);
}

/**
 * Bids in an auction. Bids of one auction are accepted one after the other, in the order in which they got the sale's row;
 * each is judged by the state and the time at which it got it. Returns the bid's id.
 */
export async function placeBid(
  tx: Transaction,
  user: Buyer,
  { code, price: asked, currency }: Pick<ReadInput<'POST /bind_box/auctionNFT'>, 'code' | 'price' | 'currency'>,
  market: Pick<NftMarket, 'feed' | 'now' | 'leave'> & { readonly ports: Pick<NftMarket['ports'], 'keepsMoney'> },
): Promise<string> {
  const price = add(asked, '0');
  const sale = await lockSaleOf(tx, code);
  if (!sale?.shown) throw new DomainError('not_found', { field: 'code' });
  const { increment, end_at: endAt, top_bidder_id: before } = sale;
  if (increment === null || endAt === null) throw new DomainError('sale_not_open', { field: 'code' });
  requireOnSale(sale, market.now());
  await requireSeen(tx, sale, { currency }, 'price');
  await requireBuyer(tx, user.id, sale);
  // A winner who owes money could not pay the rest, and would lose the deposit.
  await market.ports.keepsMoney(tx, user.id);
  const deposit = await lockDeposit(tx, sale.id, user.id);
  if (deposit?.status !== 'paid') throw new DomainError('deposit_required', { field: 'code' });
  const top = before === null ? null : sale.ask;
  const problem = bidProblem(price, { price: sale.price, top, increment, scale: sale.scale });
  if (problem) throw new DomainError(problem.code, { field: 'price', ...problem });
  const worth = await requireWithinLimit(tx, user, sale, price, market);
  await requireRest(tx, user.id, sale, { bid: price, deposit: deposit.paid });
  const at = market.now();
  requireOnSale(sale, at);
  await letGo(tx, sale, deposit, { price, at }, market);
  const id = await insertBid(tx, { saleId: sale.id, userId: user.id, price, at });
  await topUp(tx, sale, deposit, { bidId: id, price, at });
  await setTop(tx, sale.id, { bidId: id, userId: user.id, price, worth, endAt: endAfterBid(endAt, at) });
  if (before !== null && before !== user.id) {
    const outbid = await lockDeposit(tx, sale.id, before);
    await tell(
      tx,
      sale,
      [{ userId: before, orderId: outbid?.id ?? null, kind: 'outbid', amount: price, about: id }],
      at,
    );
  }
  tx.notify(user.id, { kind: 'order', id: deposit.id, status: 'leading' });
  if (sale.seller_id !== null) tx.notify(sale.seller_id, { kind: 'order', id: sale.id, status: 'bid' });
  return id;
}
