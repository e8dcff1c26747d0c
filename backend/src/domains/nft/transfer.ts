import { splitPrice } from '@tessera/api/nft/rules';
import { add, isPositive, neg } from '@tessera/money';
import type { Transaction } from '../../platform/db/database.ts';
import { type Entry, houseAccount, type Journal, postJournals, userAccount } from '../../platform/ledger/index.ts';
import {
  holdOpen,
  insertItem,
  insertProvenance,
  nextEdition,
  type Order,
  type Sale,
  setOwner,
  setSale,
} from './store.ts';
import { type Told, tell } from './tell.ts';
import { countSale, spendingsOf } from './volume.ts';

/*
 * A price is paid: money, item, provenance and messages change together, in the transaction of the payment. The buyer's
 * journal and the seller's meet in the house's account `payments`, which is empty after both.
 */

/** Who is paid: a user's spot account, or the house for its own artists. */
const payee = (userId: string | null): Entry['account'] =>
  userId === null ? houseAccount('nft') : userAccount(userId, 'change');

type Paid = Pick<Order, 'id' | 'user_id'> & { readonly price: string };

/** Journals of a price: `deposit` of it is in the buyer's account of deposits, the rest comes from the spot account. */
export function priceJournals(sale: Sale, { id, user_id, price }: Paid, deposit: string, at: number): Journal[] {
  const { currency, scale, seller_id, creator_id, resale } = sale;
  // The artist's own resale costs no royalty.
  const royaltyBp = seller_id !== null && seller_id === creator_id ? 0 : sale.royalty_bp;
  const { seller, royalty, fee } = splitPrice(price, { feeBp: sale.fee_bp, royaltyBp, resale, scale });
  const through = houseAccount('payments');
  const journal = (name: string, kind: Journal['kind'], entries: readonly Entry[]): Journal => ({
    ref: `nft-order:${id}:${name}`,
    kind,
    reference: sale.name,
    at,
    entries,
  });
  return [
    journal('pay', 'nft_buy', [
      { account: userAccount(user_id, 'change'), currency, amount: neg(add(price, neg(deposit))) },
      { account: userAccount(user_id, 'nft'), currency, amount: neg(deposit) },
      { account: through, currency, amount: price },
    ]),
    journal('proceeds', 'nft_sale', [
      { account: through, currency, amount: neg(add(seller, fee)) },
      { account: payee(seller_id), currency, amount: seller },
      { account: houseAccount('fees'), currency, amount: fee },
    ]),
    ...(isPositive(royalty)
      ? [
          journal('royalty', 'nft_royalty', [
            { account: through, currency, amount: neg(royalty) },
            { account: payee(creator_id), currency, amount: royalty },
          ]),
        ]
      : []),
  ];
}

/**
 * The sale without its royalty where the artist's account was closed by now. Closing holds the account's row: it comes
 * before, and nothing is due to it any more, or after, with the royalty as an obstacle.
 */
async function withOpenCreator(tx: Transaction, sale: Sale): Promise<Sale> {
  // Held already (`holdCreator`): this waits for no one.
  if (!sale.resale || sale.royalty_bp === 0 || sale.creator_id === null) return sale;
  return (await holdOpen(tx, sale.creator_id)) ? sale : { ...sale, royalty_bp: 0 };
}

/**
 * Holds the account that a resale pays a royalty to. Before the sale is locked: what an artist does holds their own row and then
 * asks for a sale, and each would wait for the other.
 */
export async function holdCreator(
  tx: Transaction,
  seen: Pick<Sale, 'resale' | 'royalty_bp' | 'creator_id'> | null,
): Promise<void> {
  if (seen?.resale && seen.royalty_bp > 0 && seen.creator_id !== null) await holdOpen(tx, seen.creator_id);
}

/** The item that a sale gives: its own, or the next edition of its work. */
async function itemOf(tx: Transaction, sale: Sale, buyerId: string, at: number): Promise<string> {
  if (sale.item_id !== null) {
    await setOwner(tx, sale.item_id, buyerId, at);
    return sale.item_id;
  }
  const edition = await nextEdition(tx, sale.work_id);
  const item = { work_id: sale.work_id, edition, code: `${sale.work_code}-${edition}`, owner_id: buyerId, at };
  return insertItem(tx, item);
}

/**
 * Takes the price and gives the item; the sale is locked. `worth` is the price in USDT. Returns the item's id. Rejects
 * with InsufficientBalance where the buyer's account does not cover it.
 */
export async function completeSale(
  tx: Transaction,
  sale: Sale,
  paid: Paid,
  { deposit, worth, at }: { readonly deposit: string; readonly worth: string; readonly at: number },
): Promise<string> {
  const journals = priceJournals(await withOpenCreator(tx, sale), paid, deposit, at);
  await postJournals(tx, journals);
  const { seller_id: sellerId, creator_id: creatorId } = sale;
  const itemId = await itemOf(tx, sale, paid.user_id, at);
  await insertProvenance(tx, {
    item_id: itemId,
    work_id: sale.work_id,
    kind: sale.sale_type === 'auction' ? 'auction' : 'sale',
    from_id: sellerId,
    to_id: paid.user_id,
    order_id: paid.id,
    price: paid.price,
    currency: sale.currency,
    scale: sale.scale,
    worth,
    at,
  });
  const amountTo = (name: string, userId: string | null): string | null =>
    journals
      .find(({ ref }) => ref.endsWith(`:${name}`))
      ?.entries.find(({ account }) => account.owner === 'user' && account.userId === userId)?.amount ?? null;
  const proceeds = amountTo('proceeds', sellerId);
  const royalty = amountTo('royalty', creatorId);
  const sold = sale.sold + 1;
  await setSale(tx, sale.id, {
    state: sold >= sale.stock ? 'sold' : sale.state,
    sold,
    ...(sold >= sale.stock && { closedAt: at }),
    ...(sale.resale && proceeds !== null && { proceeds }),
    ...(sale.sale_type === 'auction' && { paid: { price: paid.price, worth } }),
  });
  const told: Told[] = [
    {
      userId: paid.user_id,
      orderId: paid.id,
      kind: sale.sale_type === 'auction' ? 'paid' : 'bought',
      amount: paid.price,
    },
    ...(sellerId === null
      ? []
      : [{ userId: sellerId, orderId: null, kind: 'sold' as const, amount: proceeds, about: paid.id }]),
    ...(creatorId === null || royalty === null
      ? []
      : [{ userId: creatorId, orderId: null, kind: 'royalty' as const, amount: royalty }]),
  ];
  await tell(tx, sale, told, at);
  for (const { userId } of told) tx.notify(userId, { kind: 'balance' });
  await countSale(tx, sale.artist_id, spendingsOf(paid.user_id, sellerId, worth));
  return itemId;
}
