import type { Side } from '@tessera/api/spot/rules';
import type { Fill, SpotOrder } from '@tessera/api/spot/wire';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import { type Page, pageOf } from '../../platform/db/page.ts';
import { feeCurrencyOf, type Order } from './order.ts';

/* The tables of spot orders and their fills: no other file contains their SQL. */

type Row = {
  readonly id: string;
  readonly user_id: string;
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly side: Side;
  readonly kind: Order['kind'];
  readonly price: string | null;
  readonly amount: string | null;
  readonly quote_amount: string | null;
  readonly filled_amount: string;
  readonly filled_exact: string;
  readonly filled_quote_amount: string;
  readonly reserved: string;
  readonly fee: string;
  readonly time_in_force: Order['timeInForce'];
  readonly post_only: boolean;
  readonly status: Order['status'];
  readonly ended: Order['ended'];
  readonly carried: boolean;
  readonly created_at: number;
  readonly updated_at: number;
};

/** A stored order with its fills, oldest first. */
export type StoredOrder = { readonly order: Order; readonly fills: readonly Fill[] };

const COLUMNS = `o.id, o.user_id, o.symbol, o.base, o.quote, o.side, o.kind, o.time_in_force, o.post_only, o.status,
  o.ended, o.carried, o.price, o.amount, o.quote_amount, o.filled_amount, o.filled_exact, o.filled_quote_amount,
  o.reserved, o.fee, o.created_at, o.updated_at`;
// Inside JSON no parser sees the values: they are cast here.
const WITH_FILLS = `${COLUMNS},
  coalesce((select json_agg(json_build_object(
      'id', f.id::text, 'price', trim_scale(f.price)::text, 'amount', trim_scale(f.amount)::text,
      'quote_amount', trim_scale(f.quote_amount)::text, 'fee', trim_scale(f.fee)::text,
      'fee_currency', o.fee_currency, 'at', floor(extract(epoch from f.at) * 1000)) order by f.id)
    from spot_fill f where f.order_id = o.id), '[]') as fills`;

