import type { DualSide, InvestSection } from '@tessera/api/invest/rules';
import type { Localised } from '@tessera/api/kit/localised';
import type { UtcDay } from '@tessera/money';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import { countOf, type Page, pageOf } from '../../platform/db/page.ts';

/* The tables of investments: no other file contains their SQL. */

/** A product as it is stored; times are Unix ms. */
export type StoredProduct = {
  readonly id: number;
  readonly code: string;
  readonly rolled: boolean;
  readonly section: InvestSection;
  readonly side: DualSide | null;
  readonly symbol: string | null;
  readonly currency: string;
  readonly other_currency: string | null;
  readonly name: Localised | null;
  readonly description: Localised | null;
  readonly price: string | null;
  readonly annual_rate: string;
  readonly penalty_ratio: string;
  readonly days: number | null;
  readonly matures_at: number | null;
  readonly volatility: string | null;
  readonly share_size: string;
  readonly total_shares: number;
  readonly min_shares: number;
  readonly max_shares: number | null;
  readonly sold: string;
  readonly opens_at: number;
  readonly closes_at: number | null;
  readonly open: boolean;
  readonly version: number;
  readonly created_at: number;
};

const PRODUCT = `id, code, rolled, section, side, symbol, currency, other_currency, name, description, price, annual_rate,
  penalty_ratio, days, matures_at, volatility, share_size, total_shares, min_shares, max_shares, sold, opens_at, closes_at,
  open, version, created_at`;

export type NewProduct = Omit<StoredProduct, 'id' | 'sold' | 'version'>;

const productValues = (product: NewProduct): unknown[] => [
  product.code,
  product.section,
  product.side,
  product.symbol,
  product.currency,
  product.other_currency,
  product.name && JSON.stringify(product.name),
  product.description && JSON.stringify(product.description),
  product.price,
  product.annual_rate,
  product.penalty_ratio,
  product.days,
  product.matures_at === null ? null : new Date(product.matures_at),
  product.volatility,
  product.share_size,
  product.total_shares,
  product.min_shares,
  product.max_shares,
  new Date(product.opens_at),
  product.closes_at === null ? null : new Date(product.closes_at),
  product.open,
  new Date(product.created_at),
  product.rolled,
];

/** Adds a product. Returns null where its code is known: it was added before. */
export async function insertProduct(tx: Sql, product: NewProduct): Promise<StoredProduct | null> {
  const [row] = await tx.query<StoredProduct>(
    `insert into invest_product (code, section, side, symbol, currency, other_currency, name, description, price,
                                 annual_rate, penalty_ratio, days, matures_at, volatility, share_size, total_shares,
                                 min_shares, max_shares, opens_at, closes_at, open, created_at, rolled)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)
     on conflict (code) do nothing
     returning ${PRODUCT}`,
    productValues(product),
  );
  return row ?? null;
}

/** Replaces what may change of a product, and raises its version. */
export async function updateProduct(tx: Sql, product: StoredProduct): Promise<void> {
  await tx.query(
    `update invest_product
        set name = $2, description = $3, price = $4, annual_rate = $5, penalty_ratio = $6, volatility = $7,
            total_shares = $8, min_shares = $9, max_shares = $10, opens_at = $11, closes_at = $12, open = $13,
            version = version + 1
      where id = $1`,
    [
      product.id,
      product.name && JSON.stringify(product.name),
      product.description && JSON.stringify(product.description),
      product.price,
      product.annual_rate,
      product.penalty_ratio,
      product.volatility,
      product.total_shares,
      product.min_shares,
      product.max_shares,
      new Date(product.opens_at),
      product.closes_at === null ? null : new Date(product.closes_at),
      product.open,
    ],
  );
}

/** How long a product stays in the list after its sale, ms. */
const LISTED_AFTER = 86_400_000;

/** Products that are sold, will be, or were until a day ago; those that mature first, first. */
export const listedProducts = (sql: Sql, section: InvestSection | null, now: number): Promise<StoredProduct[]> =>
  sql.query<StoredProduct>(
    `select ${PRODUCT} from invest_product
      where ($1::text is null or section = $1) and (closes_at is null or closes_at > $2)
      order by section, matures_at, symbol, side, days, price, id limit 200`,
    [section, new Date(now - LISTED_AFTER)],
  );

