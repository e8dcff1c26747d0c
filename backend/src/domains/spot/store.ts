import type { Side } from '@tessera/api/spot/rules';
import type { Fill, SpotOrder } from '@tessera/api/spot/wire';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import { type Page, pageOf } from '../../platform/db/page.ts';
import { feeCurrencyOf, type Order } from './order.ts';
import { type Exits, type Stop, worstOf } from './rules.ts';

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
  readonly stop_price: string | null;
  readonly stop_limit: string | null;
  readonly stop_when: 'above' | 'below' | null;
  readonly trigger_tick: string | null;
  readonly triggered_at: number | null;
  readonly take_profit: string | null;
  readonly stop_loss: string | null;
  readonly stop_loss_limit: string | null;
  readonly parent_id: string | null;
  readonly exit_id: string | null;
  readonly covered: string;
  readonly revision: number;
  readonly created_at: number;
  readonly updated_at: number;
};

/** A stored order with its fills, oldest first. */
export type StoredOrder = { readonly order: Order; readonly fills: readonly Fill[] };

const COLUMNS = `o.id, o.user_id, o.symbol, o.base, o.quote, o.side, o.kind, o.time_in_force, o.post_only, o.status,
  o.ended, o.carried, o.price, o.amount, o.quote_amount, o.filled_amount, o.filled_exact, o.filled_quote_amount,
  o.reserved, o.fee, o.stop_price, o.stop_limit, o.stop_when, o.trigger_tick, o.triggered_at, o.take_profit,
  o.stop_loss, o.stop_loss_limit, o.parent_id, o.exit_id, o.covered, o.revision, o.created_at, o.updated_at`;
// Inside JSON no parser sees the values: they are cast here.
const withFills = (fills: string) => `${COLUMNS},
  coalesce((select json_agg(json_build_object(
      'id', f.id::text, 'price', trim_scale(f.price)::text, 'amount', trim_scale(f.amount)::text,
      'quote_amount', trim_scale(f.quote_amount)::text, 'fee', trim_scale(f.fee)::text,
      'fee_currency', o.fee_currency, 'at', floor(extract(epoch from f.at) * 1000)) order by f.id)
    from ${fills} f where f.order_id = o.id), '[]') as fills`;
const WITH_FILLS = withFills('spot_fill');
/** Of an order in a list: one that rests long may be filled lot by lot. */
const LISTED_FILLS = 200;
const WITH_NEWEST_FILLS = withFills(
  `(select * from spot_fill where order_id = o.id order by id desc limit ${LISTED_FILLS})`,
);

const stopOf = (row: Row): Stop | null =>
  row.stop_price === null || row.stop_when === null
    ? null
    : {
        price: row.stop_price,
        limit: row.stop_limit,
        when: row.stop_when,
        tick: row.trigger_tick === null ? null : Number(row.trigger_tick),
        at: row.triggered_at,
      };

const exitsOf = (row: Row): Exits | null =>
  row.take_profit === null && row.stop_loss === null
    ? null
    : { takeProfit: row.take_profit, stopLoss: row.stop_loss, stopLossLimit: row.stop_loss_limit };

