import type { SaleType } from '@tessera/api/nft/rules';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import { type Page, pageOf } from '../../platform/db/page.ts';

/*
 * The tables of sales, items, orders and bids as they change. A change of a sale or of what belongs to it locks the sale
 * first, then the item, then orders: nothing waits in a circle.
 */

export type SaleState = 'open' | 'owed' | 'offered' | 'sold' | 'unsold' | 'cancelled';

/** A sale as it is stored. Times are Unix ms. */
export type Sale = {
  readonly id: string;
  readonly work_id: string;
  readonly item_id: string | null;
  readonly code: string;
  readonly sale_type: SaleType;
  readonly resale: boolean;
  readonly seller_id: string | null;
  readonly currency: string;
  readonly scale: number;
  readonly price: string;
  readonly stock: number;
  readonly sold: number;
  readonly deposit: string | null;
  readonly increment: string | null;
  readonly ask: string;
  readonly worth: string;
  readonly top_bid_id: string | null;
  readonly top_bidder_id: string | null;
  readonly bids: number;
  readonly start_at: number;
  readonly end_at: number | null;
  readonly state: SaleState;
  readonly fee_bp: number;
  readonly royalty_bp: number;
  readonly forfeit_bp: number;
  readonly deposit_bp: number;
  readonly demonstration: string | null;
  /** Of the work. */
  readonly work_code: string;
  readonly name: string;
  readonly editions: number;
  readonly shown: boolean;
  readonly artist_id: number;
  /** The artist's account; null: an artist of the house. */
  readonly creator_id: string | null;
};

/** Of a sale `s` of an artist `a`: none once the artist's account is closed, as it could not be received. */
export const ROYALTY = 'case when a.closed_at is null then s.royalty_bp else 0 end';

const SALE = `s.id, s.work_id, s.item_id, s.code, s.sale_type, s.resale, s.seller_id, s.currency, s.scale, s.price, s.stock,
  s.sold, s.deposit, s.increment, s.ask, s.worth, s.top_bid_id, s.top_bidder_id, s.bids, s.start_at, s.end_at, s.state,
  s.fee_bp, ${ROYALTY} as royalty_bp, s.forfeit_bp, s.deposit_bp, s.demonstration, w.code as work_code, w.names->>'en' as name, w.editions,
  w.shown and a.shown as shown, w.artist_id, a.user_id as creator_id`;
const FROM_SALE = 'nft_sale s join nft_work w on w.id = s.work_id join nft_artist a on a.id = w.artist_id';

/** The last sale under a code, held until the end of the transaction. */
export async function lockSaleOf(tx: Transaction, code: string): Promise<Sale | null> {
  const [row] = await tx.query<Sale>(
    `select ${SALE} from ${FROM_SALE} where s.code = $1 and s.latest for update of s`,
    [code],
  );
  return row ?? null;
}

/** The last sale under a code, as it is now. */
export async function saleOfCode(sql: Sql, code: string): Promise<Sale | null> {
  const [row] = await sql.query<Sale>(`select ${SALE} from ${FROM_SALE} where s.code = $1 and s.latest`, [code]);
  return row ?? null;
}

/** An item and what its work is called. */
export async function itemByCode(
  sql: Sql,
  code: string,
): Promise<{ readonly id: string; readonly code: string; readonly name: string } | null> {
  const [row] = await sql.query<{ id: string; code: string; name: string }>(
    `select i.id, i.code, w.names->>'en' as name from nft_item i join nft_work w on w.id = i.work_id where i.code = $1`,
    [code],
  );
  return row ?? null;
}

/** A sale as it is now. */
export async function saleById(sql: Sql, id: string): Promise<Sale | null> {
  const [row] = await sql.query<Sale>(`select ${SALE} from ${FROM_SALE} where s.id = $1`, [id]);
  return row ?? null;
}

export async function lockSale(tx: Transaction, id: string): Promise<Sale | null> {
  const [row] = await tx.query<Sale>(`select ${SALE} from ${FROM_SALE} where s.id = $1 for update of s`, [id]);
  return row ?? null;
}

