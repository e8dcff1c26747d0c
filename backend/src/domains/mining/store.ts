import type { Localised } from '@tessera/api/kit/localised';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import { countOf, pageOf, REACHED } from '../../platform/db/page.ts';

export type MiningStatus = 'in_progress' | 'redeemed' | 'redeemed_early';

export type StoredOrder = {
  readonly id: string;
  readonly user_id: string;
  readonly product_id: number;
  readonly version: number;
  readonly names: Localised;
  readonly currency: string;
  readonly scale: number;
  readonly amount: string;
  readonly day_rates: readonly string[];
  readonly penalty_ratio: string;
  readonly interest_total: string;
  readonly interest_paid: string;
  readonly paid_days: number;
  readonly renew: boolean;
  readonly created_at: number;
  readonly expires_at: number;
  readonly status: MiningStatus;
  readonly penalty: string | null;
  readonly closed_at: number | null;
};

const COLUMNS = `o.id, o.user_id, o.product_id, o.version, t.names, o.currency, o.scale, o.amount, o.day_rates,
                 o.penalty_ratio, o.interest_total, o.interest_paid, o.paid_days, o.renew, o.created_at, o.expires_at,
                 o.status, o.penalty, o.closed_at`;
const TERMS = 'join mining_terms t on t.product_id = o.product_id and t.version = o.version';
const ORDERS = `mining_order o ${TERMS}`;

type NewOrder = Pick<
  StoredOrder,
  | 'user_id'
  | 'product_id'
  | 'version'
  | 'currency'
  | 'scale'
  | 'amount'
  | 'day_rates'
  | 'penalty_ratio'
  | 'interest_total'
  | 'renew'
  | 'created_at'
  | 'expires_at'
> & {
  readonly next_at: number;
  readonly renews: string | null;
};

export async function insertOrder(tx: Transaction, order: NewOrder): Promise<StoredOrder> {
  const [row] = await tx.query<{ id: string }>(
    `insert into mining_order (user_id, product_id, version, currency, scale, amount, day_rates, penalty_ratio,
                               interest_total, renew, renews, created_at, expires_at, next_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) returning id`,
    [
      order.user_id,
      order.product_id,
      order.version,
      order.currency,
      order.scale,
      order.amount,
      order.day_rates,
      order.penalty_ratio,
      order.interest_total,
      order.renew,
      order.renews,
      new Date(order.created_at),
      new Date(order.expires_at),
      new Date(order.next_at),
    ],
  );
  return (await orderOf(tx, order.user_id, row?.id as string)) as StoredOrder;
}

/** A position of a user; null where there is none. */
export async function orderOf(sql: Sql, userId: string, id: string): Promise<StoredOrder | null> {
  const [row] = await sql.query<StoredOrder>(`select ${COLUMNS} from ${ORDERS} where o.user_id = $1 and o.id = $2`, [
    userId,
    id,
  ]);
  return row ?? null;
}

/** The same, locked. */
export async function lockOrder(tx: Transaction, userId: string, id: string): Promise<StoredOrder | null> {
  await tx.query('select from mining_order where user_id = $1 and id = $2 for no key update', [userId, id]);
  return orderOf(tx, userId, id);
}

/** How many positions of a user are open. */
export const countOpen = (sql: Sql, userId: string): Promise<number> =>
  countOf(sql, `mining_order where user_id = $1 and status = 'in_progress'`, [userId]);

export const listOrders = (
  sql: Sql,
  { userId, status, ...page }: { userId: string; status: MiningStatus | null; page: number; limit: number },
): Promise<{ readonly rows: StoredOrder[]; readonly total: number }> =>
  pageOf<StoredOrder>(sql, {
    select: COLUMNS,
    newest: {
      of: 'mining_order',
      // What is open may be older than all that is looked through.
      where: `user_id = $1 ${status === 'in_progress' ? `and status = 'in_progress'` : ''}`,
      order: 'id desc',
      as: 'o',
      rest: `${TERMS} where $2::text is null or o.status = $2`,
    },
    order: 'o.id desc',
    values: [userId, status],
    ...page,
  });