/** All products that staff may still care about: not matured. */
export const currentProducts = (sql: Sql, now: number): Promise<(StoredProduct & { readonly holders: number })[]> =>
  sql.query(
    `select ${PRODUCT},
            (select count(distinct o.user_id) from invest_order o
              where o.product_id = p.id and o.status in ('purchased', 'settling'))::int as holders
       from invest_product p
      where (matures_at is null or matures_at > $1) and (closes_at is null or closes_at > $1 - interval '30 days')
      order by id desc limit 500`,
    [new Date(now)],
  );

export async function productOf(sql: Sql, id: number): Promise<StoredProduct | null> {
  const [row] = await sql.query<StoredProduct>(`select ${PRODUCT} from invest_product where id = $1`, [id]);
  return row ?? null;
}

/** The same, locked: buyers of a product come one after the other. */
export async function lockProduct(tx: Transaction, id: number): Promise<StoredProduct | null> {
  const [row] = await tx.query<StoredProduct>(`select ${PRODUCT} from invest_product where id = $1 for update`, [id]);
  return row ?? null;
}

/** Adds to what was sold of a product that is locked; a negative amount takes back. */
export const addSold = (tx: Transaction, id: number, amount: string): Promise<unknown> =>
  tx.query('update invest_product set sold = sold + $2 where id = $1', [id, amount]);

/** The rate of a demand deposit from a day on, ISO date; a later change of the same day replaces it. */
export const setRate = (tx: Sql, productId: number, since: string, annualRate: string): Promise<unknown> =>
  tx.query(
    `insert into invest_rate (product_id, since, annual_rate) values ($1, $2, $3)
     on conflict (product_id, since) do update set annual_rate = excluded.annual_rate`,
    [productId, since, annualRate],
  );

/** Sets new terms of a product that a job prices. */
export const setTerms = (
  tx: Sql,
  id: number,
  {
    price,
    annual_rate,
    volatility,
  }: { readonly price: string; readonly annual_rate: string; readonly volatility: string },
): Promise<unknown> =>
  tx.query(
    `update invest_product set price = $2, annual_rate = $3, volatility = $4, version = version + 1 where id = $1`,
    [id, price, annual_rate, volatility],
  );

/** Products of a job whose sale is going on, or comes. */
export const offeredByJob = (sql: Sql, now: number): Promise<StoredProduct[]> =>
  sql.query<StoredProduct>(
    `select ${PRODUCT} from invest_product where rolled and open and (closes_at is null or closes_at > $1)`,
    [new Date(now)],
  );

/** Codes of products that a job has offered and that are sold since a time, Unix ms, or will be. */
export async function offeredCodes(sql: Sql, since: number): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ code: string }>(
    'select code from invest_product where rolled and (closes_at is null or closes_at > $1)',
    [new Date(since)],
  );
  return new Set(rows.map(({ code }) => code));
}

/** An order as it is stored, with what its product and its settlement say. Times are Unix ms, days ISO dates. */
export type StoredOrder = {
  readonly id: string;
  readonly user_id: string;
  readonly product_id: number;
  readonly section: InvestSection;
  readonly side: DualSide | null;
  readonly symbol: string | null;
  readonly currency: string;
  readonly scale: number;
  readonly other_currency: string | null;
  readonly other_scale: number | null;
  readonly price: string | null;
  readonly annual_rate: string;
  readonly penalty_ratio: string;
  readonly days: number | null;
  readonly share_size: string;
  readonly amount: string;
  readonly worth: string;
  readonly need: string;
  readonly other_need: string;
  readonly matures_at: number | null;
  readonly renew: boolean;
  readonly status: 'purchased' | 'settling' | 'completed' | 'failed' | 'redeemed';
  readonly accrued: string;
  readonly accrued_to: string | null;
  readonly low: string | null;
  readonly low_on: string | null;
  readonly paid: string | null;
  readonly paid_currency: string | null;
  readonly penalty: string | null;
  readonly created_at: number;
  readonly settled_at: number | null;
};

const ORDER = `id, user_id, product_id, section, side, symbol, currency, scale, other_currency, other_scale, price,
  annual_rate, penalty_ratio, days, share_size, amount, worth, need, other_need, matures_at, renew, status, accrued,
  accrued_to, low, low_on, paid, paid_currency, penalty, created_at, settled_at`;

const ofTable = (columns: string, table: string): string =>
  columns.replaceAll(/\w+/g, (column) => `${table}.${column}`);

