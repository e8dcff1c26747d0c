import type { Sql, Transaction } from '../../../platform/db/database.ts';
import { pageOf } from '../../../platform/db/page.ts';
import { DomainError } from '../../../platform/http/domain-error.ts';
import type { QueueItem, QueuePage, QueueStatus, StaffQueue } from '../../../platform/queues.ts';
import { requireNotFrozen } from '../../identity/index.ts';
import { type Application, requireFreeName } from './apply.ts';
import { inEveryLanguage, slugOf } from './store.ts';

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
  readonly pictures: readonly string[];
  readonly uid: string;
  readonly account_name: string;
  readonly verification_level: number;
  readonly reviewer: string | null;
};

const COLUMNS = `a.id, a.status, a.name, a.biography, a.reason, a.created_at, a.reviewed_at, a.pictures, u.uid,
  u.verification_level, coalesce(u.email, '+' || coalesce(u.mobile, u.shared_mobile), u.uid) as account_name,
  s.name as reviewer`;
const APPLICATIONS =
  'nft_application a join user_account u on u.id = a.user_id left join staff_member s on s.id = a.reviewer_id';

const itemOf = (row: Row): QueueItem => ({
  id: row.id,
  status: STATUSES[row.status],
  user: { uid: row.uid, accountName: row.account_name },
  details: [
    { name: 'name', value: row.name },
    { name: 'level', value: String(row.verification_level) },
    { name: 'biography', value: row.biography },
  ],
  warnings: [],
  pictures: row.pictures.map((name) => `/api/uploads/${name}`),
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

async function decide(tx: Transaction, id: string, { status, reason, reviewerId, at }: Decision) {
  const [row] = await tx.query<{ user_id: string; name: string; biography: string; status: Application['status'] }>(
    'select user_id, name, biography, status from nft_application where id = $1 for update',
    [id],
  );
  if (!row) throw new DomainError('not_found', { field: 'id' });
  if (row.status !== 'under_review') throw new DomainError('already_reviewed');
  await tx.query(
    'update nft_application set status = $2, reason = $3, reviewer_id = $4, reviewed_at = $5 where id = $1',
    [id, status, reason, reviewerId, new Date(at)],
  );
  tx.notify(row.user_id, { kind: 'profile' });
  return row;
}

/** Applications to be an artist. */
export const applicationQueue: StaffQueue = {
  name: 'artist',
  rights: {
    read: ['support', 'reviewer', 'admin'],
    claim: ['reviewer', 'admin'],
    approve: ['reviewer', 'admin'],
    confirm: ['reviewer', 'admin'],
    reject: ['reviewer', 'admin'],
  },
  takesAmount: false,
  async list(sql: Sql, { status, page, limit }: QueuePage) {
    const { rows, total } = await pageOf<Row>(sql, {
      select: COLUMNS,
      from: `${APPLICATIONS} where ($1::text is null or a.status = $1)`,
      whole: 'it is read by staff alone',
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
      `select id from nft_application where status = 'under_review' and pictures @> array[$1]`,
      [upload],
    );
    return row?.id ?? null;
  },
  async approve(tx, id, { reason, reviewerId, at }) {
    const { user_id, name, biography } = await decide(tx, id, {
      status: 'approved',
      reason: reason ?? null,
      reviewerId,
      at,
    });
    await requireNotFrozen(tx, user_id);
    // Two artists with one name would be taken for each other: artists come one at a time.
    await tx.query('lock table nft_artist in share row exclusive mode');
    await requireFreeName(tx, name);
    await tx.query(
      'insert into nft_artist (code, user_id, name, biographies, created_at) values ($1, $2, $3, $4, $5)',
      [
        `${slugOf(name, 28) || 'artist'}-${id}`,
        user_id,
        name,
        JSON.stringify(inEveryLanguage(biography)),
        new Date(at),
      ],
    );
  },
  async reject(tx, id, { reason, reviewerId, at }) {
    await decide(tx, id, { status: 'rejected', reason, reviewerId, at });
  },
};
