import { type Debt, debtOf, nextAccrual, priceAtRatio } from '@tessera/api/loans/rules';
import { isPositive } from '@tessera/money';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import { type Page, pageOf } from '../../platform/db/page.ts';
import { DomainError } from '../../platform/http/domain-error.ts';

export type ApplicationStatus = 'under_review' | 'approved' | 'rejected' | 'cancelled';
export type Schedule = 'monthly' | 'end';

export type ApplicationRow = {
  readonly id: string;
  readonly user_id: string;
  readonly terms_version: number;
  readonly money: string;
  readonly currency: string;
  readonly collateral: string;
  readonly days: number;
  readonly schedule: Schedule;
  readonly day_rate: string;
  readonly vip_level: number;
  readonly market_maker: boolean;
  readonly contact: string;
  readonly status: ApplicationStatus;
  readonly reason: string | null;
  /** Unix ms. */
  readonly created_at: number;
  readonly reviewed_at: number | null;
};

export type LoanState = 'running' | 'overdue' | 'repaid' | 'liquidated';

export type LoanRow = {
  readonly id: string;
  readonly user_id: string;
  readonly terms_version: number;
  readonly currency: string;
  readonly collateral: string;
  readonly principal: string;
  readonly interest: string;
  readonly penalty: string;
  readonly paid_principal: string;
  readonly paid_interest: string;
  readonly paid_penalty: string;
  readonly day_rate: string;
  readonly overdue_rate: string;
  readonly schedule: Schedule;
  /** Unix ms. */
  readonly paid_at: number;
  readonly due_at: number;
  readonly interest_days: number;
  readonly penalty_days: number;
  readonly instalment_at: number | null;
  readonly collect_at: number | null;
  readonly remind_at: number | null;
  readonly warned: number;
  readonly watch_ratio: string;
  readonly rearm_ratio: string | null;
  readonly judged_from: number;
  readonly state: LoanState;
  readonly late: boolean;
  readonly ended_at: number | null;
};

const APPLICATION = `a.id, a.user_id, a.terms_version, a.money, a.currency, a.collateral, a.days, a.schedule, a.day_rate,
  a.vip_level, a.market_maker, a.contact, a.status, a.reason, a.created_at, a.reviewed_at`;
const LOAN = `l.id, l.user_id, l.terms_version, l.currency, l.collateral, l.principal, l.interest, l.penalty, l.paid_principal,
  l.paid_interest, l.paid_penalty, l.day_rate, l.overdue_rate, l.schedule, l.paid_at, l.due_at, l.interest_days,
  l.penalty_days, l.instalment_at, l.collect_at, l.remind_at, l.warned, l.watch_ratio, l.rearm_ratio, l.judged_from, l.state,
  l.late, l.ended_at`;

export const isOpen = ({ state }: Pick<LoanRow, 'state'>): boolean => state === 'running' || state === 'overdue';

/** The debt of a row, as the rules count it. */
export const debtOfRow = (row: LoanRow): Debt => ({
  principal: row.principal,
  interest: row.interest,
  penalty: row.penalty,
  dayRate: row.day_rate,
  overdueRate: row.overdue_rate,
  paidAt: row.paid_at,
  dueAt: row.due_at,
  interestDays: row.interest_days,
  penaltyDays: row.penalty_days,
  overdue: row.state === 'overdue',
});

/** A row with a debt of the rules. */
export const withDebt = (row: LoanRow, debt: Debt): LoanRow => ({
  ...row,
  principal: debt.principal,
  interest: debt.interest,
  penalty: debt.penalty,
  interest_days: debt.interestDays,
  penalty_days: debt.penaltyDays,
});

/** Locks an application of a user; rejects with `not_found` for one of another user. */
export async function lockApplication(tx: Transaction, id: string, userId: string | null): Promise<ApplicationRow> {
  const [row] = await tx.query<ApplicationRow>(
    `select ${APPLICATION} from loan_application a
      where a.id = $1 and ($2::bigint is null or a.user_id = $2) for update`,
    [id, userId],
  );
  if (!row) throw new DomainError('not_found', { field: 'id' });
  return row;
}

/** The loan of an application, locked; null while there is none. */
export async function lockLoan(tx: Transaction, id: string): Promise<LoanRow | null> {
  const [row] = await tx.query<LoanRow>(`select ${LOAN} from loan l where l.id = $1 for update`, [id]);
  return row ?? null;
}

