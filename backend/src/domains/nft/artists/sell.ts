import type { ReadInput } from '@tessera/api/contract';
import { depositOf } from '@tessera/api/nft/rules';
import type { Transaction } from '../../../platform/db/database.ts';
import { DomainError } from '../../../platform/http/domain-error.ts';
import { type NftMarket, requireCurrency, requireSeller } from '../judge.ts';
import { offerOf } from '../offer.ts';
import { openPrimarySale } from '../primary.ts';
import { readTerms } from '../settings.ts';
import { lockSaleOf, releaseItem, setSale } from '../store.ts';
import { requireArtist } from './store.ts';

/** Puts an approved work of the user up for its first sale. One sale of a work runs at a time. Returns its code. */
export async function sellWork(
  tx: Transaction,
  userId: string,
  input: Omit<ReadInput<'POST /bind_box/artist/sell'>, 'key'>,
  market: NftMarket,
): Promise<string> {
  const artist = await requireArtist(tx, userId);
  await requireSeller(tx, userId, market);
  const [work] = await tx.query<{ id: string; editions: number }>(
    'select id, editions from nft_work where code = $1 and artist_id = $2 and shown for update',
    [input.code, artist.id],
  );
  if (!work) throw new DomainError('not_owner', { field: 'code' });
  const [running] = await tx.query(
    `select 1 as one from nft_sale where work_id = $1 and not resale and state in ('open', 'owed', 'offered')`,
    [work.id],
  );
  if (running) throw new DomainError('already_selling', { field: 'code' });
  const [made] = await tx.query<{ items: number }>(
    'select count(*)::int as items from nft_item where work_id = $1 and owner_id is not null',
    [work.id],
  );
  const left = work.editions - (made?.items ?? 0);
  if (left <= 0) throw new DomainError('already_selling', { field: 'code' });
  const { scale } = requireCurrency(market, input.currency);
  const sale = offerOf(input, scale, market.now());
  const { depositBp } = await readTerms(tx);
  await openPrimarySale(
    tx,
    {
      workId: work.id,
      saleType: sale.saleType,
      currency: input.currency,
      price: sale.price,
      stock: left,
      startAt: sale.startAt,
      endAt: sale.endAt,
      ...(sale.increment === null
        ? {}
        : { auction: { deposit: depositOf(sale.price, depositBp, scale), increment: sale.increment } }),
    },
    market,
  );
  return input.code;
}

/**
 * Ends the artist's own sale of a work. An auction with a bid goes on: the bid is binding for both. Returns the id of the
 * submission.
 */
export async function endOwnSale(tx: Transaction, userId: string, code: string, at: number): Promise<string> {
  const [work] = await tx.query<{ id: string }>(
    `select s.id from nft_submission s join nft_work w on w.id = s.work_id where w.code = $1 and s.user_id = $2`,
    [code, userId],
  );
  if (!work) throw new DomainError('not_owner', { field: 'code' });
  const sale = await lockSaleOf(tx, code);
  if (!sale || sale.resale || sale.seller_id !== userId || !['open', 'owed', 'offered'].includes(sale.state)) {
    throw new DomainError('not_selling', { field: 'code' });
  }
  if (sale.bids > 0 || sale.state !== 'open') throw new DomainError('has_bids', { field: 'code' });
  // A sale without a buyer leaves the market; any other stays there as ended.
  await setSale(tx, sale.id, { state: sale.sold > 0 ? 'unsold' : 'cancelled', closedAt: at });
  await releaseItem(tx, sale.id);
  tx.notify(userId, { kind: 'order', id: sale.id, status: 'cancelled' });
  return work.id;
}
