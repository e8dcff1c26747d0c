import type { ReadInput } from '@tessera/api/contract';
import { linkOf, roundAfter, roundTime } from '@tessera/api/nft/draw-rules';
import { cmp, mul, neg } from '@tessera/money';
import type { Transaction } from '../../../platform/db/database.ts';
import { DomainError } from '../../../platform/http/domain-error.ts';
import { postJournal, userAccount } from '../../../platform/ledger/index.ts';
import type { SignedIn } from '../../../platform/session/read-session.ts';
import { type NftMarket, requireBuyer, requireCurrency, requireOnSale, requireWithinLimit, worthIn } from '../judge.ts';
import {
  insertItem,
  insertOrder,
  insertProvenance,
  lockSale,
  nextOrderId,
  paidOrder,
  type Sale,
  setSale,
} from '../store.ts';
import { tell } from '../tell.ts';
import { beaconOfSeries } from './beacon.ts';
import { insertBox, lastRound, lockSeries, type Series, seriesOf, setLast } from './store.ts';

/*
 * Purchases of blind boxes. Those of one series go one after the other at its sale: each box gets the next sequence
 * number, and only then the buyer's seed is looked at and bound to it.
 */

/** Takes the next sequence numbers of a series. What the buyer sent has no part in them. */
function takeNumbers(sale: Sale, count: number): readonly number[] {
  if (sale.stock - sale.sold < count) throw new DomainError('sold_out', { field: 'number' });
  return Array.from({ length: count }, (_, index) => sale.sold + 1 + index);
}

/**
 * When a purchase counts as paid, by the database's clock: never before the one in front of it, nor before a round that is
 * known already. A node whose own clock is behind would choose a round that is public.
 */
async function paidAt(tx: Transaction, series: Series, now: number): Promise<number> {
  const beacon = beaconOfSeries(series);
  const known = beacon && (await lastRound(tx, beacon.chain_hash));
  return Math.max(now, series.last_paid_at, beacon && known ? roundTime(beacon, known) : 0);
}

/**
 * Buys boxes at the price that the buyer saw. The price stands in the buyer's account of the marketplace until a box is
 * opened, or the series is at its end. Returns the ids of the boxes' items.
 */
export async function buyBoxes(
  tx: Transaction,
  user: Pick<SignedIn, 'id' | 'level'>,
  input: Omit<ReadInput<'POST /bind_box/buyBox'>, 'key'>,
  market: NftMarket,
): Promise<string[]> {
  const known = await seriesOf(tx, input.code);
  const sale = known && (await lockSale(tx, known.sale_id));
  if (!known || !sale?.shown) throw new DomainError('not_found', { field: 'code' });
  const series = await lockSeries(tx, known.id);
  if (series.state !== 'open') throw new DomainError('sale_not_open', { field: 'code' });
  requireOnSale(sale, market.now());
  const numbers = takeNumbers(sale, input.number);
  await requireBuyer(tx, user.id, sale);
  await market.ports.keepsMoney(tx, user.id);
  requireCurrency(market, sale.currency);
  if (cmp(input.price, sale.price) !== 0) throw new DomainError('price_moved', { field: 'price' });
  const total = mul(sale.price, String(numbers.length));
  await requireWithinLimit(tx, user, sale, total, market);
  // Waiting for others may have taken until the end.
  const now = market.now();
  requireOnSale(sale, now);
  const worth = worthIn(market, sale, sale.price);
  await postJournal(tx, {
    ref: `nft-boxes:${series.id}:${numbers[0]}:pay`,
    kind: 'nft_box',
    reference: sale.name,
    at: now,
    entries: [
      { account: userAccount(user.id, 'change'), currency: sale.currency, amount: neg(total) },
      { account: userAccount(user.id, 'nft'), currency: sale.currency, amount: total },
    ],
  });

  const beacon = beaconOfSeries(series);
  // The last of what can take time: the round is fixed by the one clock that all nodes share.
  const at = await paidAt(tx, series, await market.databaseNow(tx));
  const round = beacon && roundAfter(beacon, at);
  let receipt = series.last_receipt;
  const items: string[] = [];
  for (const number of numbers) {
    const bound = { number, buyer_seed: input.seed, paid_at: at, round };
    receipt = linkOf(receipt, bound);
    const orderId = await nextOrderId(tx);
    const code = `${sale.work_code}-${number}`;
    const itemId = await insertItem(tx, { work_id: sale.work_id, edition: number, code, owner_id: user.id, at });
    const order = {
      id: orderId,
      user_id: user.id,
      item_id: itemId,
      kind: 'purchase',
      price: sale.price,
      created_at: at,
    } as const;
    await insertOrder(tx, paidOrder(sale, order));
    await insertBox(tx, {
      ...bound,
      series_id: series.id,
      item_id: itemId,
      user_id: user.id,
      order_id: orderId,
      price: sale.price,
      worth,
      receipt,
    });
    await insertProvenance(tx, {
      item_id: itemId,
      work_id: sale.work_id,
      kind: 'box',
      from_id: sale.seller_id,
      to_id: user.id,
      order_id: orderId,
      price: sale.price,
      currency: sale.currency,
      scale: sale.scale,
      worth,
      at,
    });
    await tell(tx, sale, [{ userId: user.id, orderId, kind: 'bought', amount: sale.price }], at);
    items.push(itemId);
  }
  await holdItems(tx, items, sale.id);
  await setLast(tx, series.id, receipt, at);
  const sold = sale.sold + numbers.length;
  await setSale(tx, sale.id, {
    state: sold >= sale.stock ? 'sold' : sale.state,
    sold,
    ...(sold >= sale.stock && { closedAt: at }),
  });
  tx.notify(user.id, { kind: 'balance' });
  return items;
}

/** A closed box stands in its sale: it can be neither resold nor withdrawn. */
const holdItems = (tx: Transaction, items: readonly string[], saleId: string): Promise<unknown> =>
  tx.query('update nft_item set sale_id = $2 where id = any($1::bigint[])', [items, saleId]);
