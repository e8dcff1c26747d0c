import type { Output, ReadInput } from '@tessera/api/contract';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { StaffQueue } from '../../platform/queues.ts';
import { publishHeld, releaseUploads } from '../../platform/uploads/uses.ts';
import { shownName } from '../identity/index.ts';
import { tellUser } from '../messages/index.ts';
import { CASE, type CaseRow, caseQueue, type Decision, decideCase } from './cases.ts';
import { requireMember, requireRoom, tellMentioned } from './send.ts';
import { deleteHeld, type HeldRow, insertMessages, lockHeld, peopleOf, takeNumbers } from './store.ts';

/* Messages that wait for a moderator: approving one publishes it as the newest of its room, rejecting it tells its author. */

type Row = CaseRow & HeldRow & { readonly nickname: string };

const COLUMNS = `${CASE}, c.room_id, c.user_id, c.client_id, c.at, c.why, c.body, c.card, c.reply_to, c.mentions, u.nickname`;
const MESSAGES = 'chat_held c join user_account u on u.id = c.user_id left join staff_member s on s.id = c.reviewer_id';

const decide = async (tx: Transaction, id: string, decision: Decision): Promise<HeldRow> =>
  decideCase(tx, 'chat_held', await lockHeld(tx, id), decision);

/**
 * Publishes what was held, as of now: messages of a room are in the order of their times. What its author may not write any
 * more is not published either: a moderator rejects it.
 */
async function publish(tx: Transaction, row: HeldRow, at: number): Promise<void> {
  const room = await requireRoom(tx, row.room_id);
  await requireMember(tx, row.user_id, room, at);
  if (row.picture !== null) await publishHeld(tx, row.picture, row.user_id);
  const [sender] = await tx.query<{ nickname: string; uid: string; handle: string }>(
    `select u.nickname, u.uid, m.handle from user_account u join chat_member m on m.user_id = u.id where u.id = $1`,
    [row.user_id],
  );
  const turn = await takeNumbers(tx, room.id, at, 1);
  // Under its lock: the room may have been closed since it was read.
  if (!turn?.open) throw new DomainError('chat_closed');
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

/** Listeners of the room see a published message with the next look for changes. */
export const heldQueue: StaffQueue = {
  ...caseQueue<Row>({
    table: 'chat_held',
    columns: COLUMNS,
    from: MESSAGES,
    read: (row) => ({
      createdAt: row.at,
      details: [
        { name: 'room', value: row.room_id },
        { name: 'why', value: row.why },
        { name: 'name', value: shownName(row.nickname, row.uid) },
        { name: 'text', value: row.body },
        ...(row.card === null ? [] : [{ name: 'card', value: JSON.stringify(row.card) }]),
        ...(row.reply_to === null ? [] : [{ name: 'reply_to', value: String(row.reply_to) }]),
      ],
    }),
  }),
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

/** Takes back a message of a user that is not decided yet. Rejects with `not_found` where there is none. */
export const withdrawHeld = (
  database: Database,
  userId: string,
  { client_id }: ReadInput<'POST /chat/withdraw'>,
): Promise<Output<'POST /chat/withdraw'>> =>
  database.transaction(async (tx) => {
    const gone = await deleteHeld(tx, userId, client_id);
    if (!gone) throw new DomainError('not_found', { field: 'client_id' });
    if (gone.picture !== null) await releaseUploads(tx, [gone.picture]);
    // Other screens of the user read the room again.
    tx.notify(userId, { kind: 'message' });
    return {};
  });