/** The open positions of a user, those that end first first. */
export const openOrders = (sql: Sql, userId: string): Promise<StoredOrder[]> =>
  sql.query<StoredOrder>(
    `select ${COLUMNS} from ${ORDERS} where o.user_id = $1 and o.status = 'in_progress' order by o.expires_at, o.id`,
    [userId],
  );

/** By currency: what is locked now, and the interest that was ever paid. */
export const sumsOf = (
  sql: Sql,
  userId: string,
): Promise<{ currency: string; amount: string; interest_paid: string }[]> =>
  sql.query(
    `select currency, coalesce(sum(amount) filter (where status = 'in_progress'), 0) as amount,
            sum(interest_paid) as interest_paid
       from ((select id, currency, status, amount, interest_paid from mining_order
               where user_id = $1 order by id desc limit ${REACHED})
             union
             select id, currency, status, amount, interest_paid from mining_order
              where user_id = $1 and status = 'in_progress') mine
      group by currency order by currency`,
    [userId],
  );

/** Interest that open positions will still be paid in a currency. */
export async function owedIn(sql: Sql, currency: string): Promise<string> {
  const [row] = await sql.query<{ owed: string }>(
    `select coalesce(sum(interest_total - interest_paid), 0) as owed from mining_order
      where status = 'in_progress' and currency = $1`,
    [currency],
  );
  return row?.owed ?? '0';
}

/** Open positions with a day that is over, oldest first, locked; without those that others work on. */
export const lockDue = (
  tx: Transaction,
  now: number,
  limit: number,
  without: readonly string[],
): Promise<StoredOrder[]> =>
  tx.query<StoredOrder>(
    `select ${COLUMNS} from ${ORDERS}
      where o.status = 'in_progress' and o.next_at <= $1 and not (o.renew and o.paid_days = cardinality(o.day_rates))
        and o.id <> all ($3)
      order by o.next_at, o.id limit $2 for no key update of o skip locked`,
    [new Date(now), limit, without],
  );

/** Whose positions are paid to the end and wait to be renewed. */
export const toRenew = (
  sql: Sql,
  now: number,
  limit: number,
  aside: readonly string[],
): Promise<{ id: string; user_id: string }[]> =>
  sql.query(
    `select id, user_id from mining_order
      where status = 'in_progress' and next_at <= $1 and renew and paid_days = cardinality(day_rates)
        and id <> all($3)
      order by next_at, id limit $2`,
    [new Date(now), limit, aside],
  );

export type Progress = {
  readonly id: string;
  readonly paid_days: number;
  readonly interest_paid: string;
  /** Unix ms; null where it ends. */
  readonly next_at: number | null;
  readonly closed_at: number | null;
};

/** Books days as paid, and ends positions whose days are all over. */
export const advance = (tx: Transaction, all: readonly Progress[]): Promise<unknown> =>
  tx.query(
    `update mining_order o
        set paid_days = p.paid_days, interest_paid = p.interest_paid, next_at = p.next_at, closed_at = p.closed_at,
            status = case when p.next_at is null then 'redeemed' else o.status end
       from unnest($1::bigint[], $2::smallint[], $3::amount[], $4::timestamptz[], $5::timestamptz[])
              as p (id, paid_days, interest_paid, next_at, closed_at)
      where o.id = p.id`,
    [
      all.map(({ id }) => id),
      all.map(({ paid_days }) => paid_days),
      all.map(({ interest_paid }) => interest_paid),
      all.map(({ next_at }) => (next_at === null ? null : new Date(next_at))),
      all.map(({ closed_at }) => (closed_at === null ? null : new Date(closed_at))),
    ],
  );

export const closeEarly = (tx: Transaction, id: string, penalty: string, at: number): Promise<unknown> =>
  tx.query(
    `update mining_order set status = 'redeemed_early', penalty = $2, closed_at = $3, next_at = null where id = $1`,
    [id, penalty, new Date(at)],
  );

export const setRenewal = (tx: Sql, id: string, renew: boolean): Promise<unknown> =>
  tx.query('update mining_order set renew = $2 where id = $1', [id, renew]);