export type NewSale = {
  readonly work_id: string;
  readonly item_id: string | null;
  readonly code: string;
  readonly sale_type: SaleType;
  readonly resale: boolean;
  readonly seller_id: string | null;
  readonly currency: string;
  readonly scale: number;
  readonly price: string;
  readonly stock: number;
  readonly deposit: string | null;
  readonly increment: string | null;
  /** Of the price, USDT. */
  readonly worth: string;
  readonly start_at: number;
  readonly end_at: number | null;
  readonly fee_bp: number;
  readonly royalty_bp: number;
  readonly forfeit_bp: number;
  readonly deposit_bp: number;
  readonly demonstration: string | null;
  readonly created_at: number;
};

/** Adds a sale, which is the last under its code from then on, and puts its item into it. Returns its id. */
export async function insertSale(tx: Transaction, sale: NewSale): Promise<string> {
  await tx.query('update nft_sale set latest = false where code = $1 and latest', [sale.code]);
  const [row] = await tx.query<{ id: string }>(
    `insert into nft_sale (work_id, item_id, code, sale_type, resale, seller_id, currency, scale, price, stock, deposit,
                           increment, ask, worth, start_at, end_at, fee_bp, royalty_bp, forfeit_bp, deposit_bp, demonstration,
                           created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $9, $13, $14, $15, $16, $17, $18, $19, $20, $21)
     returning id`,
    [
      sale.work_id,
      sale.item_id,
      sale.code,
      sale.sale_type,
      sale.resale,
      sale.seller_id,
      sale.currency,
      sale.scale,
      sale.price,
      sale.stock,
      sale.deposit,
      sale.increment,
      sale.worth,
      new Date(sale.start_at),
      sale.end_at === null ? null : new Date(sale.end_at),
      sale.fee_bp,
      sale.royalty_bp,
      sale.forfeit_bp,
      sale.deposit_bp,
      sale.demonstration,
      new Date(sale.created_at),
    ],
  );
  const { id } = row as { id: string };
  if (sale.item_id !== null) await tx.query('update nft_item set sale_id = $2 where id = $1', [sale.item_id, id]);
  return id;
}

/** What follows from a purchase, a close or a payment. */
export async function setSale(
  tx: Transaction,
  id: string,
  {
    state,
    sold,
    closedAt,
    proceeds,
    paid,
  }: {
    state: SaleState;
    sold?: number;
    closedAt?: number;
    proceeds?: string;
    /** What an auction was sold for: the second bidder pays less than the highest bid. */
    paid?: { readonly price: string; readonly worth: string };
  },
): Promise<void> {
  await tx.query(
    `update nft_sale set state = $2, sold = coalesce($3, sold), closed_at = coalesce($4, closed_at),
                         proceeds = coalesce($5, proceeds), ask = coalesce($6, ask), worth = coalesce($7, worth)
      where id = $1`,
    [
      id,
      state,
      sold ?? null,
      closedAt === undefined ? null : new Date(closedAt),
      proceeds ?? null,
      paid?.price ?? null,
      paid?.worth ?? null,
    ],
  );
}

export type Item = {
  readonly id: string;
  readonly work_id: string;
  readonly edition: number;
  readonly code: string;
  readonly owner_id: string | null;
  readonly sale_id: string | null;
  readonly opened_at: number | null;
  readonly withdrawn_at: number | null;
};

const ITEM = 'id, work_id, edition, code, owner_id, sale_id, opened_at, withdrawn_at';

export async function lockItem(tx: Transaction, code: string): Promise<Item | null> {
  const [row] = await tx.query<Item>(`select ${ITEM} from nft_item where code = $1 for update`, [code]);
  return row ?? null;
}

/** Ends an item's stand in a sale: it can be sold again, or withdrawn. */
export const releaseItem = (tx: Transaction, saleId: string): Promise<unknown> =>
  tx.query('update nft_item set sale_id = null where sale_id = $1', [saleId]);

