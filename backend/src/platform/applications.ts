import type { StaffRole } from '@tessera/api/kit';
import type { Database, Sql, Transaction } from './db/database.ts';
import { pageOf } from './db/page.ts';
import { DomainError } from './http/domain-error.ts';
import type { RecurringJob } from './jobs/job.ts';
import type { QueueAction, QueueItem, QueuePage, QueueStatus, QueueWarning, StaffQueue } from './queues.ts';
import { releaseUploads } from './uploads/uses.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * A table of what users ask staff for, a row each: with `id`, `user_id`, `reason`, `reviewer_id` and `reviewed_at`, and the
 * columns named here.
 */
export type ApplicationTable = {
  readonly table: string;
  /** Column of the state. */
  readonly state: string;
  /** Its words for each status; a decision writes the first. */
  readonly states: Readonly<Record<QueueStatus, readonly [string, ...string[]]>>;
  /** Column of the time it was made. */
  readonly madeAt: string;
  /** Columns with names of uploads; null once they were given up. */
  readonly pictures: readonly string[];
  /** SQL over the row `a`: from when on an approved one counts as done with; null for not yet. By default its decision. */
  readonly doneAt?: string;
};

/** Of applications that are not about money. */
export const REVIEWER_RIGHTS: Readonly<Record<QueueAction, readonly StaffRole[]>> = {
  read: ['support', 'reviewer', 'admin'],
  claim: ['reviewer', 'admin'],
  approve: ['reviewer', 'admin'],
  confirm: ['reviewer', 'admin'],
  reject: ['reviewer', 'admin'],
};

type Common = {
  readonly id: string;
  readonly state: string;
  readonly pictures: readonly (string | null)[];
  readonly uid: string;
  readonly account_name: string;
  readonly reason: string | null;
  readonly reviewer: string | null;
  /** Unix ms. */
  readonly made_at: number;
  readonly reviewed_at: number | null;
};

type Shown<Own> = {
  /** SQL columns of the row `a` and its user `u`, which `details` shows. */
  readonly columns: string;
  readonly details: (row: Own, status: QueueStatus) => QueueItem['details'];
  /** By id; rows without one are left out. */
  readonly warnings?: (sql: Sql, ids: readonly string[]) => Promise<ReadonlyMap<string, readonly QueueWarning[]>>;
};

/** `list`, `show` and `itemWith` of a queue. */
export function applicationsShown<Own extends object>(
  { table, state, states, madeAt, pictures }: ApplicationTable,
  { columns, details, warnings }: Shown<Own>,
): Pick<StaffQueue, 'list' | 'show' | 'itemWith'> {
  const [pending] = states.pending;
  const select = `a.id, a.${state} as state, array[${pictures.map((name) => `a.${name}`).join(', ')}]::text[] as pictures,
    a.reason, a.${madeAt} as made_at, a.reviewed_at, u.uid, s.name as reviewer,
    coalesce(u.email, '+' || coalesce(u.mobile, u.shared_mobile), u.uid) as account_name, ${columns}`;
  const rowsOf = `${table} a join user_account u on u.id = a.user_id left join staff_member s on s.id = a.reviewer_id`;
  const statusOf = (word: string): QueueStatus =>
    states.pending.includes(word) ? 'pending' : states.approved.includes(word) ? 'approved' : 'rejected';
  async function itemsOf(sql: Sql, rows: readonly (Common & Own)[]): Promise<QueueItem[]> {
    const warned = await warnings?.(
      sql,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => ({
      id: row.id,
      status: statusOf(row.state),
      user: { uid: row.uid, accountName: row.account_name },
      details: details(row, statusOf(row.state)),
      warnings: warned?.get(row.id) ?? [],
      pictures: row.pictures.flatMap((name) => (name === null ? [] : `/api/uploads/${name}`)),
      reason: row.reason,
      reviewer: row.reviewer,
      createdAt: row.made_at,
      reviewedAt: row.reviewed_at,
    }));
  }
  return {
    async list(sql, { status, page, limit }: QueuePage) {
      const { rows, total } = await pageOf<Common & Own>(sql, {
        select,
        from: `${rowsOf} where ($1::text[] is null or a.${state} = any($1))`,
        whole: 'it is read by staff alone',
        order: `(a.${state} = '${pending}') desc, case when a.${state} = '${pending}' then a.id end, a.id desc`,
        values: [status ? states[status] : null],
        page,
        limit,
      });
      return { items: await itemsOf(sql, rows), total };
    },
    async show(sql, id) {
      const rows = await sql.query<Common & Own>(`select ${select} from ${rowsOf} where a.id = $1`, [id]);
      return (await itemsOf(sql, rows))[0] ?? null;
    },
    async itemWith(sql, upload) {
      if (pictures.length === 0) return null;
      const [row] = await sql.query<{ id: string }>(
        `select id from ${table} where ${state} = '${pending}' and $1 in (${pictures.join(', ')})`,
        [upload],
      );
      return row?.id ?? null;
    },
  };
}