export const loansOf = (sql: Sql, ids: readonly string[]): Promise<LoanRow[]> =>
  sql.query<LoanRow>(`select ${LOAN} from loan l where l.id = any($1)`, [ids]);

/** Newest first. */
export const applicationsOf = (sql: Sql, userId: string, page: Page) =>
  pageOf<ApplicationRow>(sql, {
    select: APPLICATION,
    newest: { of: 'loan_application', where: 'user_id = $1', order: 'id desc', as: 'a' },
    order: 'a.id desc',
    values: [userId],
    ...page,
  });

/** Rejects with `not_found` for one of another user. */
export async function applicationOf(sql: Sql, userId: string, id: string): Promise<ApplicationRow> {
  const [row] = await sql.query<ApplicationRow>(
    `select ${APPLICATION} from loan_application a where a.user_id = $1 and a.id = $2`,
    [userId, id],
  );
  if (!row) throw new DomainError('not_found', { field: 'id' });
  return row;
}

export async function outstanding(sql: Sql, userId: string): Promise<boolean> {
  const rows = await sql.query(`select 1 from loan where user_id = $1 and state in ('running', 'overdue')`, [userId]);
  return rows.length > 0;
}

/** Writes a loan's debt, its collateral and state, and from when and at which price it is looked at next. */
export async function saveLoan(tx: Transaction, row: LoanRow): Promise<void> {
  const open = isOpen(row);
  const debt = debtOfRow(row);
  const owed = debtOf(debt);
  const watched = open && isPositive(owed) && isPositive(row.collateral);
  const next = open ? nextAccrual(debt) : null;
  const time = (at: number | null) => (at === null ? null : new Date(at));
  await tx.query(
    `update loan
        set collateral = $2, principal = $3, interest = $4, penalty = $5, paid_principal = $6, paid_interest = $7,
            paid_penalty = $8, due_at = $9, interest_days = $10, penalty_days = $11, next_at = $12, instalment_at = $13,
            collect_at = $14, remind_at = $15, warned = $16, watch_ratio = $17, watch_price = $18, rearm_ratio = $19,
            rearm_price = $20, judged_from = $21, state = $22, late = $23, ended_at = $24
      where id = $1`,
    [
      row.id,
      row.collateral,
      row.principal,
      row.interest,
      row.penalty,
      row.paid_principal,
      row.paid_interest,
      row.paid_penalty,
      time(row.due_at),
      row.interest_days,
      row.penalty_days,
      time(next),
      time(open ? row.instalment_at : null),
      time(open ? row.collect_at : null),
      time(open ? row.remind_at : null),
      row.warned,
      row.watch_ratio,
      watched ? priceAtRatio(row.watch_ratio, owed, row.collateral) : null,
      row.rearm_ratio,
      watched && row.rearm_ratio !== null ? priceAtRatio(row.rearm_ratio, owed, row.collateral) : null,
      time(row.judged_from),
      row.state,
      row.late,
      time(row.ended_at),
    ],
  );
}

export const insertLoan = (
  tx: Transaction,
  application: ApplicationRow,
  {
    at,
    dueAt,
    overdueRate,
    watchRatio,
  }: { readonly at: number; readonly dueAt: number; readonly overdueRate: string; readonly watchRatio: string },
): Promise<unknown> =>
  tx.query(
    `insert into loan (id, user_id, terms_version, currency, collateral, principal, interest, day_rate, overdue_rate, schedule,
                       paid_at, due_at, interest_days, watch_ratio, judged_from)
     values ($1, $2, $3, $4, $5, $6, 0, $7, $8, $9, $10, $11, 0, $12, $10)`,
    [
      application.id,
      application.user_id,
      application.terms_version,
      application.currency,
      application.collateral,
      application.money,
      application.day_rate,
      overdueRate,
      application.schedule,
      new Date(at),
      new Date(dueAt),
      watchRatio,
    ],
  );

export type EventKind =
  | 'paid_out'
  | 'interest'
  | 'interest_unpaid'
  | 'repayment'
  | 'collateral_added'
  | 'warning'
  | 'overdue'
  | 'repaid'
  | 'liquidated';

type NewEvent = {
  readonly kind: EventKind;
  readonly at: number;
  readonly amount: string;
  readonly price?: string | null;
};

