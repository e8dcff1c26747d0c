import type { Output } from '@tessera/api/contract';
import { EXTENSION, maxBid, minBid, PAY_WITHIN } from '@tessera/api/nft/rules';
import type { LanguageCode } from '@tessera/api/rules';
import type { Sql } from '../../platform/db/database.ts';
import type { Dependencies } from '../../platform/domain.ts';
import type { SignedIn } from '../../platform/session/read-session.ts';
import { maskName } from '../identity/index.ts';
import { readConfiguration } from '../site/index.ts';
import { drawView } from './boxes/odds.ts';
import { seriesOf } from './boxes/store.ts';
import { statusOf } from './judge.ts';
import { createTickets, type Tickets } from './media/tickets.ts';
import { pricingOf } from './resell.ts';
import { readTerms } from './settings.ts';
import { highestOf, type Message, messagesOfOrders, type Order, ordersInSale } from './store.ts';
import {
  type ArtistRow,
  type BidRow,
  bidsOfSale,
  type Card,
  type CollectionRow,
  cardsOfItems,
  cardsOfSales,
  creatorOf,
  type Detail,
  listProvenance,
  type ProvenanceRow,
} from './works.ts';

/* Rows as calls return them. Users are named by a part of their nickname only. */

type Artwork = Output<'GET /bind_box/getBoxList'>['list'][number];
type ArtworkDetail = Output<'GET /bind_box/getBoxDetail'>;
type WireOrder = Output<'POST /bind_box/payNFTOrder'>;
type WireMessage = WireOrder['messages'][number];

/** Who looks, in which language, at what time (Unix ms), and what opens their own files where those are not public. */
export type Look = {
  readonly userId: string | null;
  readonly language: LanguageCode;
  readonly now: number;
  readonly tickets: Pick<Tickets, 'forOwner'>;
};

type Looks = {
  (user: { readonly id: string }, language: LanguageCode): Look & { readonly userId: string };
  (user: { readonly id: string } | null, language: LanguageCode): Look;
};

/** Makes the looks of calls. */
export function createLooks({ settings, now }: Pick<Dependencies, 'settings' | 'now'>): Looks {
  const tickets = createTickets(settings);
  return ((user: { readonly id: string } | null, language: LanguageCode): Look => ({
    userId: user?.id ?? null,
    language,
    now: now(),
    tickets,
  })) as Looks;
}

/** Bids and events of the past that a page of a work begins with. */
const FIRST = 20;

const masked = (name: string | null): string | null => (name === null ? null : maskName(name));

export function workView(card: Card, { userId, language, now, tickets }: Look): Artwork {
  const selling = card.own_sale && ['open', 'owed', 'offered'].includes(card.state);
  const own = userId !== null && card.owner_id === userId;
  return {
    code: card.code,
    name: card.names[language],
    type: card.type,
    media: (own && card.hidden ? tickets.forOwner(card.media, userId, now) : card.media) as Artwork['media'],
    artist: { id: card.artist_id, name: card.artist_name, avatar: card.artist_avatar },
    collection:
      card.collection_id === null || card.collection_names === null
        ? null
        : { id: card.collection_id, name: card.collection_names[language] },
    rarity: card.rarity,
    edition: card.edition,
    editions: card.editions,
    owner: masked(card.owner_name),
    own,
    sale_type: card.sale_type,
    resale: card.own_sale && card.resale,
    currency: card.currency,
    scale: card.scale,
    price: card.price,
    current_bid: card.bids > 0 ? card.ask : null,
    bid_count: card.bids,
    margin: card.deposit,
    increment: card.increment,
    start_time: card.start_at,
    end_time: card.end_at,
    // An item that was never sold by its owner is one that is gone from the sale of its work.
    stock: card.own_sale ? card.stock : 1,
    remaining: card.own_sale ? card.stock - card.sold : 0,
    is_blind_box: card.blind_box,
    opened: card.opened_at !== null,
    status: card.own_sale ? statusOf(card, now) : 'sold_out',
    selling,
    withdrawn: card.withdrawn_at !== null,
    collected: card.collected,
  };
}

export const artistView = (row: ArtistRow): Output<'GET /bind_box/getArtist'>['list'][number] => ({
  id: row.id,
  code: row.code,
  name: row.name,
  avatar: row.avatar,
  cover: row.cover,
  work_count: row.work_count,
  followers: row.followers,
  volume: row.volume,
  followed: row.followed,
});

export const collectionView = (
  row: CollectionRow,
  language: LanguageCode,
): Output<'GET /bind_box/collections'>['list'][number] => ({
  id: row.id,
  code: row.code,
  name: row.names[language],
  description: row.descriptions[language],
  cover: row.cover,
  artist: row.artist_id === null || row.artist_name === null ? null : { id: row.artist_id, name: row.artist_name },
  work_count: row.work_count,
  floor: row.floor,
});

export const bidView = (
  row: BidRow,
  userId: string | null,
): Output<'POST /bind_box/getBindBoxQuotationLog'>['list'][number] => ({
  id: row.id,
  code: row.code,
  bidder: maskName(row.bidder),
  own: row.user_id === userId,
  price: row.price,
  currency: row.currency,
  status: row.status,
  at: row.at,
});

