import type { Sql, Transaction } from '../../platform/db/database.ts';
import { pageOf } from '../../platform/db/page.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { QueueItem, QueuePage, QueueStatus, StaffQueue } from '../../platform/queues.ts';
import { releaseUploads } from '../../platform/uploads/uses.ts';
import { removeMessage } from './moderate.ts';

/* Reported messages: approving a report removes the message, rejecting it leaves the message. */

type Row = {
  readonly id: string;
  readonly room_id: string;
  readonly seq: number;
  readonly body: string;
  readonly picture: string | null;
  readonly status: QueueStatus;
  readonly reason: string | null;
  readonly uid: string;
  readonly account_name: string;
  readonly reviewer: string | null;
  readonly reports: number;
  readonly reasons: string;
  readonly notes: string | null;
  readonly gone: boolean;
  readonly created_at: number;
  readonly reviewed_at: number | null;
};

const COLUMNS = `c.id, c.room_id, c.seq, c.body, c.picture, c.status, c.reason, c.created_at, c.reviewed_at, u.uid,
  coalesce(u.email, '+' || coalesce(u.mobile, u.shared_mobile), u.uid) as account_name, s.name as reviewer,
  x.reports, x.reasons, x.notes, m.deleted_at is not null as gone`;
const REPORTS = `chat_report c join user_account u on u.id = c.user_id
  join chat_message m on m.room_id = c.room_id and m.seq = c.seq
  left join staff_member s on s.id = c.reviewer_id
  left join lateral (select count(*)::int as reports, coalesce(string_agg(distinct r.reason, ', '), '') as reasons,
    left(string_agg(r.note, ' · '), 1000) as notes from chat_reporter r where r.report_id = c.id) x on true`;

const itemOf = (row: Row): QueueItem => ({
  id: row.id,
  status: row.status,
  user: { uid: row.uid, accountName: row.account_name },
  details: [
    { name: 'room', value: row.room_id },
    { name: 'message', value: String(row.seq) },
    { name: 'text', value: row.body },
    { name: 'reports', value: String(row.reports) },
    { name: 'reasons', value: row.reasons },
    ...(row.notes === null ? [] : [{ name: 'notes', value: row.notes }]),
    ...(row.gone ? [{ name: 'deleted', value: 'yes' }] : []),
  ],
  warnings: [],
  pictures: row.picture === null ? [] : [`/api/uploads/${row.picture}`],
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

async function decide(tx: Transaction, id: string, { status, reason, reviewerId, at }: Decision): Promise<Row> {
  const [row] = await tx.query<Row>(
    'select id, room_id, seq, body, picture, status from chat_report where id = $1 for update',
    [id],
  );
  if (!row) throw new DomainError('not_found', { field: 'id' });
  if (row.status !== 'pending') throw new DomainError('already_reviewed');
  await tx.query(
    'update chat_report set status = $2, reason = $3, reviewer_id = $4, reviewed_at = $5, picture = null where id = $1',
    [id, status, reason, reviewerId, new Date(at)],
  );
  return row;
}

const MODERATORS = ['reviewer', 'admin'] as const;

/** What users reported. Listeners see a removed message with the next look for changes. */
export const reportQueue: StaffQueue = {
  name: 'chat_report',
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
      select: COLUMNS,
      from: `${REPORTS} where ($1::text is null or c.status = $1)`,
      order: `(c.status = 'pending') desc, case when c.status = 'pending' then c.id end, c.id desc`,
      values: [status ?? null],
      page,
      limit,
    });
    return { items: rows.map(itemOf), total };
  },
  async show(sql, id) {
    const [row] = await sql.query<Row>(`select ${COLUMNS} from ${REPORTS} where c.id = $1`, [id]);
    return row ? itemOf(row) : null;
  },
  async itemWith(sql, upload) {
    const [row] = await sql.query<{ id: string }>(
      `select id from chat_report where status = 'pending' and picture = $1`,
      [upload],
    );
    return row?.id ?? null;
  },
  async approve(tx, id, { reason, reviewerId, at }) {
    const row = await decide(tx, id, { status: 'approved', reason: reason ?? null, reviewerId, at });
    await removeMessage(tx, { roomId: row.room_id, seq: row.seq, reason: reason ?? '' }, { staffId: reviewerId, at });
    if (row.picture !== null) await releaseUploads(tx, [row.picture]);
  },
  async reject(tx, id, { reason, reviewerId, at }) {
    const row = await decide(tx, id, { status: 'rejected', reason, reviewerId, at });
    if (row.picture === null) return;
    // Its author deleted it meanwhile: nothing shows the picture any more.
    await tx.query(
      `update upload set used = false where name = $1 and not exists (select from chat_message where picture = $1)`,
      [row.picture],
    );
  },
};