/** Returns the id, which names the event's journals. */
export async function addEvent(
  tx: Transaction,
  applicationId: string,
  { kind, at, amount, price = null }: NewEvent,
): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    'insert into loan_event (application_id, kind, at, amount, price) values ($1, $2, $3, $4, $5) returning id',
    [applicationId, kind, new Date(at), amount, price],
  );
  return row?.id ?? '';
}

export type EventRow = {
  readonly application_id: string;
  readonly kind: EventKind;
  readonly at: number;
  readonly amount: string;
  readonly price: string | null;
};

/** Oldest first. */
export const eventsOf = (sql: Sql, ids: readonly string[]): Promise<EventRow[]> =>
  sql.query<EventRow>(
    'select application_id, kind, at, amount, price from loan_event where application_id = any($1) order by id',
    [ids],
  );

/**
 * Counts the days that have begun by a time, Unix ms, of at most `limit` loans: what `accrue` of the rules does, for many at
 * once. Returns how many.
 */
export async function accrueMany(tx: Transaction, at: number, ids: readonly string[]): Promise<number> {
  const rows = await tx.query(
    `with due as (select id from loan where next_at <= $1 and id = any($2) order by id for update skip locked),
          counted as (
            select l.id,
                   greatest(l.interest_days, least(
                     ceil(extract(epoch from l.due_at - l.paid_at) / 86400),
                     floor(extract(epoch from $1 - l.paid_at) / 86400) + 1))::integer as interest_days,
                   case when l.state = 'overdue'
                        then greatest(l.penalty_days, floor(extract(epoch from $1 - l.due_at) / 86400)::integer)
                        else l.penalty_days end as penalty_days
              from loan l join due using (id)),
          debt as (
            select c.id, c.interest_days, c.penalty_days,
                   l.interest + l.principal * l.day_rate * (c.interest_days - l.interest_days) as interest,
                   l.penalty + l.principal * l.overdue_rate * (c.penalty_days - l.penalty_days) as penalty
              from counted c join loan l using (id))
     update loan l
        set interest = d.interest, penalty = d.penalty, interest_days = d.interest_days, penalty_days = d.penalty_days,
            watch_price = case when l.collateral > 0
                               then (l.principal + d.interest + d.penalty) * l.watch_ratio / l.collateral end,
            rearm_price = case when l.collateral > 0
                               then (l.principal + d.interest + d.penalty) * l.rearm_ratio / l.collateral end,
            next_at = case when l.state = 'overdue' then l.due_at + make_interval(hours => 24 * (d.penalty_days + 1))
                           when d.interest_days < ceil(extract(epoch from l.due_at - l.paid_at) / 86400)
                           then l.paid_at + make_interval(hours => 24 * d.interest_days) end
       from debt d where d.id = l.id returning l.id`,
    [new Date(at), ids],
  );
  return rows.length;
}

/** Loans with days to count, but for those set aside. */
export const accruable = (
  sql: Sql,
  at: number,
  limit: number,
  aside: readonly string[],
): Promise<{ readonly id: string }[]> =>
  sql.query('select id from loan where next_at <= $1 and id <> all($3) order by next_at limit $2', [
    new Date(at),
    limit,
    aside,
  ]);

/** Whether there is an open loan in a collateral. */
export const isWatched = async (sql: Sql, currency: string): Promise<boolean> =>
  (await sql.query('select 1 from loan where currency = $1 and watch_price is not null limit 1', [currency])).length >
  0;

/** Open loans in a collateral that a price between the lowest and the highest of a time concerns. */
export const concerned = async (sql: Sql, currency: string, lowest: string, highest: string): Promise<string[]> =>
  (
    await sql.query<{ id: string }>(
      `select id from loan where currency = $1 and watch_price > $2
        union select id from loan where currency = $1 and rearm_price <= $3 order by id`,
      [currency, lowest, highest],
    )
  ).map(({ id }) => id);

/** Loans of which interest or all is to be collected, or whose borrower is to be reminded, at a time. */
export const collectable = async (sql: Sql, at: number, limit: number, aside: readonly string[]): Promise<string[]> =>
  (
    await sql.query<{ id: string }>(
      `(select id from loan where collect_at <= $1 and id <> all($3) order by collect_at limit $2)
        union (select id from loan where remind_at <= $1 and id <> all($3) order by remind_at limit $2)`,
      [new Date(at), limit, aside],
    )
  ).map(({ id }) => id);