function orderOf(row: Row): Order {
  const stop = stopOf(row);
  return {
    id: row.id,
    userId: row.user_id,
    symbol: row.symbol,
    base: row.base,
    quote: row.quote,
    kind: row.kind,
    quoteAmount: row.quote_amount,
    timeInForce: row.time_in_force,
    postOnly: row.post_only,
    stop,
    exits: exitsOf(row),
    parentId: row.parent_id,
    exitId: row.exit_id,
    covered: row.covered,
    revision: row.revision,
    progress: {
      side: row.side,
      limit: row.price,
      worst: worstOf(row.side, row.price, stop),
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
  };
}

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

const placedColumns = (orders: readonly Order[]): readonly (readonly unknown[])[] => [
  orders.map(({ id }) => id),
  orders.map(({ userId }) => userId),
  orders.map(({ symbol }) => symbol),
  orders.map(({ base }) => base),
  orders.map(({ quote }) => quote),
  orders.map(({ progress }) => progress.side),
  orders.map(({ kind }) => kind),
  orders.map(({ progress }) => progress.limit),
  orders.map(({ progress }) => progress.amount),
  orders.map(({ quoteAmount }) => quoteAmount),
  orders.map(({ progress }) => progress.filledAmount),
  orders.map(({ progress }) => progress.filledExact),
  orders.map(({ progress }) => progress.filledQuote),
  orders.map(({ progress }) => progress.reserved),
  orders.map(({ progress }) => progress.fee),
  orders.map(feeCurrencyOf),
  orders.map(({ timeInForce }) => timeInForce),
  orders.map(({ postOnly }) => postOnly),
  orders.map(({ status }) => status),
  orders.map(({ ended }) => ended),
  orders.map(({ carried }) => carried),
  orders.map(({ createdAt }) => new Date(createdAt)),
  orders.map(({ updatedAt }) => new Date(updatedAt)),
  orders.map(({ stop }) => stop?.price ?? null),
  orders.map(({ stop }) => stop?.limit ?? null),
  orders.map(({ stop }) => stop?.when ?? null),
  orders.map(({ exits }) => exits?.takeProfit ?? null),
  orders.map(({ exits }) => exits?.stopLoss ?? null),
  orders.map(({ exits }) => exits?.stopLossLimit ?? null),
  orders.map(({ parentId }) => parentId),
  orders.map(({ exitId }) => exitId),
  orders.map(({ covered }) => covered),
  orders.map(({ revision }) => revision),
];

const insertOrders = (tx: Transaction, orders: readonly Order[]) =>
  tx.query(
    `insert into spot_order (id, user_id, symbol, base, quote, side, kind, price, amount, quote_amount, filled_amount,
                             filled_exact, filled_quote_amount, reserved, fee, fee_currency, time_in_force, post_only,
                             status, ended, carried, created_at, updated_at, stop_price, stop_limit, stop_when,
                             take_profit, stop_loss, stop_loss_limit, parent_id, exit_id, covered, revision)
     select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
                          $8::numeric[], $9::numeric[], $10::numeric[], $11::numeric[], $12::numeric[], $13::numeric[],
                          $14::numeric[], $15::numeric[], $16::text[], $17::text[], $18::boolean[], $19::text[],
                          $20::text[], $21::boolean[], $22::timestamptz[], $23::timestamptz[], $24::numeric[],
                          $25::numeric[], $26::text[], $27::numeric[], $28::numeric[], $29::numeric[], $30::bigint[],
                          $31::bigint[], $32::numeric[], $33::int[])`,
    placedColumns(orders),
  );

const updateOrders = (tx: Transaction, orders: readonly Order[]) =>
  tx.query(
    `update spot_order o
        set filled_amount = c.filled_amount, filled_exact = c.filled_exact, filled_quote_amount = c.filled_quote,
            reserved = c.reserved, fee = c.fee, status = c.status, ended = c.ended, carried = c.carried,
            updated_at = c.updated_at, price = c.price, amount = c.amount, stop_price = c.stop_price,
            stop_limit = c.stop_limit, stop_when = c.stop_when, trigger_tick = c.trigger_tick,
            triggered_at = c.triggered_at, exit_id = c.exit_id, covered = c.covered, revision = c.revision,
            take_profit = c.take_profit, stop_loss = c.stop_loss, stop_loss_limit = c.stop_loss_limit
       from unnest($1::bigint[], $2::numeric[], $3::numeric[], $4::numeric[], $5::numeric[], $6::numeric[], $7::text[],
                   $8::text[], $9::boolean[], $10::timestamptz[], $11::numeric[], $12::numeric[], $13::numeric[],
                   $14::numeric[], $15::text[], $16::bigint[], $17::timestamptz[], $18::bigint[], $19::numeric[],
                   $20::int[], $21::numeric[], $22::numeric[], $23::numeric[])
              as c (id, filled_amount, filled_exact, filled_quote, reserved, fee, status, ended, carried, updated_at,
                    price, amount, stop_price, stop_limit, stop_when, trigger_tick, triggered_at, exit_id, covered,
                    revision, take_profit, stop_loss, stop_loss_limit)
      where o.id = c.id`,
    [
      orders.map(({ id }) => id),
      orders.map(({ progress }) => progress.filledAmount),
      orders.map(({ progress }) => progress.filledExact),
      orders.map(({ progress }) => progress.filledQuote),
      orders.map(({ progress }) => progress.reserved),
      orders.map(({ progress }) => progress.fee),
      orders.map(({ status }) => status),
      orders.map(({ ended }) => ended),
      orders.map(({ carried }) => carried),
      orders.map(({ updatedAt }) => new Date(updatedAt)),
      orders.map(({ progress }) => progress.limit),
      orders.map(({ progress }) => progress.amount),
      orders.map(({ stop }) => stop?.price ?? null),
      orders.map(({ stop }) => stop?.limit ?? null),
      orders.map(({ stop }) => stop?.when ?? null),
      orders.map(({ stop }) => stop?.tick ?? null),
      orders.map(({ stop }) => (stop?.at ? new Date(stop.at) : null)),
      orders.map(({ exitId }) => exitId),
      orders.map(({ covered }) => covered),
      orders.map(({ revision }) => revision),
      orders.map(({ exits }) => exits?.takeProfit ?? null),
      orders.map(({ exits }) => exits?.stopLoss ?? null),
      orders.map(({ exits }) => exits?.stopLossLimit ?? null),
    ],
  );

const insertFills = (tx: Transaction, fills: readonly NewFill[]) =>
  tx.query(
    `insert into spot_fill (id, order_id, price, amount, quote_amount, fee, maker, priced_at, at)
     select * from unnest($1::bigint[], $2::bigint[], $3::numeric[], $4::numeric[], $5::numeric[], $6::numeric[],
                          $7::boolean[], $8::timestamptz[], $9::timestamptz[])`,
    [
      fills.map(({ id }) => id),
      fills.map(({ orderId }) => orderId),
      fills.map(({ price }) => price),
      fills.map(({ amount }) => amount),
      fills.map(({ quote_amount }) => quote_amount),
      fills.map(({ fee }) => fee),
      fills.map(({ maker }) => maker),
      fills.map(({ pricedAt }) => new Date(pricedAt)),
      fills.map(({ at }) => new Date(at)),
    ],
  );

/** Writes what a batch did to orders. Issues its statements at once. */
export async function writeOrders(
  tx: Transaction,
  placed: readonly Order[],
  changed: readonly Order[],
  fills: readonly NewFill[],
): Promise<void> {
  await Promise.all([
    placed.length > 0 && insertOrders(tx, placed),
    changed.length > 0 && updateOrders(tx, changed),
    fills.length > 0 && insertFills(tx, fills),
  ]);
}

/** Orders of these ids, with their fills. */
export async function ordersByIds(sql: Sql, ids: readonly string[]): Promise<StoredOrder[]> {
  const rows = await sql.query<Row & { readonly fills: readonly Fill[] }>(
    `select ${WITH_FILLS} from spot_order o where o.id = any($1)`,
    [ids],
  );
  return rows.map(storedOf);
}

/** An open order as one version of its row says. */
export type OpenOrder = { readonly order: Order; readonly version: string };

/** Open orders, all or those of these ids. */
export const openOrders = async (sql: Sql, ids: readonly string[] | null): Promise<OpenOrder[]> =>
  (
    await sql.query<Row & { readonly version: string }>(
      `select ${COLUMNS}, o.xmin::text as version from spot_order o
        where o.status = 'pending' and ($1::bigint[] is null or o.id = any ($1))`,
      [ids],
    )
  ).map((row) => ({ order: orderOf(row), version: row.version }));

/** The open orders of a range of ids, and the version of each one's row: two lists, separated by commas, oldest first. */
export type OpenSpan = { readonly span: string; readonly ids: string; readonly versions: string };

/** All open orders in spans of 1,024 ids, oldest first. As texts: there may be 100,000, and most spans are as before. */
export const openVersions = (sql: Sql): Promise<OpenSpan[]> =>
  sql.query<OpenSpan>(
    `select o.id / 1024 as span, string_agg(o.id::text, ',' order by o.id) as ids,
            string_agg(o.xmin::text, ',' order by o.id) as versions
       from spot_order o where o.status = 'pending' group by 1 order by 1`,
  );

/** Those of these orders that are open, oldest first. */
export const openAmong = async (sql: Sql, ids: readonly string[]): Promise<string[]> =>
  (
    await sql.query<{ id: string }>(`select id from spot_order where id = any($1) and status = 'pending' order by id`, [
      ids,
    ])
  ).map(({ id }) => id);

/** Whether the order of an id, an SQL expression, is open: for statements of other domains. */
export const isOpenOrder = (id: string): string =>
  `exists (select from spot_order where spot_order.id = ${id} and spot_order.status = 'pending')`;

/** What orders of a group came to, in the currencies of their pair. */
export type OrderSums = {
  readonly group: string;
  readonly open: number;
  readonly filled: string;
  /** Σ price × amount, exact. */
  readonly exact: string;
  readonly quote: string;
  readonly fee: string;
};

/** A statement of `OrderSums`: `orders` is a query of the group and the id of orders, of another domain’s tables. */
export const sumsOfOrders = (orders: string): string =>
  `select g.of::text as "group", count(*) filter (where o.status = 'pending')::int as open,
          sum(o.filled_amount) as filled, sum(o.filled_exact) as exact, sum(o.filled_quote_amount) as quote,
          sum(o.fee) as fee
     from (${orders}) as g (of, id) join spot_order o on o.id = g.id
    group by g.of`;

/** How many open orders a user has. */
export async function openCount(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `select count(*)::int as count from spot_order where user_id = $1 and status = 'pending'`,
    [userId],
  );
  return row?.count ?? 0;
}