/** An order with the product's texts, the rate of a demand deposit now, and the settlement. */
export type ShownOrder = StoredOrder & {
  readonly name: Localised | null;
  readonly description: Localised | null;
  readonly rate_now: string;
  readonly ticks: number | null;
  readonly total: string | null;
  readonly tick: string | null;
  readonly first_number: string | null;
  readonly last_number: string | null;
  readonly kept: boolean | null;
};

const SHOWN = `${ofTable(ORDER, 'o')}, p.name, p.description,
  case when o.section = 'demand' then p.annual_rate else o.annual_rate end as rate_now,
  s.ticks, s.total, s.tick, s.first_number, s.last_number, s.kept`;

const SHOWN_JOINS = `join invest_product p on p.id = o.product_id
  left join invest_settlement s on s.symbol = o.symbol and s.at = o.matures_at`;
const SHOWN_FROM = `invest_order o ${SHOWN_JOINS}`;
export const OPEN: readonly string[] = ['purchased', 'settling'];

export type NewOrder = Pick<
  StoredOrder,
  | 'id'
  | 'user_id'
  | 'product_id'
  | 'section'
  | 'side'
  | 'symbol'
  | 'currency'
  | 'scale'
  | 'other_currency'
  | 'other_scale'
  | 'price'
  | 'annual_rate'
  | 'penalty_ratio'
  | 'days'
  | 'share_size'
  | 'amount'
  | 'worth'
  | 'need'
  | 'other_need'
  | 'matures_at'
  | 'renew'
  | 'accrued_to'
  | 'low'
  | 'low_on'
  | 'created_at'
> & {
  /** The deposit that it continues. */
  readonly renews: string | null;
};

/** An id for the next order. */
export async function nextOrderId(tx: Transaction): Promise<string> {
  const [row] = await tx.query<{ id: string }>(`select nextval(pg_get_serial_sequence('invest_order', 'id')) as id`);
  return row?.id as string;
}

export const insertOrder = (tx: Transaction, order: NewOrder): Promise<unknown> =>
  tx.query(
    `insert into invest_order (id, user_id, product_id, section, side, symbol, currency, scale, other_currency,
                               other_scale, price, annual_rate, penalty_ratio, days, share_size, amount, worth, need,
                               other_need, matures_at, accrued_to, low, low_on, created_at, renew, renews)
     overriding system value
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24,
             $25, $26)`,
    [
      order.id,
      order.user_id,
      order.product_id,
      order.section,
      order.side,
      order.symbol,
      order.currency,
      order.scale,
      order.other_currency,
      order.other_scale,
      order.price,
      order.annual_rate,
      order.penalty_ratio,
      order.days,
      order.share_size,
      order.amount,
      order.worth,
      order.need,
      order.other_need,
      order.matures_at === null ? null : new Date(order.matures_at),
      order.accrued_to,
      order.low,
      order.low_on,
      new Date(order.created_at),
      order.renew,
      order.renews,
    ],
  );

export async function orderOf(sql: Sql, userId: string, id: string): Promise<ShownOrder | null> {
  const [row] = await sql.query<ShownOrder>(`select ${SHOWN} from ${SHOWN_FROM} where o.id = $1 and o.user_id = $2`, [
    id,
    userId,
  ]);
  return row ?? null;
}

export const listOrders = (
  sql: Sql,
  {
    userId,
    section,
    statuses,
    ...page
  }: Page & {
    readonly userId: string;
    readonly section: InvestSection | null;
    readonly statuses: readonly string[] | null;
  },
): Promise<{ readonly rows: ShownOrder[]; readonly total: number }> =>
  pageOf<ShownOrder>(sql, {
    ...page,
    select: SHOWN,
    newest: {
      of: 'invest_order',
      // What is open may be older than all that is looked through.
      where: `user_id = $1 ${statuses === OPEN ? `and status in ('purchased', 'settling')` : ''}`,
      order: 'id desc',
      as: 'o',
      rest: `${SHOWN_JOINS} where ($2::text is null or o.section = $2) and ($3::text[] is null or o.status = any ($3))`,
    },
    order: 'o.id desc',
    values: [userId, section, statuses],
  });

/** Open orders of a user, with what they are called. */
export const openOrdersOf = (sql: Sql, userId: string): Promise<ShownOrder[]> =>
  sql.query<ShownOrder>(
    `select ${SHOWN} from ${SHOWN_FROM} where o.user_id = $1 and o.status in ('purchased', 'settling') order by o.id`,
    [userId],
  );

