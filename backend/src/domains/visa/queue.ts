import type { Transaction } from '../../platform/db/database.ts';
import { pageOf } from '../../platform/db/page.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { QueueItem, QueuePage, QueueStatus, StaffQueue } from '../../platform/queues.ts';
import { requireNotFrozen } from '../identity/index.ts';
import type { Application } from './apply.ts';

const STATUSES: Readonly<Record<Application['status'], QueueStatus>> = {
  under_review: 'pending',
  approved: 'approved',
  rejected: 'rejected',
};
const STATES: Readonly<Record<QueueStatus, Application['status']>> = {
  pending: 'under_review',
  approved: 'approved',
  rejected: 'rejected',
};

type Row = Application & {
  readonly total: string;
  readonly front_pic: string | null;
  readonly reverse_pic: string | null;
  readonly uid: string;
  readonly account_name: string;
  readonly reviewer: string | null;
};

const COLUMNS = `a.id, a.status, a.reason, a.created_at, a.reviewed_at, a.nation, a.address, a.phone, a.total, a.front_pic,
  a.reverse_pic, u.uid, coalesce(u.email, '+' || coalesce(u.mobile, u.shared_mobile), u.uid) as account_name,
  s.name as reviewer`;
const APPLICATIONS = `visa_application a join user_account u on u.id = a.user_id
  left join staff_member s on s.id = a.reviewer_id`;

const itemOf = (row: Row): QueueItem => ({
  id: row.id,
  status: STATUSES[row.status],
  user: { uid: row.uid, accountName: row.account_name },
  details: [
    { name: 'nation', value: row.nation },
    { name: 'address', value: row.address },
    { name: 'phone', value: row.phone },
    { name: 'total', value: row.total },
  ],
  warnings: [],
  pictures: [row.front_pic, row.reverse_pic].flatMap((name) => (name === null ? [] : `/api/uploads/${name}`)),
  reason: row.reason,
  reviewer: row.reviewer,
  createdAt: row.created_at,
  reviewedAt: row.reviewed_at,
});

type Decision = {
  readonly status: 'approved' | 'rejected';
  readonly reason: string | null;
  readonly reviewerId: string;
  readonly at: number;
};

async function decide(tx: Transaction, id: string, { status, reason, reviewerId, at }: Decision): Promise<string> {
  const [row] = await tx.query<{ user_id: string; status: Application['status'] }>(
    'select user_id, status from visa_application where id = $1 for update',
    [id],
  );
  if (!row) throw new DomainError('not_found', { field: 'id' });
  if (row.status !== 'under_review') throw new DomainError('already_reviewed');
  await tx.query(
    'update visa_application set status = $2, reason = $3, reviewer_id = $4, reviewed_at = $5 where id = $1',
    [id, status, reason, reviewerId, new Date(at)],
  );
  tx.notify(row.user_id, { kind: 'profile' });
  return row.user_id;
}

/** Applications for visa cards. */
export const visaQueue: StaffQueue = {
  name: 'visa',
  rights: {
    read: ['support', 'reviewer', 'admin'],
    claim: ['reviewer', 'admin'],
    approve: ['reviewer', 'admin'],
    confirm: ['reviewer', 'admin'],
    reject: ['reviewer', 'admin'],
  },
  takesAmount: false,
  async list(sql, { status, page, limit }: QueuePage) {
    const { rows, total } = await pageOf<Row>(sql, {
      select: COLUMNS,
      from: `${APPLICATIONS} where ($1::text is null or a.status = $1)`,
      order: `(a.status = 'under_review') desc, case when a.status = 'under_review' then a.id end, a.id desc`,
      values: [status ? STATES[status] : null],
      page,
      limit,
    });
    return { items: rows.map(itemOf), total };
  },
  async show(sql, id) {
    const [row] = await sql.query<Row>(`select ${COLUMNS} from ${APPLICATIONS} where a.id = $1`, [id]);
    return row ? itemOf(row) : null;
  },
  async itemWith(sql, upload) {
    const [row] = await sql.query<{ id: string }>(
      `select id from visa_application where status = 'under_review' and $1 in (front_pic, reverse_pic)`,
      [upload],
    );
    return row?.id ?? null;
  },
  async approve(tx, id, { reason, reviewerId, at }) {
    const userId = await decide(tx, id, { status: 'approved', reason: reason ?? null, reviewerId, at });
    await requireNotFrozen(tx, userId);
  },
  async reject(tx, id, { reason, reviewerId, at }) {
    await decide(tx, id, { status: 'rejected', reason, reviewerId, at });
  },
};
