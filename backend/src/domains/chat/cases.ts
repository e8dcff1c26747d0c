import type { Sql, Transaction } from '../../platform/db/database.ts';
import { pageOf } from '../../platform/db/page.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { QueueItem, QueuePage, QueueStatus, StaffQueue } from '../../platform/queues.ts';

/* What the two queues of moderators share: reported messages, and those that wait to be published. */

/** Columns of a case that `itemFrom` reads. */
export type CaseRow = {
  readonly id: string;
  readonly status: QueueStatus;
  readonly uid: string;
  readonly account_name: string;
  readonly picture: string | null;
  readonly reason: string | null;
  readonly reviewer: string | null;
  readonly reviewed_at: number | null;
};

/** The columns of `CaseRow` of a case `c` of a user `u` with a reviewer `s`. */
export const CASE = `c.id, c.status, c.picture, c.reason, c.reviewed_at, s.name as reviewer, u.uid,
  coalesce(u.email, '+' || coalesce(u.mobile, u.shared_mobile), u.uid) as account_name`;

type Details = QueueItem['details'];

const itemFrom = (row: CaseRow, createdAt: number, details: Details): QueueItem => ({
  id: row.id,
  status: row.status,
  user: { uid: row.uid, accountName: row.account_name },
  details,
  warnings: [],
  pictures: row.picture === null ? [] : [`/api/uploads/${row.picture}`],
  reason: row.reason,
  reviewer: row.reviewer,
  createdAt,
  reviewedAt: row.reviewed_at,
});

const MODERATORS = ['reviewer', 'admin'] as const;

type Table = 'chat_report' | 'chat_held';

export type CaseQueue<Row extends CaseRow> = {
  readonly table: Table;
  readonly columns: string;
  /** `<table> c` with `user_account u` and `staff_member s`. */
  readonly from: string;
  /** When the case began, Unix ms, and what it is about. */
  readonly read: (row: Row) => { readonly createdAt: number; readonly details: Details };
};

/** How a queue of cases is read, and by whom. */
export const caseQueue = <Row extends CaseRow>({ table, columns, from, read }: CaseQueue<Row>) => {
  const itemOf = (row: Row): QueueItem => {
    const { createdAt, details } = read(row);
    return itemFrom(row, createdAt, details);
  };
  return {
    name: table,
    rights: {
      read: ['support', ...MODERATORS],
      claim: MODERATORS,
      approve: MODERATORS,
      confirm: MODERATORS,
      reject: MODERATORS,
    },
    takesAmount: false,
    async list(sql: Sql, { status, page, limit }: QueuePage) {
      const { rows, total } = await pageOf<Row>(sql, {
        select: columns,
        from: `${from} where ($1::text is null or c.status = $1)`,
        whole: 'it is read by staff alone',
        order: `(c.status = 'pending') desc, case when c.status = 'pending' then c.id end, c.id desc`,
        values: [status ?? null],
        page,
        limit,
      });
      return { items: rows.map(itemOf), total };
    },
    async show(sql: Sql, id: string) {
      const [row] = await sql.query<Row>(`select ${columns} from ${from} where c.id = $1`, [id]);
      return row ? itemOf(row) : null;
    },
    async itemWith(sql: Sql, upload: string) {
      const [row] = await sql.query<{ id: string }>(
        `select id from ${table} where status = 'pending' and picture = $1`,
        [upload],
      );
      return row?.id ?? null;
    },
  } satisfies Partial<StaffQueue>;
};

export type Decision = {
  readonly status: 'approved' | 'rejected';
  readonly reason: string | null;
  readonly reviewerId: string;
  readonly at: number;
};

/** Decides a case once. Its picture is given up with the decision: `row`, which is locked, is the case before it. */
export async function decideCase<Row extends { readonly id: string; readonly status: string }>(
  tx: Transaction,
  table: Table,
  row: Row | null,
  { status, reason, reviewerId, at }: Decision,
): Promise<Row> {
  if (!row) throw new DomainError('not_found', { field: 'id' });
  if (row.status !== 'pending') throw new DomainError('already_reviewed');
  await tx.query(
    `update ${table} set status = $2, reason = $3, reviewer_id = $4, reviewed_at = $5, picture = null where id = $1`,
    [row.id, status, reason, reviewerId, new Date(at)],
  );
  return row;
}
