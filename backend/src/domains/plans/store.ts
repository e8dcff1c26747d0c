import type { Every, Schedule, Sizes } from '@tessera/api/plans/rules';
import type { Side } from '@tessera/api/spot/rules';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import { type Page, pageOf } from '../../platform/db/page.ts';
import { isKeyUsed } from '../../platform/http/idempotency.ts';
import { isOpenOrder, type OrderSums, sumsOfOrders } from '../spot/index.ts';

/* The tables of plans and of what became of their orders: no other file contains their SQL. */

export type Kind = 'twap' | 'scaled' | 'recurring';
export type Ended = 'done' | 'user' | 'refused' | 'account';

/** What a plan is started with; it never changes. */
export type PlanTerms = {
  readonly kind: Kind;
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly side: Side;
  readonly amount: string | null;
  readonly quoteAmount: string | null;
  readonly limitPrice: string | null;
  readonly priceFrom: string | null;
  readonly priceTo: string | null;
  readonly sizes: Sizes | null;
  readonly tick: string;
  readonly lot: string;
  readonly every: Every;
  /** Between two orders; null where `every` is no interval. */
  readonly seconds: number | null;
  readonly slots: number | null;
  /** Unix ms. */
  readonly startsAt: number;
};

export type Plan = PlanTerms & {
  readonly id: string;
  readonly userId: string;
  /** Begins the keys of its orders. */
  readonly key: string;
  readonly createdAt: number;
  readonly status: 'running' | 'ended';
  readonly ended: Ended | null;
  readonly endedAt: number | null;
  readonly nextSlot: number;
  readonly nextAt: number | null;
  readonly refusal: string | null;
  readonly refusals: number;
};

/** A key of an order of a plan: the same for each try, and unknown to its user. */
export const orderKey = ({ key }: Pick<Plan, 'key'>, slot: number): string => `plan-${key}-${slot}`;
/** The same of the next order of the plan `p`, in SQL. */
const NEXT_KEY = `'plan-' || p.key || '-' || p.next_slot`;

/** With how many orders were placed. */
export type CountedPlan = Plan & { readonly placed: number };

const COLUMNS = `p.id, p.user_id as "userId", p.key, p.kind, p.symbol, p.base, p.quote, p.side, p.amount,
  p.quote_amount as "quoteAmount", p.limit_price as "limitPrice", p.price_from as "priceFrom", p.price_to as "priceTo",
  p.sizes, p.tick, p.lot, p.every, p.interval_seconds as seconds, p.slots, p.starts_at as "startsAt",
  p.created_at as "createdAt", p.status, p.ended, p.ended_at as "endedAt", p.next_slot as "nextSlot",
  p.next_at as "nextAt", p.refusal, p.refusals`;
const COUNTED = `${COLUMNS},
  (select count(po.order_id)::int from trading_plan_order po where po.plan_id = p.id) as placed`;

export const scheduleOf = ({ every, seconds, startsAt, slots }: PlanTerms): Schedule => ({
  every,
  seconds: seconds ?? 0,
  startsAt,
  slots,
});