/** How many orders of a user are open, demand deposits aside: there is one of a product. */
export const countOpen = (sql: Sql, userId: string): Promise<number> =>
  countOf(sql, `invest_order where user_id = $1 and section <> 'demand' and status in ('purchased', 'settling')`, [
    userId,
  ]);

/** An order of a user, locked. */
export async function lockOrder(tx: Transaction, userId: string, id: string): Promise<StoredOrder | null> {
  const [row] = await tx.query<StoredOrder>(
    `select ${ORDER} from invest_order where id = $1 and user_id = $2 for update`,
    [id, userId],
  );
  return row ?? null;
}

/** A user's open deposit in a demand product, locked. */
export async function lockDeposit(tx: Transaction, userId: string, productId: number): Promise<StoredOrder | null> {
  const [row] = await tx.query<StoredOrder>(
    `select ${ORDER} from invest_order
      where user_id = $1 and product_id = $2 and section = 'demand' and status = 'purchased' for update`,
    [userId, productId],
  );
  return row ?? null;
}

/** What a user bought of a product, in the invested currency. */
export async function boughtOf(
  tx: Transaction,
  userId: string,
  productId: number,
  renewed: string | null = null,
): Promise<string> {
  const [row] = await tx.query<{ amount: string }>(
    `select coalesce(sum(o.amount), 0) as amount from invest_order o
      where o.user_id = $1 and o.product_id = $2 and o.id is distinct from $3
        and not exists (select from invest_order r where r.renews = o.id and r.product_id = o.product_id)`,
    [userId, productId, renewed],
  );
  return row?.amount ?? '0';
}

