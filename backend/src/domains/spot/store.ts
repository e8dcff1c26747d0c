import type { Side } from '@tessera/api/spot/rules';
import type { Fill, SpotOrder } from '@tessera/api/spot/wire';
import type { Sql } from '../../platform/db/database.ts';
import { db, execute } from '../../platform/db/kysely.ts';
import { countOf, type Page, pageOf } from '../../platform/db/page.ts';
import type { PriceRange } from '../../platform/feed/feed.ts';
import type { Booking, Match, Progress } from './rules.ts';

/* The tables of spot orders and their fills: no other file contains their SQL. */

export type OrderRow = {
  readonly id: string;
  readonly user_id: string;
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly side: Side;
  readonly kind: 'limit' | 'market';
  readonly price: string | null;
  readonly amount: string;
  readonly quote_amount: string | null;
  readonly filled_amount: string;
  readonly filled_exact: string;
  readonly filled_quote_amount: string;
  readonly reserved: string;
  readonly fee: string;
  readonly fee_currency: string;
  readonly time_in_force: SpotOrder['time_in_force'];
  readonly post_only: boolean;
  readonly status: SpotOrder['status'];
  readonly ended: SpotOrder['ended'];
  readonly created_at: number;
  readonly updated_at: number;
  readonly fills: readonly Fill[];
};

// Inside JSON no parser sees the values: they are cast here.
const COLUMNS = `o.id, o.user_id, o.symbol, o.base, o.quote, o.side, o.kind, o.time_in_force, o.post_only, o.status, o.ended, o.fee_currency, o.price, o.amount,
  o.quote_amount, o.filled_amount, o.filled_exact, o.filled_quote_amount, o.reserved, o.fee, o.created_at, o.updated_at,
  coalesce((select json_agg(json_build_object(
      'id', f.id::text, 'price', trim_scale(f.price)::text, 'amount', trim_scale(f.amount)::text,
      'quote_amount', trim_scale(f.quote_amount)::text, 'fee', trim_scale(f.fee)::text,
      'fee_currency', o.fee_currency, 'at', floor(extract(epoch from f.at) * 1000)) order by f.id)
    from spot_fill f where f.order_id = o.id), '[]') as fills`;

export type NewOrder = {
  readonly userId: string;
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly kind: 'limit' | 'market';
  readonly quoteAmount: string | null;
  readonly progress: Progress;
  readonly now: number;
};

/** Writes an order that nothing is filled of yet; returns its id. */
export async function insertOrder(
  tx: Sql,
  { userId, symbol, base, quote, kind, quoteAmount, progress, now }: NewOrder,
): Promise<string> {
  const { side, limit, amount, reserved } = progress;
  const [row] = await execute(
    tx,
    db
      .insertInto('spot_order')
      .values({
        user_id: userId,
        symbol,
        base,
        quote,
        side,
        kind,
        price: limit,
        amount,
        quote_amount: quoteAmount,
        reserved,
        fee_currency: side === 'buy' ? base : quote,
        time_in_force: kind === 'market' ? 'IOC' : 'GTC',
        status: 'pending',
        created_at: new Date(now),
        updated_at: new Date(now),
      })
      .returning('id'),
  );
  if (!row) throw new Error('the new order has no id');
  return row.id;
}

export const saveProgress = (
  tx: Sql,
  id: string,
  { filledAmount, filledExact, filledQuote, fee, reserved }: Progress,
  status: SpotOrder['status'],
  now: number,
  ended: SpotOrder['ended'] = null,
): Promise<unknown> =>
  execute(
    tx,
    db
      .updateTable('spot_order')
      .set({
        filled_amount: filledAmount,
        filled_exact: filledExact,
        filled_quote_amount: filledQuote,
        fee,
        reserved,
        status,
        ended,
        updated_at: new Date(now),
      })
      .where('id', '=', id),
  );

export type FillTerms = {
  /** Whether the order rested in the book. */
  readonly maker: boolean;
  /** When the market made the price, Unix ms. */
  readonly pricedAt: number;
  readonly now: number;
};

