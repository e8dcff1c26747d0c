import type { Sql, Transaction } from '../../platform/db/database.ts';

/* The table of warnings, and what they follow from: no other file contains their SQL. */

/** Mark of an instrument, and what a unit of its quote currency is worth in the settlement currency. */
export type Marked = { readonly symbol: string; readonly mark: string; readonly rate: string | null };

/** An isolated position, or the cross positions of a user that settle in one currency. */
export type Judged = {
  readonly userId: string;
  /** `position:<id>` or `cross:<currency>`. */
  readonly subject: string;
  /** Null of one that was warned of, and is safe or gone. */
  readonly near: {
    readonly currency: string;
    /** Equity, and the equity at which it is liquidated; ratios of the required margin. */
    readonly left: number;
    readonly level: number;
  } | null;
};

/**
 * What comes near its liquidation, and what is safe again. `rest` is how much of the way from the required margin to the
 * liquidation is left: near at `near` or less, safe at `safe` or more, unknown while one of its marks is. What is being closed
 * is still at risk, and may be open again. In floating point, as it decides a message and no money.
 */
const CHANGED = `
  with marked as (select * from unnest($1::text[], $2::float8[], $3::float8[]) as m (symbol, mark, rate)),
  risk as (
    select p.id, p.user_id, p.mode, p.currency, p.required::float8 as required,
           (p.threshold * p.required)::float8 as least,
           (p.margin - p.shortfall)::float8
             + (case p.side when 'long' then 1 else -1 end * (m.mark * p.quantity::float8 - p.entry_exact::float8)
                - (p.closing_fee_rate * p.entry_exact)::float8)
               * case when p.rate_fixed then p.rate::float8 else coalesce(m.rate, p.rate::float8) end as equity
      from lever_position p left join marked m using (symbol)
     where p.status in ('open', 'closing') and p.required > 0),
  subject as (
    select user_id, 'position:' || id as subject, currency, equity, required, least from risk where mode = 'isolated'
     union all
    select r.user_id, 'cross:' || r.currency, r.currency,
           case when bool_and(r.equity is not null) then sum(r.equity) + coalesce(max(a.balance), 0)::float8 end,
           sum(r.required), sum(r.least)
      from risk r
      left join ledger_account a on a.owner_kind = 'user' and a.user_id = r.user_id and a.name = 'lever'
                                and a.part = 'available' and a.currency = r.currency
     where r.mode = 'cross' group by r.user_id, r.currency),
  judged as (
    select *, (equity - least) / nullif(required - least, 0) as rest from subject)
  select j.user_id as "userId", j.subject,
         jsonb_build_object('currency', j.currency, 'left', j.equity / j.required, 'level', j.least / j.required) as near
    from judged j
   where j.rest <= $4 and j.user_id <> all ($6)
     and not exists (select from margin_warning w where w.user_id = j.user_id and w.subject = j.subject)
   union all
  select w.user_id, w.subject, null
    from margin_warning w left join judged j on j.user_id = w.user_id and j.subject = w.subject
   where j.subject is null or j.rest >= $5
   order by 1, 2`;

export const changedRisks = (
  sql: Sql,
  marks: readonly Marked[],
  { near, safe, automatic }: { readonly near: number; readonly safe: number; readonly automatic: readonly string[] },
): Promise<Judged[]> =>
  sql.query<Judged>(CHANGED, [
    marks.map(({ symbol }) => symbol),
    marks.map(({ mark }) => Number(mark)),
    marks.map(({ rate }) => (rate === null ? null : Number(rate))),
    near,
    safe,
    automatic,
  ]);

/** Remembers what a user is warned of. Returns what was not known before. */
export async function rememberWarned(
  tx: Transaction,
  userId: string,
  subjects: readonly string[],
  at: number,
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ subject: string }>(
    `insert into margin_warning (user_id, subject, warned_at) select $1, subject, $3 from unnest($2::text[]) subject
     on conflict do nothing returning subject`,
    [userId, subjects, new Date(at)],
  );
  return new Set(rows.map(({ subject }) => subject));
}

/** Forgets warnings of what is safe again or gone: it is warned of again. */
export const forgetWarned = (tx: Transaction, userId: string, subjects: readonly string[]): Promise<unknown> =>
  tx.query('delete from margin_warning where user_id = $1 and subject = any ($2)', [userId, subjects]);