type Decision = {
  readonly status: Exclude<QueueStatus, 'pending'>;
  readonly reason: string | null;
  readonly reviewerId: string;
  /** Unix ms. */
  readonly at: number;
};

/**
 * Writes the decision on a row and tells its user's open pages. Returns the user. Rejects with `not_found` and
 * `already_reviewed`.
 */
export async function decideApplication(
  tx: Transaction,
  { table, state, states }: ApplicationTable,
  id: string,
  { status, reason, reviewerId, at }: Decision,
): Promise<string> {
  const [row] = await tx.query<{ user_id: string; state: string }>(
    `select user_id, ${state} as state from ${table} where id = $1 for update`,
    [id],
  );
  if (!row) throw new DomainError('not_found', { field: 'id' });
  if (!states.pending.includes(row.state)) throw new DomainError('already_reviewed');
  await tx.query(`update ${table} set ${state} = $2, reason = $3, reviewer_id = $4, reviewed_at = $5 where id = $1`, [
    id,
    states[status][0],
    reason,
    reviewerId,
    new Date(at),
  ]);
  tx.notify(row.user_id, { kind: 'profile' });
  return row.user_id;
}

/** Days that pictures are kept after the decision. */
type Kept = { readonly approved: number; readonly rejected: number };

/**
 * Gives up the pictures of rows that were decided long enough ago; the clean-up of uploads deletes those that nothing refers
 * to any more. `also` runs in the same transaction, with the time before which rejected rows were decided.
 */
export const retentionOf = (
  { table, state, states, pictures, doneAt = 'a.reviewed_at' }: ApplicationTable,
  {
    name,
    database,
    now,
    kept,
    also,
  }: {
    /** Of the job. */
    readonly name: string;
    readonly database: Database;
    readonly now: () => number;
    readonly kept: (sql: Sql) => Promise<Kept>;
    readonly also?: (tx: Transaction, rejectedBefore: Date) => Promise<unknown>;
  },
): RecurringJob => ({
  name,
  every: HOUR,
  exclusive: true,
  items: ['application'],
  async run({ fence, items }) {
    await database.transaction(async (tx) => {
      await fence(tx);
      const days = await kept(tx);
      const rejectedBefore = new Date(now() - days.rejected * DAY);
      const rows = await tx.query<{ id: string; names: (string | null)[] }>(
        `select a.id, array[${pictures.join(', ')}] as names from ${table} a
          where num_nonnulls(${pictures.join(', ')}) > 0
            and (a.${state} = any($1) and a.reviewed_at < $2 or a.${state} = any($3) and ${doneAt} < $4)
            and a.id <> all($5) order by a.id for update`,
        [
          states.rejected,
          rejectedBefore,
          states.approved,
          new Date(now() - days.approved * DAY),
          items.aside('application'),
        ],
      );
      const idOf = ({ id }: { readonly id: string }) => id;
      await items.within(tx, 'application', rows, idOf, async (some) => {
        await tx.query(
          `update ${table} set ${pictures.map((column) => `${column} = null`).join(', ')} where id = any($1)`,
          [some.map(idOf)],
        );
        const given = new Set(some.flatMap(({ names }) => names.filter((picture) => picture !== null)));
        const used = await tx.query<{ name: string }>(
          `select p.name from unnest($1::text[]) as p (name)
            where exists (select from ${table} a where p.name in (${pictures.map((column) => `a.${column}`).join(', ')}))`,
          [[...given]],
        );
        for (const picture of used) given.delete(picture.name);
        await releaseUploads(tx, [...given]);
      });
      await also?.(tx, rejectedBefore);
    });
  },
});
