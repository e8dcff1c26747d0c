import type { Transaction } from '../../platform/db/database.ts';
import type { StaffQueue } from '../../platform/queues.ts';
import { releaseUploads } from '../../platform/uploads/uses.ts';
import { CASE, type CaseRow, caseQueue, type Decision, decideCase } from './cases.ts';
import { removeMessage } from './moderate.ts';

/* Reported messages: approving a report removes the message, rejecting it leaves the message. */

type Row = CaseRow & {
  readonly room_id: string;
  readonly seq: number;
  readonly body: string;
  readonly reports: number;
  readonly reasons: string;
  readonly notes: string | null;
  readonly gone: boolean;
  readonly created_at: number;
};

const COLUMNS = `${CASE}, c.room_id, c.seq, c.body, c.created_at, x.reports, x.reasons, x.notes,
  m.deleted_at is not null as gone`;
const REPORTS = `chat_report c join user_account u on u.id = c.user_id
  join chat_message m on m.room_id = c.room_id and m.seq = c.seq
  left join staff_member s on s.id = c.reviewer_id
  left join lateral (select count(*)::int as reports, coalesce(string_agg(distinct r.reason, ', '), '') as reasons,
    left(string_agg(r.note, ' · '), 1000) as notes from chat_reporter r where r.report_id = c.id) x on true`;

type Reported = Pick<Row, 'id' | 'room_id' | 'seq' | 'picture' | 'status'>;

async function decide(tx: Transaction, id: string, decision: Decision): Promise<Reported> {
  const [row = null] = await tx.query<Reported>(
    'select id, room_id, seq, picture, status from chat_report where id = $1 for update',
    [id],
  );
  return decideCase(tx, 'chat_report', row, decision);
}

/** What users reported. Listeners see a removed message with the next look for changes. */
export const reportQueue: StaffQueue = {
  ...caseQueue<Row>({
    table: 'chat_report',
    columns: COLUMNS,
    from: REPORTS,
    read: (row) => ({
      createdAt: row.created_at,
      details: [
        { name: 'room', value: row.room_id },
        { name: 'message', value: String(row.seq) },
        { name: 'text', value: row.body },
        { name: 'reports', value: String(row.reports) },
        { name: 'reasons', value: row.reasons },
        ...(row.notes === null ? [] : [{ name: 'notes', value: row.notes }]),
        ...(row.gone ? [{ name: 'deleted', value: 'yes' }] : []),
      ],
    }),
  }),
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