/** The highest ids that are taken. The market counts on from them: it is the only writer. */
export async function lastIds(sql: Sql): Promise<{ readonly order: number; readonly fill: number }> {
  const [row] = await sql.query<{ order: string; fill: string }>(
    `select coalesce((select max(id) from spot_order), 0) as "order",
            coalesce((select max(id) from spot_fill), 0) as fill`,
  );
  return { order: Number(row?.order ?? 0), fill: Number(row?.fill ?? 0) };
}

/** A currency that an order of a user may need. */
export type Wanted = { readonly userId: string; readonly currency: string };

/** What is available of these on the trading accounts of their users. */
export const availableOf = (
  sql: Sql,
  wanted: readonly Wanted[],
): Promise<{ user: string; currency: string; amount: string }[]> =>
  sql.query<{ user: string; currency: string; amount: string }>(
    // One lookup by index each, whatever the planner believes of the table.
    `select w.user_id as "user", w.currency, a.balance as amount
       from unnest($1::bigint[], $2::text[]) as w (user_id, currency)
       cross join lateral (select l.balance::numeric as balance from ledger_account l
                            where l.owner_kind = 'user' and l.user_id = w.user_id and l.name = 'change'
                              and l.currency = w.currency and l.part = 'available' offset 0) a`,
    [wanted.map(({ userId }) => userId), wanted.map(({ currency }) => currency)],
  );

/** What the resting orders of the user `u.id` hold frozen, per currency. */
export const OPEN_RESERVES = `
  select 'spot_order' as product, case side when 'buy' then quote else base end as currency, sum(reserved) as amount
    from spot_order where user_id = u.id and status = 'pending' group by 2`;

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
  // What rests may be older than all that is looked through.
  const resting = statuses.every((each) => each === 'pending') ? `and status = 'pending'` : '';
  const { rows, total } = await pageOf<Row & { readonly fills: readonly Fill[] }>(sql, {
    select: WITH_NEWEST_FILLS,
    newest: {
      of: 'spot_order',
      where: `user_id = $1 ${resting}`,
      order: 'id desc',
      as: 'o',
      rest: `where o.status = any($2) and ($3::text is null or o.symbol = $3) and ($4::text is null or o.side = $4)`,
    },
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