export async function insertFill(
  tx: Sql,
  orderId: string,
  { price, amount }: Match,
  { quoteAmount, fee }: Booking,
  { maker, pricedAt, now }: FillTerms,
): Promise<string> {
  const [row] = await execute(
    tx,
    db
      .insertInto('spot_fill')
      .values({
        order_id: orderId,
        price,
        amount,
        quote_amount: quoteAmount,
        fee,
        maker,
        priced_at: new Date(pricedAt),
        at: new Date(now),
      })
      .returning('id'),
  );
  if (!row) throw new Error('the new fill has no id');
  return row.id;
}

/** The order, locked for change: waits for the transaction that holds it (`wait`), or returns null at once (`skip`). */
export async function lockOrder(tx: Sql, id: string, held: 'wait' | 'skip'): Promise<OrderRow | null> {
  const [row] = await tx.query<OrderRow>(
    `select ${COLUMNS} from spot_order o where o.id = $1 for update of o ${held === 'skip' ? 'skip locked' : ''}`,
    [id],
  );
  return row ?? null;
}

export async function orderById(sql: Sql, id: string): Promise<OrderRow> {
  const [row] = await sql.query<OrderRow>(`select ${COLUMNS} from spot_order o where o.id = $1`, [id]);
  if (!row) throw new Error(`order ${id} is gone`);
  return row;
}

/** Makes placements of one user wait for each other until the transaction ends, so that a count of orders holds. */
export const lockOrdersOf = (sql: Sql, userId: string): Promise<unknown> =>
  sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`spot_order:${userId}`]);

export const countOpen = (sql: Sql, userId: string): Promise<number> =>
  countOf(sql, `spot_order where user_id = $1 and status = 'pending'`, [userId]);

/** What the resting orders of a user hold frozen, per currency. */
export const openReserves = (sql: Sql, userId: string): Promise<{ currency: string; amount: string }[]> =>
  sql.query<{ currency: string; amount: string }>(
    `select case side when 'buy' then quote else base end as currency, sum(reserved) as amount
       from spot_order where user_id = $1 and status = 'pending' group by 1 order by 1`,
    [userId],
  );

type Selection = Page & {
  readonly userId: string;
  readonly statuses: readonly SpotOrder['status'][];
  readonly symbol: string | null;
  readonly side: Side | null;
};

export function listOrders(
  sql: Sql,
  { userId, statuses, symbol, side, page, limit }: Selection,
): Promise<{ readonly rows: readonly OrderRow[]; readonly total: number }> {
  const where = `o.user_id = $1 and o.status = any($2) and ($3::text is null or o.symbol = $3)
                 and ($4::text is null or o.side = $4)`;
  return pageOf<OrderRow>(sql, {
    select: COLUMNS,
    from: `spot_order o where ${where}`,
    order: 'o.id desc',
    values: [userId, statuses, symbol, side],
    page,
    limit,
  });
}

export type Candidate = { readonly id: string; readonly symbol: string; readonly created_at: number };

/** At most `limit` open orders that the range of their symbol reaches: one query over all symbols. */
export const reachedOrders = (sql: Sql, ranges: ReadonlyMap<string, PriceRange>, limit: number): Promise<Candidate[]> =>
  sql.query<Candidate>(
    `select o.id, o.symbol, o.created_at
       from unnest($1::text[], $2::numeric[], $3::numeric[]) as went (symbol, low_ask, high_bid)
      cross join lateral (
        (select id, symbol, created_at from spot_order
          where symbol = went.symbol and side = 'buy' and status = 'pending' and price >= went.low_ask
          order by price desc, id limit $4)
        union all
        (select id, symbol, created_at from spot_order
          where symbol = went.symbol and side = 'sell' and status = 'pending' and price <= went.high_bid
          order by price, id limit $4)
      ) o
      limit $4`,
    [
      [...ranges.keys()],
      [...ranges.values()].map(({ lowAsk }) => lowAsk),
      [...ranges.values()].map(({ highBid }) => highBid),
      limit,
    ],
  );