/** The most that open dual orders take of the house, by currency; other sales wait until the transaction ends. */
export async function lockNeeds(tx: Transaction): Promise<ReadonlyMap<string, string>> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('dual cover', 0))`);
  return needs(tx);
}

export async function needs(sql: Sql): Promise<ReadonlyMap<string, string>> {
  const rows = await sql.query<{ currency: string; amount: string }>(
    `select currency, sum(amount) as amount
       from (select currency, need as amount from invest_order where symbol is not null and status in ('purchased', 'settling')
             union all
             select other_currency, other_need from invest_order
              where other_currency is not null and symbol is not null and status in ('purchased', 'settling')) n
      group by currency`,
  );
  return new Map(rows.map(({ currency, amount }) => [currency, amount]));
}

/** Principal of open dual orders in one direction of an instrument, USDT. */
export async function openWorth(tx: Transaction, symbol: string, side: DualSide | null): Promise<string> {
  const [row] = await tx.query<{ worth: string }>(
    `select coalesce(sum(worth), 0) as worth from invest_order
      where symbol = $1 and side is not distinct from $2 and status in ('purchased', 'settling')`,
    [symbol, side],
  );
  return row?.worth ?? '0';
}

/** What fixed deposits that are open will pay in a currency, and what a year of demand deposits pays at the rates of now. */
export async function openInterest(
  sql: Sql,
  currency: string,
): Promise<{ readonly fixed: string; readonly yearly: string }> {
  const [row] = await sql.query<{ fixed: string; yearly: string }>(
    `select coalesce(sum(o.amount * o.annual_rate * o.days / 365) filter (where o.section = 'fixed'), 0)::amount as fixed,
            coalesce(sum(o.amount * p.annual_rate) filter (where o.section = 'demand'), 0)::amount as yearly
       -- What is open first: by its product all that was ever bought of it would be read.
       from (select section, amount, annual_rate, days, product_id from invest_order
              where currency = $1 and section in ('fixed', 'demand') and status in ('purchased', 'settling') offset 0) o
       join invest_product p on p.id = o.product_id`,
    [currency],
  );
  return row ?? { fixed: '0', yearly: '0' };
}

/** A demand deposit with days to accrue. */
export type Accruing = Pick<
  StoredOrder,
  'id' | 'user_id' | 'product_id' | 'currency' | 'scale' | 'amount' | 'accrued_to' | 'low' | 'low_on'
>;

const ACCRUING = 'id, user_id, product_id, currency, scale, amount, accrued_to, low, low_on';

/** Demand deposits with days to accrue up to this one, ISO date, but for `aside`; locked, those of other transactions left out. */
export const dueDeposits = (
  tx: Transaction,
  to: string,
  limit: number,
  aside: readonly string[],
): Promise<Accruing[]> =>
  tx.query<Accruing>(
    `select ${ACCRUING} from invest_order
      where section = 'demand' and status = 'purchased' and accrued_to < $1::date and id <> all($3)
      order by accrued_to, id limit $2 for update skip locked`,
    [to, limit, aside],
  );

/** The rates of products, those of each oldest first. */
export const ratesOf = (
  sql: Sql,
  productIds: readonly number[],
): Promise<{ readonly product_id: number; readonly since: string; readonly annual_rate: string }[]> =>
  sql.query(
    'select product_id, since, annual_rate from invest_rate where product_id = any ($1) order by product_id, since',
    [productIds],
  );

export type Accrual = {
  readonly order_id: string;
  readonly day: UtcDay;
  readonly low: string;
  readonly annual_rate: string;
  readonly amount: string;
};

/** Records what days paid, and how far their deposits came. */
export async function recordAccruals(
  tx: Transaction,
  accruals: readonly Accrual[],
  deposits: readonly { readonly id: string; readonly to: string; readonly added: string }[],
): Promise<void> {
  await tx.query(
    `insert into invest_accrual (order_id, day, low, annual_rate, amount)
     select * from unnest($1::bigint[], $2::date[], $3::numeric[], $4::numeric[], $5::numeric[])`,
    [
      accruals.map(({ order_id }) => order_id),
      accruals.map(({ day }) => day),
      accruals.map(({ low }) => low),
      accruals.map(({ annual_rate }) => annual_rate),
      accruals.map(({ amount }) => amount),
    ],
  );
  await tx.query(
    `update invest_order o set accrued_to = d.until, accrued = o.accrued + d.added
       from unnest($1::bigint[], $2::date[], $3::numeric[]) as d (id, until, added) where o.id = d.id`,
    [deposits.map(({ id }) => id), deposits.map(({ to }) => to), deposits.map(({ added }) => added)],
  );
}

/** Changes what stands in a deposit, with the lowest balance of the day. */
export const setDeposit = (
  tx: Transaction,
  id: string,
  { amount, worth, low, low_on }: Pick<StoredOrder, 'amount' | 'worth' | 'low' | 'low_on'>,
): Promise<unknown> =>
  tx.query('update invest_order set amount = $2, worth = $3, low = $4, low_on = $5 where id = $1', [
    id,
    amount,
    worth,
    low,
    low_on,
  ]);

export const listAccruals = (
  sql: Sql,
  { orderId, ...page }: Page & { readonly orderId: string },
): Promise<{ readonly rows: Omit<Accrual, 'order_id'>[]; readonly total: number }> =>
  pageOf<Omit<Accrual, 'order_id'>>(sql, {
    ...page,
    select: 'day, low, annual_rate, amount',
    newest: { of: 'invest_accrual', where: 'order_id = $1', order: 'day desc', as: 'a' },
    order: 'day desc',
    values: [orderId],
  });

export type Ending = {
  readonly id: string;
  readonly status: 'completed' | 'failed' | 'redeemed';
  readonly paid: string;
  readonly paid_currency: string;
  readonly accrued: string;
  readonly penalty: string | null;
};

/** Ends orders, each once. Returns the ids of those that were open. */
export async function endOrders(tx: Transaction, endings: readonly Ending[], at: number): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ id: string }>(
    `update invest_order o
        set status = e.status, paid = e.paid, paid_currency = e.paid_currency, accrued = e.accrued, penalty = e.penalty,
            settled_at = $2
       from jsonb_to_recordset($1) as e (id bigint, status text, paid amount, paid_currency text, accrued amount,
                                         penalty amount)
      where o.id = e.id and o.status in ('purchased', 'settling')
      returning o.id`,
    [JSON.stringify(endings), new Date(at)],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Fixed deposits whose term is over and that end with it, oldest first. */
export const maturedDeposits = (
  sql: Sql,
  now: number,
  limit: number,
  aside: readonly string[],
): Promise<StoredOrder[]> =>
  sql.query<StoredOrder>(
    `select ${ORDER} from invest_order
      where section = 'fixed' and status in ('purchased', 'settling') and matures_at <= $1 and not renew
        and id <> all($3)
      order by matures_at, id limit $2`,
    [new Date(now), limit, aside],
  );

/** Fixed deposits whose term is over and that wait for a new one, oldest first. */
export const depositsToRenew = (
  sql: Sql,
  now: number,
  limit: number,
  aside: readonly string[],
): Promise<{ readonly id: string; readonly user_id: string }[]> =>
  sql.query(
    `select id, user_id from invest_order
      where section = 'fixed' and status in ('purchased', 'settling') and matures_at <= $1 and renew and id <> all($3)
      order by matures_at, id limit $2`,
    [new Date(now), limit, aside],
  );

/** What a fixed deposit is renewed with: its own product while that is sold, else the newest of the same coin, term and share. */
export async function renewalProduct(
  sql: Sql,
  { product_id, currency, days, share_size }: Pick<StoredOrder, 'product_id' | 'currency' | 'days' | 'share_size'>,
  at: number,
): Promise<number | null> {
  const [row] = await sql.query<{ id: number }>(
    `select id from invest_product
      where section = 'fixed' and currency = $1 and days = $2 and share_size = $3 and open
        and opens_at <= $4 and (closes_at is null or closes_at > $4)
      order by (id = $5) desc, id desc limit 1`,
    [currency, days, share_size, new Date(at), product_id],
  );
  return row?.id ?? null;
}

export const setRenewal = (tx: Sql, id: string, renew: boolean): Promise<unknown> =>
  tx.query('update invest_order set renew = $2 where id = $1', [id, renew]);

/** Dual orders whose hour has begun are settling. Returns them. */
export const markSettling = (
  tx: Transaction,
  until: number,
): Promise<{ readonly id: string; readonly user_id: string }[]> =>
  tx.query(
    `update invest_order set status = 'settling'
      where section in ('metals', 'blockchain') and status = 'purchased' and matures_at <= $1 returning id, user_id`,
    [new Date(until)],
  );

export type Settlement = {
  readonly symbol: string;
  /** The maturity, Unix ms. */
  readonly at: number;
  readonly ticks: number;
  readonly total: string | null;
  readonly tick: string;
  readonly first_number: string | null;
  readonly last_number: string | null;
  readonly kept: boolean;
};

/** Maturities that are over and have no settlement yet, oldest first. */
export const unsettled = (sql: Sql, now: number): Promise<{ readonly symbol: string; readonly at: number }[]> =>
  sql.query(
    `select distinct o.symbol, o.matures_at as at from invest_order o
      where o.section in ('metals', 'blockchain') and o.status in ('purchased', 'settling') and o.matures_at <= $1
        and not exists (select from invest_settlement s where s.symbol = o.symbol and s.at = o.matures_at)
      order by at, symbol`,
    [new Date(now)],
  );

/** Whether the record is signed up to this time, Unix ms: no price before it is missing. */
export async function isSignedUntil(sql: Sql, at: number): Promise<boolean> {
  const [row] = await sql.query('select at from market_head where at >= $1 and signature is not null limit 1', [
    new Date(at),
  ]);
  return row !== undefined;
}

/** Records a settlement, once. */
export const insertSettlement = (tx: Transaction, settlement: Settlement, now: number): Promise<unknown> =>
  tx.query(
    `insert into invest_settlement (symbol, at, ticks, total, tick, first_number, last_number, settled_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
    [
      settlement.symbol,
      new Date(settlement.at),
      settlement.ticks,
      settlement.total,
      settlement.tick,
      settlement.first_number,
      settlement.last_number,
      new Date(now),
    ],
  );

/** Dual orders that wait for what their settlement pays, with it; oldest first. */
export const settledOrders = (
  sql: Sql,
  limit: number,
  aside: readonly string[],
): Promise<(StoredOrder & Pick<Settlement, 'ticks' | 'total'>)[]> =>
  sql.query(
    `select ${ofTable(ORDER, 'o')}, s.ticks, s.total
       from invest_order o join invest_settlement s on s.symbol = o.symbol and s.at = o.matures_at
      where o.section in ('metals', 'blockchain') and o.status in ('purchased', 'settling') and o.id <> all($2)
      order by o.matures_at, o.id limit $1`,
    [limit, aside],
  );

/** Settlements whose ticks are not kept yet, as far as these are signed. */
export const unkept = (sql: Sql): Promise<{ readonly symbol: string; readonly at: number }[]> =>
  sql.query(
    `select symbol, at from invest_settlement
      where not kept and at <= (select max(at) from market_head where signature is not null) order by at limit 50`,
  );

export const markKept = (tx: Transaction, symbol: string, at: number): Promise<unknown> =>
  tx.query('update invest_settlement set kept = true where symbol = $1 and at = $2', [symbol, new Date(at)]);