/** The sale in which an item stands, which is to be locked before the item. */
export async function saleOfItem(sql: Sql, code: string): Promise<string | null> {
  const [row] = await sql.query<{ sale_id: string | null }>('select sale_id from nft_item where code = $1', [code]);
  return row?.sale_id ?? null;
}

/** Adds an item of a work, without an owner before the first sale of its only edition. Returns its id. */
export async function insertItem(
  tx: Transaction,
  item: { work_id: string; edition: number; code: string; owner_id: string | null; at: number },
): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    `insert into nft_item (work_id, edition, code, owner_id, acquired_at, created_at)
     values ($1, $2, $3, $4, case when $4::bigint is not null then $5::timestamptz end, $5) returning id`,
    [item.work_id, item.edition, item.code, item.owner_id, new Date(item.at)],
  );
  return (row as { id: string }).id;
}

/** Number of the next edition of a work, whose sale is locked. */
export async function nextEdition(tx: Transaction, workId: string): Promise<number> {
  const [row] = await tx.query<{ next: number }>(
    'select coalesce(max(edition), 0) + 1 as next from nft_item where work_id = $1',
    [workId],
  );
  return row?.next ?? 1;
}

export const setOwner = (tx: Transaction, id: string, ownerId: string, at: number): Promise<unknown> =>
  tx.query('update nft_item set owner_id = $2, acquired_at = $3, sale_id = null where id = $1', [
    id,
    ownerId,
    new Date(at),
  ]);

export type Provenance = {
  readonly item_id: string;
  readonly work_id: string;
  readonly kind: 'created' | 'sale' | 'auction' | 'box' | 'opened' | 'withdrawn';
  readonly from_id: string | null;
  readonly to_id: string | null;
  readonly order_id: string | null;
  readonly price: string | null;
  readonly currency: string | null;
  readonly scale: number | null;
  readonly worth: string | null;
  readonly reference?: string | null;
  readonly at: number;
};

/** Of an event that no price was paid for. */
export const NO_PRICE = { price: null, currency: null, scale: null, worth: null } as const;

