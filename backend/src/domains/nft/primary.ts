import { isPrice, type SaleType } from '@tessera/api/nft/rules';
import { cmp } from '@tessera/money';
import type { Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { isPrize } from './boxes/store.ts';
import { type NftMarket, requireCurrency, worthNow } from './judge.ts';
import { readTerms } from './settings.ts';
import { insertItem, insertProvenance, insertSale, lockItem, NO_PRICE } from './store.ts';

export type PrimarySale = {
  readonly workId: string;
  readonly saleType: SaleType;
  /** One that works are priced in. */
  readonly currency: string;
  readonly price: string;
  /** Of an auction; the deposit is less than the price. */
  readonly auction?: { readonly deposit: string; readonly increment: string };
  /** Items; by default every edition. */
  readonly stock?: number;
  /** Unix ms. */
  readonly startAt: number;
  readonly endAt: number | null;
  /** Of a demonstration: what rolls it. */
  readonly demonstration?: string;
};

type Work = {
  readonly id: string;
  readonly code: string;
  readonly editions: number;
  readonly royalty_bp: number;
  readonly user_id: string | null;
};

/**
 * Puts a work up for its artist's own sale: an only one is an item from then on, of others each purchase makes the next
 * edition. Rejects with DomainError terms that could not be sold. Returns the sale's id.
 */
export async function openPrimarySale(
  tx: Transaction,
  sale: PrimarySale,
  market: Pick<NftMarket, 'catalogue' | 'feed' | 'now'>,
): Promise<string> {
  const [work] = await tx.query<Work>(
    `select w.id, w.code, w.editions, w.royalty_bp, a.user_id from nft_work w join nft_artist a on a.id = w.artist_id
      where w.id = $1 for update of w`,
    [sale.workId],
  );
  if (!work) throw new DomainError('not_found', { field: 'code' });
  // What boxes hold is given by draws only.
  if (await isPrize(tx, work.id)) throw new DomainError('already_selling', { field: 'code' });
  const terms = await readTerms(tx);
  if (!terms.currencies.includes(sale.currency)) throw new DomainError('currency_unknown', { field: 'currency' });
  const { scale } = requireCurrency(market, sale.currency);
  if (!isPrice(sale.price, scale)) throw new DomainError('wrong_price', { field: 'price' });
  const stock = sale.stock ?? work.editions;
  if (stock > work.editions || (sale.saleType === 'auction' && work.editions !== 1)) {
    throw new DomainError('field_too_large', { field: 'stock' });
  }
  const { auction = null } = sale;
  if ((auction === null) === (sale.saleType === 'auction')) throw new DomainError('wrong_increment');
  if (auction && (cmp(auction.deposit, '0') <= 0 || cmp(auction.deposit, sale.price) >= 0)) {
    throw new DomainError('wrong_price', { field: 'margin' });
  }
  const worth = worthNow(market, sale.currency, sale.price);
  if (worth === null) throw new DomainError('stale_price');
  const at = market.now();
  return insertSale(tx, {
    work_id: work.id,
    item_id: work.editions === 1 ? await onlyItem(tx, work, at) : null,
    code: work.code,
    sale_type: sale.saleType,
    resale: false,
    seller_id: work.user_id,
    currency: sale.currency,
    scale,
    price: sale.price,
    stock,
    deposit: auction?.deposit ?? null,
    increment: auction?.increment ?? null,
    worth,
    start_at: sale.startAt,
    end_at: sale.endAt,
    fee_bp: terms.feeBp,
    royalty_bp: work.royalty_bp,
    forfeit_bp: terms.forfeitBp,
    deposit_bp: auction ? terms.depositBp : 0,
    demonstration: sale.demonstration ?? null,
    created_at: at,
  });
}

/** The item of a work with one edition, which is made at its first sale. Rejects one that has an owner or is in a sale. */
async function onlyItem(tx: Transaction, { id, code }: Work, at: number): Promise<string> {
  const known = await lockItem(tx, code);
  if (known && (known.owner_id !== null || known.sale_id !== null)) throw new DomainError('already_selling');
  if (known) return known.id;
  const itemId = await insertItem(tx, { work_id: id, edition: 1, code, owner_id: null, at });
  await insertProvenance(tx, {
    item_id: itemId,
    work_id: id,
    kind: 'created',
    from_id: null,
    to_id: null,
    order_id: null,
    ...NO_PRICE,
    at,
  });
  return itemId;
}