const orderOf = (row: Row): Order => ({
  id: row.id,
  userId: row.user_id,
  symbol: row.symbol,
  base: row.base,
  quote: row.quote,
  kind: row.kind,
  quoteAmount: row.quote_amount,
  timeInForce: row.time_in_force,
  postOnly: row.post_only,
  progress: {
    side: row.side,
    limit: row.price,
    amount: row.amount,
    filledAmount: row.filled_amount,
    filledExact: row.filled_exact,
    filledQuote: row.filled_quote_amount,
    fee: row.fee,
    reserved: row.reserved,
  },
  status: row.status,
  ended: row.ended,
  carried: row.carried,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const storedOf = (row: Row & { readonly fills: readonly Fill[] }): StoredOrder => ({
  order: orderOf(row),
  fills: row.fills,
});

/** A fill of an order, to be stored. */
export type NewFill = Fill & {
  readonly orderId: string;
  /** Whether the order rested in the book. */
  readonly maker: boolean;
  /** When the market made its price, Unix ms. */
  readonly pricedAt: number;
};

/** ISO, because inside JSON times are text. */
const timeOf = (ms: number): string => new Date(ms).toISOString();

const rowOf = (order: Order) => ({
  id: order.id,
  user_id: order.userId,
  symbol: order.symbol,
  base: order.base,
  quote: order.quote,
  side: order.progress.side,
  kind: order.kind,
  price: order.progress.limit,
  amount: order.progress.amount,
  quote_amount: order.quoteAmount,
  filled_amount: order.progress.filledAmount,
  filled_exact: order.progress.filledExact,
  filled_quote_amount: order.progress.filledQuote,
  reserved: order.progress.reserved,
  fee: order.progress.fee,
  fee_currency: feeCurrencyOf(order),
  time_in_force: order.timeInForce,
  post_only: order.postOnly,
  status: order.status,
  ended: order.ended,
  carried: order.carried,
  created_at: timeOf(order.createdAt),
  updated_at: timeOf(order.updatedAt),
});

const changeOf = (order: Order) => ({
  id: order.id,
  filled_amount: order.progress.filledAmount,
  filled_exact: order.progress.filledExact,
  filled_quote_amount: order.progress.filledQuote,
  reserved: order.progress.reserved,
  fee: order.progress.fee,
  status: order.status,
  ended: order.ended,
  carried: order.carried,
  updated_at: timeOf(order.updatedAt),
});

const fillRowOf = ({ id, orderId, price, amount, quote_amount, fee, maker, pricedAt, at }: NewFill) => ({
  id,
  order_id: orderId,
  price,
  amount,
  quote_amount,
  fee,
  maker,
  priced_at: timeOf(pricedAt),
  at: timeOf(at),
});

/** Writes what a batch did to orders, in one statement. */
export async function writeOrders(
  tx: Transaction,
  placed: readonly Order[],
  changed: readonly Order[],
  fills: readonly NewFill[],
): Promise<void> {
  await tx.query(
    `with placed as (
       insert into spot_order (id, user_id, symbol, base, quote, side, kind, price, amount, quote_amount, filled_amount,
                               filled_exact, filled_quote_amount, reserved, fee, fee_currency, time_in_force, post_only,
                               status, ended, carried, created_at, updated_at)
       select id, user_id, symbol, base, quote, side, kind, price, amount, quote_amount, filled_amount,
              filled_exact, filled_quote_amount, reserved, fee, fee_currency, time_in_force, post_only,
              status, ended, carried, created_at, updated_at
         from json_populate_recordset(null::spot_order, $1)),
     changed as (
       update spot_order o
          set filled_amount = c.filled_amount, filled_exact = c.filled_exact,
              filled_quote_amount = c.filled_quote_amount, reserved = c.reserved, fee = c.fee, status = c.status,
              ended = c.ended, carried = c.carried, updated_at = c.updated_at
         from json_populate_recordset(null::spot_order, $2) c where o.id = c.id)
     insert into spot_fill (id, order_id, price, amount, quote_amount, fee, maker, priced_at, at)
     select id, order_id, price, amount, quote_amount, fee, maker, priced_at, at
       from json_populate_recordset(null::spot_fill, $3)`,
    [JSON.stringify(placed.map(rowOf)), JSON.stringify(changed.map(changeOf)), JSON.stringify(fills.map(fillRowOf))],
  );
}

/** Orders of these ids, with their fills. */
export async function ordersByIds(sql: Sql, ids: readonly string[]): Promise<StoredOrder[]> {
  const rows = await sql.query<Row & { readonly fills: readonly Fill[] }>(
    `select ${WITH_FILLS} from spot_order o where o.id = any($1)`,
    [ids],
  );
  return rows.map(storedOf);
}

/** All open orders, oldest first. */
export const openOrders = async (sql: Sql): Promise<Order[]> =>
  (await sql.query<Row>(`select ${COLUMNS} from spot_order o where o.status = 'pending' order by o.id`)).map(orderOf);

/** The highest ids that are taken. The market counts on from them: it is the only writer. */
export async function lastIds(sql: Sql): Promise<{ readonly order: number; readonly fill: number }> {
  const [row] = await sql.query<{ order: string; fill: string }>(
    `select coalesce((select max(id) from spot_order), 0) as "order",
            coalesce((select max(id) from spot_fill), 0) as fill`,
  );
  return { order: Number(row?.order ?? 0), fill: Number(row?.fill ?? 0) };
}

/** What is available to these users on their trading account, by user and currency. */
export const availableOf = (
  sql: Sql,
  users: readonly string[],
): Promise<{ user: string; currency: string; amount: string }[]> =>
  sql.query<{ user: string; currency: string; amount: string }>(
    `select user_id as "user", currency, balance::numeric as amount from ledger_account
      where owner_kind = 'user' and user_id = any($1) and name = 'change' and part = 'available'`,
    [users],
  );

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

export async function listOrders(
  sql: Sql,
  { userId, statuses, symbol, side, page, limit }: Selection,
): Promise<{ readonly rows: readonly StoredOrder[]; readonly total: number }> {
  const where = `o.user_id = $1 and o.status = any($2) and ($3::text is null or o.symbol = $3)
                 and ($4::text is null or o.side = $4)`;
  const { rows, total } = await pageOf<Row & { readonly fills: readonly Fill[] }>(sql, {
    select: WITH_FILLS,
    from: `spot_order o where ${where}`,
    order: 'o.id desc',
    values: [userId, statuses, symbol, side],
    page,
    limit,
  });
  return { rows: rows.map(storedOf), total };
}

/** Price of the last trade of each symbol, in the quote currency. */
export async function lastFillPrices(sql: Sql): Promise<ReadonlyMap<string, number>> {
  const rows = await sql.query<{ symbol: string; price: string }>(
    `select distinct on (o.symbol) o.symbol, f.price
       from spot_fill f join spot_order o on o.id = f.order_id
      order by o.symbol, f.id desc`,
  );
  return new Map(rows.map(({ symbol, price }) => [symbol, Number(price)]));
}