/** How many plans of a user run. Others of the same user wait until this transaction is over. */
export async function countRunning(tx: Transaction, userId: string): Promise<number> {
  await tx.query('select 1 from user_account where id = $1 for no key update', [userId]);
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from trading_plan where user_id = $1 and status = 'running'`,
    [userId],
  );
  return row?.count ?? 0;
}

export async function insertPlan(
  tx: Transaction,
  {
    userId,
    key,
    terms,
    at,
  }: { readonly userId: string; readonly key: string; readonly terms: PlanTerms; readonly at: number },
): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    `insert into trading_plan (user_id, key, kind, symbol, base, quote, side, amount, quote_amount, limit_price,
                               price_from, price_to, sizes, tick, lot, every, interval_seconds, slots, starts_at,
                               created_at, status, next_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, 'running', $19)
     returning id`,
    [
      userId,
      key,
      terms.kind,
      terms.symbol,
      terms.base,
      terms.quote,
      terms.side,
      terms.amount,
      terms.quoteAmount,
      terms.limitPrice,
      terms.priceFrom,
      terms.priceTo,
      terms.sizes,
      terms.tick,
      terms.lot,
      terms.every,
      terms.seconds,
      terms.slots,
      new Date(terms.startsAt),
      new Date(at),
    ],
  );
  if (!row) throw new Error('no plan was inserted');
  return row.id;
}

export async function planOf(sql: Sql, userId: string, id: string): Promise<CountedPlan | null> {
  const [row] = await sql.query<CountedPlan>(
    `select ${COUNTED} from trading_plan p where p.id = $1 and p.user_id = $2`,
    [id, userId],
  );
  return row ?? null;
}

/** Waits for an order of it that is being placed. */
export async function lockPlan(tx: Transaction, id: string): Promise<Plan | null> {
  const [row] = await tx.query<Plan>(`select ${COLUMNS} from trading_plan p where p.id = $1 for update`, [id]);
  return row ?? null;
}

export const listPlans = (
  sql: Sql,
  { userId, status, page, limit }: Page & { readonly userId: string; readonly status: Plan['status'] | null },
): Promise<{ readonly rows: CountedPlan[]; readonly total: number }> =>
  pageOf<CountedPlan>(sql, {
    select: COUNTED,
    newest: {
      of: 'trading_plan',
      where: status === 'running' ? `user_id = $1 and status = 'running'` : 'user_id = $1',
      order: 'id desc',
      as: 'p',
      rest: 'where $2::text is null or p.status = $2',
    },
    order: 'p.id desc',
    values: [userId, status],
    page,
    limit,
  });

/** Ids of plans of a user that run. */
export const runningOf = async (sql: Sql, userId: string): Promise<string[]> =>
  (
    await sql.query<{ id: string }>(
      `select id from trading_plan where user_id = $1 and status = 'running' order by id`,
      [userId],
    )
  ).map(({ id }) => id);

/** How far apart the orders of a plan are: seconds to an hour, or days. */
export type Pace = 'interval' | 'calendar';
export type DuePlan = { readonly id: string; readonly userId: string };

/** One plan of each user who has one of which an order is due, the one that waits longest; users who wait longest first. */
export const duePlans = (
  sql: Sql,
  {
    at,
    pace,
    aside,
    served,
    limit,
  }: {
    readonly at: number;
    readonly pace: Pace;
    /** Plans that are left out, and users. */
    readonly aside: readonly string[];
    readonly served: readonly string[];
    readonly limit: number;
  },
): Promise<DuePlan[]> =>
  sql.query<DuePlan>(
    `select id, user_id as "userId" from (
       select distinct on (user_id) id, user_id, next_at from trading_plan
        where next_at <= $1 and (every = 'interval') = $2 and not (id = any($3::bigint[]))
          and not (user_id = any($4::bigint[]))
        order by user_id, next_at, id) due
      order by next_at, id limit $5`,
    [new Date(at), pace === 'interval', aside, served, limit],
  );

/** Plans whose orders were all placed, and of which none is open any more. */
export const overPlans = async (sql: Sql, aside: readonly string[], limit: number): Promise<string[]> =>
  (
    await sql.query<{ id: string }>(
      `select p.id from trading_plan p
        where p.status = 'running' and p.next_at is null and not (p.id = any($1::bigint[]))
          and not exists (select from trading_plan_order po where po.plan_id = p.id and ${isOpenOrder('po.order_id')})
        order by p.id limit $2`,
      [aside, limit],
    )
  ).map(({ id }) => id);

/**
 * Plans that ended at this time or later, with an order that was placed and is not recorded: the market had it before the end,
 * and answered after it.
 */
export const latePlans = async (sql: Sql, since: number, aside: readonly string[], limit: number): Promise<string[]> =>
  (
    await sql.query<{ id: string }>(
      `select p.id from trading_plan p
        where p.status = 'ended' and p.ended_at >= $1 and not (p.id = any($2::bigint[]))
          and not exists (select from trading_plan_order po where po.plan_id = p.id and po.slot = p.next_slot)
          and ${isKeyUsed('p.user_id', NEXT_KEY)}
        order by p.id limit $3`,
      [new Date(since), aside, limit],
    )
  ).map(({ id }) => id);

/** What became of an order; a second record of the same is none. */
export const insertSlot = (
  tx: Transaction,
  planId: string,
  {
    slot,
    orderId,
    refusal,
    at,
  }: { readonly slot: number; readonly orderId: string | null; readonly refusal: string | null; readonly at: number },
): Promise<unknown> =>
  tx.query(
    `insert into trading_plan_order (plan_id, slot, order_id, refusal, at) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [planId, slot, orderId, refusal, new Date(at)],
  );

