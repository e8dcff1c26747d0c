import type { Output } from '@tessera/api/contract';
import type { Sql, Transaction } from '../../platform/db/database.ts';

/* The table of price alerts: no other file contains its SQL. */

export type Alert = Output<'POST /alerts/set'>;
/** As it is judged. */
export type JudgedAlert = Alert & {
  readonly userId: string;
  /** The price was on the other side since it was set, or last told. */
  readonly armed: boolean;
  /** Ticks from here on count, Unix ms. */
  readonly since: number;
};
export type Terms = Pick<Alert, 'kind' | 'direction' | 'level' | 'repeats' | 'pause_minutes'>;

const COLUMNS = `id, symbol, kind, direction, level, repeats, pause_minutes, status, created_at, told_at, told_level`;

export const alertsOf = (sql: Sql, userId: string, symbol: string | null): Promise<Alert[]> =>
  sql.query<Alert>(
    `select ${COLUMNS} from price_alert where user_id = $1 and ($2::text is null or symbol = $2) order by id desc`,
    [userId, symbol],
  );

/** How many a user has. Others of the same user wait until this transaction is over. */
export async function countAlerts(tx: Transaction, userId: string): Promise<number> {
  await tx.query('select 1 from user_account where id = $1 for no key update', [userId]);
  const [row] = await tx.query<{ count: number }>('select count(*)::int as count from price_alert where user_id = $1', [
    userId,
  ]);
  return row?.count ?? 0;
}

export async function insertAlert(
  tx: Transaction,
  userId: string,
  symbol: string,
  { kind, direction, level, repeats, pause_minutes }: Terms,
  at: number,
): Promise<Alert> {
  const [row] = await tx.query<Alert>(
    `insert into price_alert (user_id, symbol, kind, direction, level, repeats, pause_minutes, status, armed, created_at,
                              since)
     values ($1, $2, $3, $4, $5, $6, $7, 'active', true, $8, $8) returning ${COLUMNS}`,
    [userId, symbol, kind, direction, level, repeats, pause_minutes, new Date(at)],
  );
  return row as Alert;
}

/** Null where the user has no such alert. */
export async function symbolOf(tx: Transaction, userId: string, id: string): Promise<string | null> {
  const [row] = await tx.query<{ symbol: string }>(
    'select symbol from price_alert where id = $1 and user_id = $2 for update',
    [id, userId],
  );
  return row?.symbol ?? null;
}

export async function changeAlert(
  tx: Transaction,
  id: string,
  { kind, direction, level, repeats, pause_minutes }: Terms,
  at: number,
): Promise<Alert> {
  const [row] = await tx.query<Alert>(
    `update price_alert set kind = $2, direction = $3, level = $4, repeats = $5, pause_minutes = $6, status = 'active',
            armed = true, since = $7, told_at = null, told_level = null
      where id = $1 returning ${COLUMNS}`,
    [id, kind, direction, level, repeats, pause_minutes, new Date(at)],
  );
  return row as Alert;
}

export async function removeAlert(tx: Transaction, userId: string, id: string): Promise<boolean> {
  const rows = await tx.query('delete from price_alert where id = $1 and user_id = $2 returning id', [id, userId]);
  return rows.length > 0;
}

/** The lowest and the highest price, or change in percent, that a symbol had in a stretch of the record. */
export type Extremes = {
  readonly symbol: string;
  readonly kind: Alert['kind'];
  readonly low: string;
  readonly high: string;
};

/** Of these symbols, each with a kind, those of which an alert waits. */
export async function watchedSymbols(
  sql: Sql,
  symbols: readonly string[],
): Promise<readonly Pick<Extremes, 'symbol' | 'kind'>[]> {
  return sql.query<Pick<Extremes, 'symbol' | 'kind'>>(
    `select s.symbol, k.kind from unnest($1::text[]) as s (symbol), unnest(array['price', 'change']) as k (kind)
      where exists (select from price_alert a where a.symbol = s.symbol and a.kind = k.kind and a.status = 'active' and a.armed)
         or exists (select from price_alert a where a.symbol = s.symbol and a.kind = k.kind and a.status = 'active' and not a.armed)`,
    [symbols],
  );
}

export type Found = Pick<JudgedAlert, 'id' | 'userId'>;

/**
 * What the prices of a stretch that ends at `until`, Unix ms, can change: alerts whose level was reached and whose pause is
 * over, and those that wait for the other side of it and have seen it. Besides, those with an id in `tried`.
 */
export const alertsReached = (
  sql: Sql,
  extremes: readonly Extremes[],
  until: number,
  tried: readonly string[],
): Promise<Found[]> =>
  sql.query<Found>(
    `with seen as materialized (
       select * from unnest($1::text[], $2::text[], $3::numeric[], $4::numeric[]) as s (symbol, kind, low, high)
     ), armed as (
       select a.id, a.user_id, a.told_at, a.pause_minutes from seen s, lateral (
         select * from price_alert a where a.status = 'active' and a.armed and a.symbol = s.symbol and a.kind = s.kind
                                       and a.direction = 'above' and a.level <= s.high
          union all
         select * from price_alert a where a.status = 'active' and a.armed and a.symbol = s.symbol and a.kind = s.kind
                                       and a.direction = 'below' and a.level >= s.low) a
     )
     select id, user_id as "userId" from armed
      where told_at is null or told_at + make_interval(mins => pause_minutes) <= $5
      union
     select a.id, a.user_id from seen s, lateral (
       select * from price_alert a where a.status = 'active' and not a.armed and a.symbol = s.symbol and a.kind = s.kind
                                     and a.direction = 'above' and a.level > s.low
        union all
       select * from price_alert a where a.status = 'active' and not a.armed and a.symbol = s.symbol and a.kind = s.kind
                                     and a.direction = 'below' and a.level < s.high) a
      union
     select id, user_id from price_alert where id = any($6) and status = 'active'`,
    [
      extremes.map(({ symbol }) => symbol),
      extremes.map(({ kind }) => kind),
      extremes.map(({ low }) => low),
      extremes.map(({ high }) => high),
      new Date(until),
      tried,
    ],
  );

/** Those of these ids that still wait, oldest first; no other transaction changes them until this one is over. */
export const lockWaiting = (tx: Transaction, ids: readonly string[]): Promise<JudgedAlert[]> =>
  tx.query<JudgedAlert>(
    `select ${COLUMNS}, user_id as "userId", armed, since from price_alert
      where id = any($1) and status = 'active' order by id for update`,
    [ids],
  );

/** What was judged up to `until`, Unix ms: whether it is armed, and what it told. Ticks of before count no more. */
export const writeJudged = (tx: Transaction, alerts: readonly JudgedAlert[], until: number): Promise<unknown> =>
  tx.query(
    `update price_alert a
        set status = c.status, armed = c.armed, told_at = c.told_at, told_level = c.told_level, since = greatest(since, $6)
       from unnest($1::bigint[], $2::text[], $3::boolean[], $4::timestamptz[], $5::numeric[])
              as c (id, status, armed, told_at, told_level)
      where a.id = c.id`,
    [
      alerts.map(({ id }) => id),
      alerts.map(({ status }) => status),
      alerts.map(({ armed }) => armed),
      alerts.map(({ told_at }) => (told_at === null ? null : new Date(told_at))),
      alerts.map(({ told_level }) => told_level),
      new Date(until),
    ],
  );
