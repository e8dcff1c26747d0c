import type { ReadInput } from '@tessera/api/contract';
import { depositOf } from '@tessera/api/nft/rules';
import { cmp, isPositive, max, sub } from '@tessera/money';
import type { Database, Sql, Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { nothingLeaves } from '../../platform/ways/leave.ts';
import { readConfiguration } from '../site/index.ts';
import { endUnsold } from './close.ts';
import { type Buyer, type NftMarket, requireCurrency, requireSeller, statusOf, worthNow } from './judge.ts';
import { offerOf } from './offer.ts';
import { readTerms } from './settings.ts';
import {
  type Item,
  insertSale,
  lockItem,
  lockSale,
  lockSaleOf,
  openSalesOf,
  releaseItem,
  saleOfItem,
  setSale,
} from './store.ts';

/*
 * Owners' sales. An item stands in one sale at most, and in none while it is withdrawn: its row says so, and it is locked
 * after the sale's.
 */

/**
 * An item that its owner may do something with, held until the end of the transaction. Rejects for others' items, for one
 * that stands in a sale, and for one that was withdrawn. A sale whose time is over is ended first.
 */
export async function lockFreeItem(tx: Transaction, userId: string, code: string, now: () => number): Promise<Item> {
  const saleId = await saleOfItem(tx, code);
  const sale = saleId === null ? null : await lockSale(tx, saleId);
  if (sale && sale.state === 'open' && sale.sale_type === 'normal' && statusOf(sale, now()) === 'ended') {
    await endUnsold(tx, sale, now());
  }
  const item = await lockItem(tx, code);
  if (item?.owner_id !== userId) throw new DomainError('not_owner', { field: 'code' });
  if (item.withdrawn_at !== null) throw new DomainError('already_withdrawn', { field: 'code' });
  if (item.sale_id !== null) throw new DomainError('already_selling', { field: 'code' });
  return item;
}

type Priced = {
  readonly work_id: string;
  readonly royalty_bp: number;
  readonly currency: string;
  readonly scale: number;
  readonly cost: string;
};

/**
 * The currency in which an item is sold again, and what it cost in it: those of the last time it changed hands for
 * money, since a work is sold in more than one currency. An item that never did cost 0 and has its first sale's.
 */
export async function pricingOf(sql: Sql, itemId: string): Promise<Priced> {
  const [row] = await sql.query<Priced>(
    `select w.id as work_id, case when a.closed_at is null then w.royalty_bp else 0 end as royalty_bp,
            coalesce(p.currency, s.currency) as currency, coalesce(p.scale, s.scale) as scale, coalesce(p.price, 0) as cost
       from nft_item i join nft_work w on w.id = i.work_id join nft_artist a on a.id = w.artist_id
       join lateral (select currency, scale from nft_sale o where o.work_id = w.id or o.id = i.box_sale_id
                      order by (o.id = i.box_sale_id) desc nulls last, o.id limit 1) s on true
       left join lateral (select price, currency, scale from nft_provenance where item_id = i.id and price is not null
                           order by id desc limit 1) p on true
      where i.id = $1`,
    [itemId],
  );
  if (!row) throw new Error(`item ${itemId} was never sold`);
  return row;
}

/** ms for which a sale says what other editions of its work are worth. */
const SHOWS_FOR = 30 * 86_400_000;

/**
 * What others pay for editions of a work, USDT: the largest of the last sale, those of 30 days (a cheap one can be arranged
 * before) and the bids that stand. An item that cost little, or nothing, can be worth much.
 */
async function worthOf(
  tx: Transaction,
  { id, work_id: workId }: Pick<Item, 'id' | 'work_id'>,
  market: NftMarket,
): Promise<string> {
  const known = await tx.query<{ currency: string; price: string; worth: string }>(
    `with sold as (
       select id, item_id, currency, price, worth, at from nft_provenance
        where work_id = $1 and kind in ('sale', 'auction') and price is not null and worth is not null)
     select currency, max(price) as price, max(worth) as worth from (
       select currency, price, worth from sold where at > $2
       union all (select currency, price, worth from sold order by id desc limit 1)
       union all (select currency, price, worth from sold where item_id = $3 order by id desc limit 1)
       union all select currency, ask, worth from nft_sale
        where work_id = $1 and top_bid_id is not null and state in ('open', 'owed', 'offered')) as each
      group by currency`,
    [workId, new Date(market.now() - SHOWS_FOR), id],
  );
  return known.reduce((most, each) => max(most, worthNow(market, each.currency, each.price) ?? each.worth), '0');
}

/** Puts an owned item up for sale or auction. Returns its code. */
export async function resell(
  tx: Transaction,
  user: Buyer,
  input: Omit<ReadInput<'POST /bind_box/resellNFT'>, 'key' | 'totp' | 'passkey' | 'mailed_code'>,
  market: NftMarket,
): Promise<string> {
  const item = await lockFreeItem(tx, user.id, input.code, market.now);
  await requireSeller(tx, user.id, market);
  const { work_id, currency, cost, royalty_bp } = await pricingOf(tx, item.id);
  const { scale } = requireCurrency(market, currency);
  const terms = await readTerms(tx);
  const at = market.now();
  const sale = offerOf(input, scale, at);
  const worth = worthNow(market, currency, sale.price);
  if (worth === null) throw new DomainError('stale_price');
  const limit = (await readConfiguration(tx)).orderLimits[user.level];
  if (cmp(worth, limit) > 0) throw new DomainError('order_limit', { field: 'price', params: { limit } });
  const lost = isPositive(sub(cost, sale.price)) ? worthNow(market, currency, sub(cost, sale.price)) : '0';
  if (lost === null) throw new DomainError('stale_price');
  const value = max(lost, sub(await worthOf(tx, { id: item.id, work_id }, market), worth));
  if (isPositive(value)) {
    await market.leave(tx, { call: 'POST /bind_box/resellNFT', userId: user.id, payeeId: null, value, at });
  } else nothingLeaves(tx);
  await insertSale(tx, {
    work_id,
    item_id: item.id,
    code: item.code,
    sale_type: sale.saleType,
    resale: true,
    seller_id: user.id,
    currency,
    scale,
    price: sale.price,
    stock: 1,
    deposit: sale.increment === null ? null : depositOf(sale.price, terms.depositBp, scale),
    increment: sale.increment,
    worth,
    start_at: sale.startAt,
    end_at: sale.endAt,
    fee_bp: terms.feeBp,
    royalty_bp,
    forfeit_bp: terms.forfeitBp,
    deposit_bp: sale.increment === null ? 0 : terms.depositBp,
    demonstration: null,
    created_at: at,
  });
  tx.notify(user.id, { kind: 'order', status: 'selling' });
  return item.code;
}

/** Takes an item out of its sale. An auction with a bid goes on: the bid is binding for both. */
export async function cancelResale(tx: Transaction, userId: string, code: string, now: () => number): Promise<void> {
  const sale = await lockSaleOf(tx, code);
  const item = await lockItem(tx, code);
  if (item?.owner_id !== userId) throw new DomainError('not_owner', { field: 'code' });
  if (!sale?.resale || item.sale_id !== sale.id) throw new DomainError('not_selling', { field: 'code' });
  if (sale.bids > 0 || sale.state !== 'open') throw new DomainError('has_bids', { field: 'code' });
  await setSale(tx, sale.id, { state: 'cancelled', closedAt: now() });
  await releaseItem(tx, sale.id);
  tx.notify(userId, { kind: 'order', id: sale.id, status: 'cancelled' });
}

/** Ends sales of a frozen account that have no bids: a thief may have set the price. */
export async function cancelSalesOf(database: Database, userId: string, now: () => number): Promise<void> {
  for (const id of await openSalesOf(database, userId)) {
    await database.transaction(async (tx) => {
      const sale = await lockSale(tx, id);
      if (sale?.state !== 'open' || sale.bids > 0) return;
      await setSale(tx, id, { state: 'cancelled', closedAt: now() });
      await releaseItem(tx, id);
    });
  }
}