export type Progress = Pick<Plan, 'nextSlot' | 'nextAt' | 'refusal' | 'refusals'>;

export const advancePlan = (tx: Transaction, id: string, progress: Progress): Promise<unknown> =>
  tx.query('update trading_plan set next_slot = $2, next_at = $3, refusal = $4, refusals = $5 where id = $1', [
    id,
    progress.nextSlot,
    progress.nextAt === null ? null : new Date(progress.nextAt),
    progress.refusal,
    progress.refusals,
  ]);

export const endPlan = (tx: Transaction, id: string, ended: Ended, at: number): Promise<unknown> =>
  tx.query(
    `update trading_plan set status = 'ended', ended = $2, ended_at = $3, next_at = null
      where id = $1 and status = 'running'`,
    [id, ended, new Date(at)],
  );

/** Ends the running plans `p` of a condition, with its values first and the time of the end as the sixth. */
export const endStarted = (
  tx: Transaction,
  condition: string,
  values: readonly unknown[],
): Promise<{ readonly userId: string; readonly symbol: string }[]> =>
  tx.query(
    `update trading_plan p set status = 'ended', ended = 'account', ended_at = $6, next_at = null
      where p.status = 'running' and ${condition}
      returning p.user_id as "userId", p.symbol`,
    values,
  );

/** How many orders of a plan were placed. */
export async function placedOf(sql: Sql, id: string): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    'select count(order_id)::int as count from trading_plan_order where plan_id = $1',
    [id],
  );
  return row?.count ?? 0;
}

/** Ids of the orders that a plan placed. */
export const ordersOf = async (sql: Sql, id: string): Promise<string[]> =>
  (
    await sql.query<{ orderId: string }>(
      `select order_id as "orderId" from trading_plan_order where plan_id = $1 and order_id is not null`,
      [id],
    )
  ).map(({ orderId }) => orderId);

/** What the orders of plans came to, by plan. */
export const sumsOf = (sql: Sql, ids: readonly string[]): Promise<OrderSums[]> =>
  sql.query<OrderSums>(
    sumsOfOrders(
      'select plan_id, order_id from trading_plan_order where plan_id = any($1::bigint[]) and order_id is not null',
    ),
    [ids],
  );

export type Slot = {
  readonly slot: number;
  readonly orderId: string | null;
  readonly refusal: string | null;
  readonly at: number;
};

export const listSlots = (
  sql: Sql,
  { planId, page, limit }: Page & { readonly planId: string },
): Promise<{ readonly rows: Slot[]; readonly total: number }> =>
  pageOf<Slot>(sql, {
    select: 's.slot, s.order_id as "orderId", s.refusal, s.at',
    newest: { of: 'trading_plan_order', where: 'plan_id = $1', order: 'slot desc', as: 's' },
    order: 's.slot desc',
    values: [planId],
    page,
    limit,
  });

/** Of a user as orders are judged; null where the account is disabled, frozen or closed. */
export async function traderOf(sql: Sql, userId: string): Promise<{ readonly level: 0 | 1 | 2 } | null> {
  const [row] = await sql.query<{ level: 0 | 1 | 2 }>(
    `select verification_level as level from user_account
      where id = $1 and not disabled and frozen_at is null and closed_at is null`,
    [userId],
  );
  return row ?? null;
}

export const erasePlans = (tx: Transaction, userId: string): Promise<unknown> =>
  tx.query('delete from trading_plan where user_id = $1', [userId]);
