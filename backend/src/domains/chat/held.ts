import type { Sql, Transaction } from '../../platform/db/database.ts';
import { pageOf } from '../../platform/db/page.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { QueueItem, QueuePage, QueueStatus, StaffQueue } from '../../platform/queues.ts';
import { publishHeld, releaseUploads } from '../../platform/uploads/uses.ts';
import { requireNotFrozen } from '../identity/index.ts';
import { tellUser } from '../messages/index.ts';
import { shownName } from './names.ts';
import { requireRoom, tellMentioned } from './send.ts';
import { type HeldRow, insertMessages, lockHeld, peopleOf, takeNumbers } from './store.ts';

/* Messages that wait for a moderator: approving one publishes it as the newest of its room, rejecting it tells its author. */

type Row = HeldRow & {
  readonly uid: string;
  readonly nickname: string;
  readonly account_name: string;
  readonly reviewer: string | null;
  readonly reason: string | null;
  readonly reviewed_at: number | null;
};

const COLUMNS = `h.id, h.room_id, h.user_id, h.client_id, h.at, h.why, h.body, h.picture, h.card, h.reply_to, h.mentions, h.status,
  h.reason, h.reviewed_at, u.uid, u.nickname, coalesce(u.email, '+' || coalesce(u.mobile, u.shared_mobile), u.uid) as account_name,
  s.name as reviewer`;
const MESSAGES = `chat_held h join user_account u on u.id = h.user_id left join staff_member s on s.id = h.reviewer_id`;

const itemOf = (row: Row): QueueItem => ({
  id: row.id,
  status: row.status as QueueStatus,
  user: { uid: row.uid, accountName: row.account_name },
  details: [
    { name: 'room', value: row.room_id },
    { name: 'why', value: row.why },
    { name: 'name', value: shownName(row.nickname, row.uid) },
    { name: 'text', value: row.body },
    ...(row.card === null ? [] : [{ name: 'card', value: JSON.stringify(row.card) }]),
    ...(row.reply_to === null ? [] : [{ name: 'reply_to', value: String(row.reply_to) }]),
  ],
  warnings: [],
  pictures: row.picture === null ? [] : [`/api/uploads/${row.picture}`],
  reason: row.reason,
  reviewer: row.reviewer,
  createdAt: row.at,
  reviewedAt: row.reviewed_at,
});

type Decision = {
  readonly status: 'approved' | 'rejected';
  readonly reason: string | null;
  readonly reviewerId: string;
  readonly at: number;
};

async function decide(tx: Transaction, id: string, { status, reason, reviewerId, at }: Decision): Promise<HeldRow> {
  const row = await lockHeld(tx, id);
  if (!row) throw new DomainError('not_found', { field: 'id' });
  if (row.status !== 'pending') throw new DomainError('already_reviewed');
  await tx.query(
    'update chat_held set status = $2, reason = $3, reviewer_id = $4, reviewed_at = $5, picture = null where id = $1',
    [id, status, reason, reviewerId, new Date(at)],
  );
  return row;
}

/** Publishes what was held, as of now: messages of a room are in the order of their times. */
async function publish(tx: Transaction, row: HeldRow, at: number): Promise<void> {
  await requireNotFrozen(tx, row.user_id);
  if (row.picture !== null) await publishHeld(tx, row.picture, row.user_id);
  const [sender] = await tx.query<{ nickname: string; uid: string; handle: string }>(
    `select u.nickname, u.uid, m.handle from user_account u join chat_member m on m.user_id = u.id where u.id = $1`,
    [row.user_id],
  );
  const room = await requireRoom(tx, row.room_id);
  const turn = await takeNumbers(tx, room.id, at, 1);
  if (!turn) throw new DomainError('not_found', { field: 'id' });
  await insertMessages(tx, [
    {
      roomId: room.id,
      seq: turn.seq,
      revision: turn.revision,
      userId: row.user_id,
      staffId: null,
      clientId: row.client_id,
      at,
      body: row.body,
      picture: row.picture,
      card: row.card,
      replyTo: row.reply_to,
      mentions: row.mentions,
      pinned: false,
    },
  ]);
  const people = await peopleOf(
    tx,
    row.mentions.map(({ handle }) => handle),
  );
  if (!sender) throw new Error(`user ${row.user_id} is gone`);
  const { handle } = sender;
  const name = shownName(sender.nickname, sender.uid);
  await tellMentioned(tx, people, { id: row.user_id, handle, name }, room, at);
  // The page reads its room again, and shows the message among the others.
  tx.notify(row.user_id, { kind: 'message' });
}

const MODERATORS = ['reviewer', 'admin'] as const;

/** Listeners of the room see a published message with the next look for changes. */
export const heldQueue: StaffQueue = {
  name: 'chat_held',
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
      from: `${MESSAGES} where ($1::text is null or h.status = $1)`,
      order: `(h.status = 'pending') desc, case when h.status = 'pending' then h.id end, h.id desc`,
      values: [status ?? null],
      page,
      limit,
    });
    return { items: rows.map(itemOf), total };
  },
  async show(sql, id) {
    const [row] = await sql.query<Row>(`select ${COLUMNS} from ${MESSAGES} where h.id = $1`, [id]);
    return row ? itemOf(row) : null;
  },
  async itemWith(sql, upload) {
    const [row] = await sql.query<{ id: string }>(
      `select id from chat_held where status = 'pending' and picture = $1`,
      [upload],
    );
    return row?.id ?? null;
  },
  async approve(tx, id, { reason, reviewerId, at }) {
    await publish(tx, await decide(tx, id, { status: 'approved', reason: reason ?? null, reviewerId, at }), at);
  },
  async reject(tx, id, { reason, reviewerId, at }) {
    const row = await decide(tx, id, { status: 'rejected', reason, reviewerId, at });
    if (row.picture !== null) await releaseUploads(tx, [row.picture]);
    const room = await requireRoom(tx, row.room_id);
    await tellUser(tx, {
      userId: row.user_id,
      kind: 'chat_rejected',
      named: { room: room.symbol ?? room.id, reason },
      reference: `${room.id}:held:${id}`,
      at,
      byMail: false,
    });
  },
};