/** Records what happened to an item; nothing changes it later. */
export const insertProvenance = (tx: Transaction, event: Provenance): Promise<unknown> =>
  tx.query(
    `insert into nft_provenance (item_id, work_id, kind, from_id, to_id, order_id, price, currency, scale, worth, reference, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      event.item_id,
      event.work_id,
      event.kind,
      event.from_id,
      event.to_id,
      event.order_id,
      event.price,
      event.currency,
      event.scale,
      event.worth,
      event.reference ?? null,
      new Date(event.at),
    ],
  );

/** Keeps an account from being closed until the end of the transaction. Returns false for one that is closed. */
export async function holdOpen(tx: Transaction, userId: string): Promise<boolean> {
  const rows = await tx.query('select 1 as one from user_account where id = $1 and closed_at is null for share', [
    userId,
  ]);
  return rows.length > 0;
}

/* Orders */

export type OrderKind = 'purchase' | 'deposit' | 'auction';
export type OrderStatus = 'to_pay' | 'paid' | 'expired' | 'refunded' | 'forfeited' | 'applied';

export type Order = {
  readonly id: string;
  readonly user_id: string;
  readonly sale_id: string;
  readonly work_id: string;
  readonly item_id: string | null;
  readonly kind: OrderKind;
  readonly price: string;
  readonly paid: string;
  readonly due: string;
  readonly currency: string;
  readonly scale: number;
  readonly status: OrderStatus;
  readonly place: 1 | 2 | null;
  readonly pay_until: number | null;
  readonly created_at: number;
};

const ORDER = `o.id, o.user_id, o.sale_id, o.work_id, o.item_id, o.kind, o.price, o.paid, o.due, o.currency, o.scale,
  o.status, o.place, o.pay_until, o.created_at`;

export async function orderOf(sql: Sql, id: string): Promise<Order | null> {
  const [row] = await sql.query<Order>(`select ${ORDER} from nft_order o where o.id = $1`, [id]);
  return row ?? null;
}

export async function nextOrderId(tx: Transaction): Promise<string> {
  const [row] = await tx.query<{ id: string }>(`select nextval(pg_get_serial_sequence('nft_order', 'id')) as id`);
  return (row as { id: string }).id;
}

/** An order that is paid when it is made: what is bought at a price, or a deposit. */
export const paidOrder = (
  sale: Pick<Sale, 'id' | 'work_id' | 'currency' | 'scale'>,
  of: Pick<Order, 'id' | 'user_id' | 'kind' | 'price' | 'created_at'> & { readonly item_id?: string },
): Order => ({
  item_id: null,
  ...of,
  sale_id: sale.id,
  work_id: sale.work_id,
  paid: of.price,
  due: '0',
  currency: sale.currency,
  scale: sale.scale,
  status: 'paid',
  place: null,
  pay_until: null,
});

export const insertOrder = (tx: Transaction, order: Order): Promise<unknown> =>
  tx.query(
    `insert into nft_order (id, user_id, sale_id, work_id, item_id, kind, price, paid, due, currency, scale, status, place,
                            pay_until, created_at, settled_at)
     overriding system value
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15::timestamptz,
             case when $12 <> 'to_pay' then $15::timestamptz end)`,
    [
      order.id,
      order.user_id,
      order.sale_id,
      order.work_id,
      order.item_id,
      order.kind,
      order.price,
      order.paid,
      order.due,
      order.currency,
      order.scale,
      order.status,
      order.place,
      order.pay_until === null ? null : new Date(order.pay_until),
      new Date(order.created_at),
    ],
  );

/** Ends an order; `itemId` is what it bought. Nothing is due any more. */
export const settleOrder = (
  tx: Transaction,
  id: string,
  { status, at, itemId = null }: { status: OrderStatus; at: number; itemId?: string | null },
): Promise<unknown> =>
  tx.query(
    `update nft_order set status = $2, paid = case when $2 = 'paid' then price else paid end, due = 0, settled_at = $3,
                          item_id = coalesce($4, item_id) where id = $1`,
    [id, status, new Date(at), itemId],
  );

/** The deposit of a user for an auction, held. */
export async function lockDeposit(tx: Transaction, saleId: string, userId: string): Promise<Order | null> {
  const [row] = await tx.query<Order>(
    `select ${ORDER} from nft_order o where o.sale_id = $1 and o.user_id = $2 and o.kind = 'deposit' for update`,
    [saleId, userId],
  );
  return row ?? null;
}

export async function lockOrder(tx: Transaction, id: string): Promise<Order | null> {
  const [row] = await tx.query<Order>(`select ${ORDER} from nft_order o where o.id = $1 for update`, [id]);
  return row ?? null;
}

/** Deposits of auctions that are over, but for those of winners, which are part of a price or kept; oldest first. */
export const lockReturnable = (tx: Transaction, limit: number, aside: readonly string[]): Promise<Order[]> =>
  tx.query<Order>(
    `select ${ORDER} from nft_order o join nft_sale s on s.id = o.sale_id
      where o.kind = 'deposit' and o.status = 'paid' and s.state <> 'open'
        and not exists (select 1 from nft_order w where w.sale_id = o.sale_id and w.kind = 'auction' and w.place = 1
                           and w.user_id = o.user_id)
        and o.id <> all($2)
      order by o.id limit $1 for update of o skip locked`,
    [limit, aside],
  );

/** Sales whose end has come, at most `limit`; series of blind boxes end by their own rules. */
export async function dueSales(sql: Sql, now: number, limit: number, aside: readonly string[]): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `select id from nft_sale where state = 'open' and end_at <= $1 and sale_type <> 'blind_box'
        and id <> all($3) order by end_at, id limit $2`,
    [new Date(now), limit, aside],
  );
  return rows.map(({ id }) => id);
}

/**
 * Lets auctions that are open, all or those of a work, an artist or in some currencies, end no sooner than a time: staff
 * who keep others from bidding until the end would choose the winner.
 */
export const keepOpen = (
  sql: Sql,
  until: number,
  of: { readonly workId?: string; readonly artistId?: number; readonly currencies?: readonly string[] } = {},
): Promise<unknown> =>
  sql.query(
    `update nft_sale s set end_at = $1 from nft_work w
      where w.id = s.work_id and s.state = 'open' and s.increment is not null and s.end_at < $1
        and ($2::bigint is null or w.id = $2) and ($3::integer is null or w.artist_id = $3)
        and ($4::text[] is null or s.currency = any ($4))`,
    [new Date(until), of.workId ?? null, of.artistId ?? null, of.currencies ?? null],
  );

/**
 * Lets auctions with bids of works that are taken down end no sooner than a time, and their winners pay until then: one
 * member who takes a work down frees neither a bidder nor a winner of what the deposit stands for.
 */
export async function keepTakenDown(sql: Sql, until: number): Promise<void> {
  await sql.query(
    `update nft_sale s set end_at = $1 from nft_work w join nft_artist a on a.id = w.artist_id
      where w.id = s.work_id and not (w.shown and a.shown) and s.state = 'open' and s.increment is not null
        and s.top_bidder_id is not null and s.end_at < $1`,
    [new Date(until)],
  );
  await sql.query(
    `update nft_order o set pay_until = $1 from nft_work w join nft_artist a on a.id = w.artist_id
      where w.id = o.work_id and not (w.shown and a.shown) and o.status = 'to_pay' and o.place = 1 and o.pay_until < $1`,
    [new Date(until)],
  );
}

/** Auctions of a work that have a bid, or a winner who has not paid; locked. */
export const lockUndecided = (tx: Transaction, workId: string): Promise<{ id: string }[]> =>
  tx.query(
    `select id from nft_sale where work_id = $1 and increment is not null and top_bidder_id is not null
        and state in ('open', 'owed', 'offered') order by id for update`,
    [workId],
  );

/** Orders whose time to pay is over, with their sale. */
export const dueOrders = (
  sql: Sql,
  now: number,
  limit: number,
  aside: readonly string[],
): Promise<{ id: string; sale_id: string }[]> =>
  sql.query(
    `select id, sale_id from nft_order where status = 'to_pay' and pay_until <= $1 and id <> all($3)
      order by pay_until, id limit $2`,
    [new Date(now), limit, aside],
  );

/** What a winner, or who was offered the work next, has not paid of a sale; locked. */
export const ordersOwed = (tx: Transaction, saleId: string): Promise<Order[]> =>
  tx.query<Order>(`select ${ORDER} from nft_order o where o.sale_id = $1 and o.status = 'to_pay' for update`, [saleId]);

export const ordersToPay = (sql: Sql, userId: string): Promise<Order[]> =>
  sql.query<Order>(
    `select ${ORDER} from nft_order o where o.user_id = $1 and o.status = 'to_pay' order by o.pay_until`,
    [userId],
  );

export const listOrders = (sql: Sql, userId: string, kind: OrderKind | null, page: Page) =>
  pageOf<Order>(sql, {
    ...page,
    select: ORDER,
    newest: {
      of: 'nft_order',
      where: 'user_id = $1',
      order: 'id desc',
      as: 'o',
      rest: 'where $2::text is null or o.kind = $2',
    },
    order: 'o.id desc',
    values: [userId, kind],
  });

/* Bids */

export async function insertBid(
  tx: Transaction,
  { saleId, userId, price, at }: { saleId: string; userId: string; price: string; at: number },
): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    'insert into nft_bid (sale_id, user_id, price, at) values ($1, $2, $3, $4) returning id',
    [saleId, userId, price, new Date(at)],
  );
  return (row as { id: string }).id;
}

/** The highest bid of a user in a sale; null without one. */
export async function bestBidOf(tx: Transaction, saleId: string, userId: string): Promise<string | null> {
  const [row] = await tx.query<{ price: string | null }>(
    'select max(price) as price from nft_bid where sale_id = $1 and user_id = $2',
    [saleId, userId],
  );
  return row?.price ?? null;
}

/** Makes a bid the highest of its sale. */
export const setTop = (
  tx: Transaction,
  saleId: string,
  {
    bidId,
    userId,
    price,
    worth,
    endAt,
  }: { bidId: string; userId: string; price: string; worth: string; endAt: number },
): Promise<unknown> =>
  tx.query(
    `update nft_sale set top_bid_id = $2, top_bidder_id = $3, ask = $4, worth = $5, end_at = $6, bids = bids + 1
      where id = $1`,
    [saleId, bidId, userId, price, worth, new Date(endAt)],
  );

/**
 * The highest bids of users other than the highest bidder that are at least `least`, each user's highest; highest first.
 * Without those of accounts that were closed by now.
 */
export const bidsBelow = (
  sql: Sql,
  saleId: string,
  { topBidderId, least, limit }: { readonly topBidderId: string; readonly least: string; readonly limit: number },
): Promise<{ readonly user_id: string; readonly price: string }[]> =>
  sql.query(
    `select b.user_id, max(b.price) as price from nft_bid b join user_account u on u.id = b.user_id
      where b.sale_id = $1 and b.user_id <> $2 and b.price >= $3 and u.closed_at is null
      group by b.user_id order by max(b.price) desc limit $4`,
    [saleId, topBidderId, least, limit],
  );

/** When won auctions ended that a user did not pay, since a time; Unix ms. */
export async function defaultsOf(sql: Sql, userId: string, since: number): Promise<number[]> {
  const rows = await sql.query<{ settled_at: number }>(
    `select settled_at from nft_order where user_id = $1 and status = 'forfeited' and settled_at > $2`,
    [userId, new Date(since)],
  );
  return rows.map(({ settled_at }) => settled_at);
}

/** Adds to a deposit that is held. */
export const raiseDeposit = (tx: Transaction, id: string, amount: string): Promise<unknown> =>
  tx.query('update nft_order set price = $2, paid = $2 where id = $1', [id, amount]);

/** The highest bid of a user in a sale; null for none. */
export async function highestOf(sql: Sql, saleId: string, userId: string): Promise<string | null> {
  const [row] = await sql.query<{ price: string | null }>(
    'select max(price) as price from nft_bid where sale_id = $1 and user_id = $2',
    [saleId, userId],
  );
  return row?.price ?? null;
}

/** What the user has in a sale: the deposit and the order to pay. */
export const ordersInSale = (sql: Sql, saleId: string, userId: string): Promise<Order[]> =>
  sql.query<Order>(`select ${ORDER} from nft_order o where o.sale_id = $1 and o.user_id = $2 order by o.id`, [
    saleId,
    userId,
  ]);

/** Sales of a user without bids; series of blind boxes end by their own rules. */
export async function openSalesOf(sql: Sql, userId: string): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `select id from nft_sale where seller_id = $1 and sale_type <> 'blind_box' and state = 'open' and bids = 0`,
    [userId],
  );
  return rows.map(({ id }) => id);
}

/* Marks */

export async function workIdOf(sql: Sql, code: string): Promise<string | null> {
  // Each half by its own unique index; one condition over both tables would read every work.
  const [row] = await sql.query<{ id: string }>(
    `select w.id from nft_work w join nft_artist a on a.id = w.artist_id where w.code = $1 and w.shown and a.shown
     union all
     select w.id from nft_item i join nft_work w on w.id = i.work_id join nft_artist a on a.id = w.artist_id
      where i.code = $1 and w.shown and a.shown limit 1`,
    [code],
  );
  return row?.id ?? null;
}

export const setFavourite = (
  sql: Sql,
  userId: string,
  workId: string,
  marked: boolean,
  at: number,
): Promise<unknown> =>
  marked
    ? sql.query('insert into nft_favourite (user_id, work_id, at) values ($1, $2, $3) on conflict do nothing', [
        userId,
        workId,
        new Date(at),
      ])
    : sql.query('delete from nft_favourite where user_id = $1 and work_id = $2', [userId, workId]);

/** Follows an artist, or no longer. Returns how many follow; null for an artist that is not there. */
export async function setFollow(
  tx: Transaction,
  userId: string,
  artistId: number,
  followed: boolean,
  at: number,
): Promise<number | null> {
  const [artist] = await tx.query<{ id: number }>('select id from nft_artist where id = $1 and shown for update', [
    artistId,
  ]);
  if (!artist) return null;
  const changed = followed
    ? await tx.query(
        'insert into nft_follow (user_id, artist_id, at) values ($1, $2, $3) on conflict do nothing returning 1 as one',
        [userId, artistId, new Date(at)],
      )
    : await tx.query('delete from nft_follow where user_id = $1 and artist_id = $2 returning 1 as one', [
        userId,
        artistId,
      ]);
  const step = changed.length === 0 ? 0 : followed ? 1 : -1;
  const [row] = await tx.query<{ followers: number }>(
    'update nft_artist set followers = followers + $2 where id = $1 returning followers',
    [artistId, step],
  );
  return row?.followers ?? null;
}

/* Messages */

export type MessageKind =
  | 'bought'
  | 'outbid'
  | 'won'
  | 'deposit_returned'
  | 'box_returned'
  | 'forfeited'
  | 'offered'
  | 'offer_expired'
  | 'paid'
  | 'sold'
  | 'unsold'
  | 'unpaid'
  | 'royalty';

export type Message = {
  readonly id: string;
  readonly order_id: string | null;
  readonly kind: MessageKind;
  readonly amount: string | null;
  readonly currency: string;
  readonly scale: number;
  readonly read_at: number | null;
  readonly at: number;
  readonly code: string;
  readonly names: Readonly<Record<string, string>>;
};

export const insertMessages = (
  tx: Transaction,
  messages: readonly {
    readonly userId: string;
    readonly saleId: string;
    readonly orderId: string | null;
    readonly kind: MessageKind;
    readonly amount: string | null;
    readonly at: number;
  }[],
): Promise<unknown> =>
  tx.query(
    `insert into nft_message (user_id, sale_id, order_id, kind, amount, at)
     select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::numeric[], $6::timestamptz[])`,
    [
      messages.map(({ userId }) => userId),
      messages.map(({ saleId }) => saleId),
      messages.map(({ orderId }) => orderId),
      messages.map(({ kind }) => kind),
      messages.map(({ amount }) => amount),
      messages.map(({ at }) => new Date(at)),
    ],
  );

const MESSAGE = `m.id, m.order_id, m.kind, m.amount, s.currency, s.scale, m.read_at, m.at, s.code, w.names`;
const OF_MESSAGE = 'join nft_sale s on s.id = m.sale_id join nft_work w on w.id = s.work_id';
const FROM_MESSAGE = `nft_message m ${OF_MESSAGE}`;

export const listMessages = (sql: Sql, userId: string, page: Page) =>
  pageOf<Message>(sql, {
    ...page,
    select: MESSAGE,
    newest: { of: 'nft_message', where: 'user_id = $1', order: 'id desc', as: 'm', rest: OF_MESSAGE },
    order: 'm.id desc',
    values: [userId],
  });

/** Messages of some orders to their user, oldest first. */
export const messagesOfOrders = (sql: Sql, userId: string, orderIds: readonly string[]): Promise<Message[]> =>
  sql.query<Message>(
    `select ${MESSAGE} from ${FROM_MESSAGE} where m.user_id = $1 and m.order_id = any($2::bigint[]) order by m.id`,
    [userId, orderIds],
  );

export async function unreadOf(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql.query<{ unread: number }>(
    'select count(*)::int as unread from nft_message where user_id = $1 and read_at is null',
    [userId],
  );
  return row?.unread ?? 0;
}

/** Marks the messages of an order to a user as read; without one, all. Returns whether the order has any. */
export async function readMessages(sql: Sql, userId: string, orderId: string | null, at: number): Promise<boolean> {
  if (orderId === null) {
    await sql.query('update nft_message set read_at = $2 where user_id = $1 and read_at is null', [
      userId,
      new Date(at),
    ]);
    return true;
  }
  const rows = await sql.query(
    'update nft_message set read_at = coalesce(read_at, $3) where user_id = $1 and order_id = $2 returning 1 as one',
    [userId, orderId, new Date(at)],
  );
  return rows.length > 0;
}