export const provenanceView = (row: ProvenanceRow): ArtworkDetail['provenance'][number] => ({
  id: row.id,
  code: row.code,
  edition: row.edition,
  kind: row.kind,
  from: masked(row.from_name),
  to: masked(row.to_name),
  price: row.price,
  currency: row.currency,
  scale: row.scale,
  reference: row.reference,
  at: row.at,
});

export const messageView = (row: Message): WireMessage => ({
  id: row.id,
  kind: row.kind,
  amount: row.amount,
  currency: row.currency,
  scale: row.scale,
  read: row.read_at !== null,
  at: row.at,
});

const DEPOSITS = {
  paid: 'paid',
  refunded: 'returned',
  forfeited: 'kept',
  applied: 'applied',
  to_pay: 'none',
  expired: 'none',
} as const satisfies Record<Order['status'], NonNullable<ArtworkDetail['viewer']>['deposit']>;

/** In what an owner sells the item again; null for others. */
async function resaleOf(sql: Sql, { item_id, owner_id }: Detail, user: SignedIn) {
  if (item_id === null || owner_id !== user.id) return null;
  const { currency, scale } = await pricingOf(sql, item_id);
  return { currency, scale };
}

async function viewerOf(sql: Sql, detail: Detail, user: SignedIn): Promise<ArtworkDetail['viewer']> {
  const orders = await ordersInSale(sql, detail.sale_id, user.id);
  const deposit = orders.find(({ kind }) => kind === 'deposit');
  const owed = orders.find(({ status }) => status === 'to_pay');
  return {
    seller: detail.own_sale && detail.seller_id === user.id,
    deposit: deposit ? DEPOSITS[deposit.status] : 'none',
    deposit_held: deposit?.status === 'paid' ? deposit.paid : null,
    bid: await highestOf(sql, detail.sale_id, user.id),
    leading: detail.state === 'open' && detail.top_bidder_id === user.id,
    to_pay: owed && owed.pay_until !== null ? { id: owed.id, due: owed.due, pay_until: owed.pay_until } : null,
    order_limit: (await readConfiguration(sql)).orderLimits[user.level],
    resale: await resaleOf(sql, detail, user),
  };
}

export async function detailView(sql: Sql, detail: Detail, look: Look, user: SignedIn | null): Promise<ArtworkDetail> {
  const { language, now, userId } = look;
  const creator = await creatorOf(sql, userId, detail.artist_id);
  const first = { page: 1, limit: FIRST };
  const auction = detail.own_sale && detail.increment !== null ? { ...detail, increment: detail.increment } : null;
  const bidding = auction && {
    price: auction.price,
    top: auction.bids > 0 ? auction.ask : null,
    increment: auction.increment,
  };
  const bids = auction ? (await bidsOfSale(sql, detail.sale_id, first)).rows : [];
  const series = detail.sale_type === 'blind_box' && detail.own_sale ? await seriesOf(sql, detail.code) : null;
  const past = await listProvenance(sql, { workId: detail.work_id, itemId: detail.item_id }, first);
  return {
    ...workView(detail, look),
    description: detail.descriptions[language],
    properties: detail.properties.map(({ name, value }) => ({ name: name[language], value: value[language] })),
    creator: artistView(creator),
    created_at: detail.created_at,
    terms: {
      fee_bp: detail.fee_bp,
      royalty_bp: detail.royalty_bp,
      forfeit_bp: detail.forfeit_bp,
      deposit_bp: detail.deposit_bp,
      pay_within: PAY_WITHIN,
      extension: EXTENSION,
    },
    min_bid: bidding && minBid(bidding),
    max_bid: bidding && maxBid(bidding),
    favourites: detail.favourites,
    draw: series && (await drawView(sql, series, detail.sold)),
    bids: bids.map((row) => bidView(row, userId)),
    provenance: past.rows.map(provenanceView),
    countries: [...(await readTerms(sql)).countries],
    viewer: user && (await viewerOf(sql, detail, user)),
    now,
  };
}

/** Orders with their works and messages, read together. */
export async function orderViews(
  sql: Sql,
  orders: readonly Order[],
  look: Look & { userId: string },
): Promise<WireOrder[]> {
  const { userId } = look;
  const items = await cardsOfItems(
    sql,
    orders.flatMap(({ item_id }) => item_id ?? []),
    userId,
  );
  const sales = await cardsOfSales(
    sql,
    orders.filter(({ item_id }) => item_id === null).map(({ sale_id }) => sale_id),
    userId,
  );
  const messages = await messagesOfOrders(
    sql,
    userId,
    orders.map(({ id }) => id),
  );
  return orders.map((order) => {
    const card = order.item_id === null ? sales.get(order.sale_id) : items.get(order.item_id);
    if (!card) throw new Error(`order ${order.id} is about nothing`);
    const own = messages.filter(({ order_id }) => order_id === order.id);
    return {
      id: order.id,
      work: workView(card, look),
      kind: order.kind,
      offer: order.place === null ? null : order.place === 1 ? 'winner' : 'second',
      price: order.price,
      paid: order.paid,
      due: order.due,
      currency: order.currency,
      scale: order.scale,
      status: order.status,
      pay_until: order.pay_until,
      read: own.every(({ read_at }) => read_at !== null),
      messages: own.map(messageView),
      created_at: order.created_at,
    };
  });
}
