import { basename } from 'node:path';
import type { Output, ReadInput } from '@tessera/api/contract';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { StaffMember } from '../../platform/session/read-session.ts';
import { giveUpload } from '../../platform/uploads/uses.ts';
import { notifyDevices } from '../messages/index.ts';
import { resolve } from './conversation.ts';
import { historyOf, mayRead, recordRead, recordStaff, staffConversation, type WireStaffConversation } from './inbox.ts';
import type { Letters } from './letters.ts';
import {
  addMessage,
  type Conversation,
  lockConversation,
  messagesOf,
  sentBefore,
  tellOwner,
  type WireMessage,
  wireMessage,
} from './store.ts';
import type { Typing } from './typing.ts';

/*
 * What agents do with a conversation. Each locks it, so that of two who take it at once one gets it and the other is told
 * who has it, and writes the audit record in the same transaction.
 */

type By = { readonly agent: StaffMember; readonly now: number };

/** Messages at once, as a member opens a conversation. */
const MOST_MESSAGES = 100;

/** Locks a conversation that this member may read. One that may not be read is not told from one that is not there. */
async function lockReadable(tx: Transaction, id: string, agent: StaffMember): Promise<Conversation> {
  const conversation = await lockConversation(tx, id);
  if (!conversation || !mayRead(agent, conversation)) throw new DomainError('not_found', { field: 'id' });
  return conversation;
}

async function heldBy(tx: Transaction, staffId: string): Promise<DomainError> {
  const [holder] = await tx.query<{ name: string }>('select name from staff_member where id = $1', [staffId]);
  return new DomainError('claimed_by_other', { params: { name: holder?.name ?? '' } });
}

/** Locks a conversation that is this member's or without an agent. */
async function lockFree(tx: Transaction, id: string, agent: StaffMember): Promise<Conversation> {
  const conversation = await lockReadable(tx, id, agent);
  const { assignee_id } = conversation;
  if (assignee_id !== null && assignee_id !== agent.id) throw await heldBy(tx, assignee_id);
  return conversation;
}

/**
 * Rejects what an agent decided without a part of the conversation: messages above `seen` that are not the agent's own. The
 * conversation is locked by the caller.
 */
async function requireSeen(tx: Transaction, id: string, seen: number, agent: StaffMember): Promise<void> {
  const missed = await tx.query(
    `select from support_message where conversation_id = $1 and seq > $2 and staff_id is distinct from $3 limit 1`,
    [id, seen, agent.id],
  );
  if (missed.length > 0) throw new DomainError('conversation_moved');
}

/** Opens a resolved conversation again. Rejects with `conversation_replaced` where its user has begun another one. */
async function reopen(tx: Transaction, { id, user_id, channel }: Conversation, { agent, now }: By): Promise<void> {
  if (user_id !== null && channel === 'chat') {
    const [other] = await tx.query<{ id: string }>(
      `select id from support_conversation where user_id = $1 and channel = 'chat' and status <> 'resolved'`,
      [user_id],
    );
    if (other) throw new DomainError('conversation_replaced');
  }
  await addMessage(tx, id, { kind: 'reopened', author: 'system', staffId: agent.id, at: now });
  await recordStaff(tx, id, { staffId: agent.id, action: 'reopen', at: now });
}

/** Makes a conversation without an agent this member's; one that is over goes on. */
async function take(tx: Transaction, conversation: Conversation, by: By): Promise<void> {
  const { agent, now } = by;
  if (conversation.assignee_id === agent.id && conversation.status === 'open') return;
  if (conversation.status === 'resolved') await reopen(tx, conversation, by);
  const joins = conversation.assignee_id === null;
  await tx.query(
    `update support_conversation
        set assignee_id = $2, status = 'open', resolved_at = null, snoozed_until = null where id = $1`,
    [conversation.id, agent.id],
  );
  if (joins) {
    await addMessage(tx, conversation.id, { kind: 'joined', author: 'system', staffId: agent.id, at: now });
    await recordStaff(tx, conversation.id, { staffId: agent.id, action: 'take', at: now });
  }
  tellOwner(tx, conversation);
}

/** Runs a change in a transaction and returns the conversation after it. */
async function changed(
  database: Database,
  id: string,
  { agent }: By,
  change: (tx: Transaction) => Promise<void>,
): Promise<WireStaffConversation> {
  await database.transaction(change);
  return staffConversation(database, id, agent);
}

export const takeConversation = (database: Database, id: string, by: By): Promise<WireStaffConversation> =>
  changed(database, id, by, async (tx) => take(tx, await lockFree(tx, id, by.agent), by));

/** Hands a conversation over. Its agent may, and an admin; one without an agent may be given to any agent. */
export const assignConversation = (
  database: Database,
  { id, staff_id, seen, reason }: ReadInput<'POST /staff/support/assign'>,
  by: By,
): Promise<WireStaffConversation> =>
  changed(database, id, by, async (tx) => {
    const { agent, now } = by;
    const conversation = await (agent.role === 'admin' ? lockReadable : lockFree)(tx, id, agent);
    const [heir] = await tx.query<{ name: string }>(
      `select name from staff_member where id = $1 and role in ('support', 'admin') and not disabled`,
      [staff_id],
    );
    if (!heir) throw new DomainError('not_found', { field: 'staff_id' });
    if (conversation.assignee_id === staff_id) return;
    await requireSeen(tx, id, seen, agent);
    if (conversation.status === 'resolved') await reopen(tx, conversation, by);
    await tx.query(
      `update support_conversation
          set assignee_id = $2, status = 'open', resolved_at = null, snoozed_until = null where id = $1`,
      [id, staff_id],
    );
    const kind = conversation.assignee_id === null ? 'joined' : 'handed_over';
    await addMessage(tx, id, { kind, author: 'system', staffId: staff_id, at: now });
    await recordStaff(tx, id, { staffId: agent.id, action: 'assign', detail: `${heir.name}: ${reason}`, at: now });
    tellOwner(tx, conversation);
  });

/** Gives an agent's picture to the user. A guest could not see it. */
async function sendPicture(tx: Transaction, upload: string, agent: StaffMember, userId: string | null): Promise<void> {
  if (userId === null) throw new DomainError('invalid_field', { field: 'picture' });
  if (!(await giveUpload(tx, upload, { staffId: agent.id, userId }))) {
    throw new DomainError('upload_unknown', { field: 'picture' });
  }
}

/**
 * Replies, once by the `client_id`. Takes a conversation without an agent, and reopens one that is over. What the user wrote
 * above `seen` still waits for a reply. A picture becomes the user's with it.
 */
export const replyTo = (
  database: Database,
  letters: Letters,
  { id, client_id, text = '', picture, seen }: ReadInput<'POST /staff/support/reply'>,
  by: By,
): Promise<WireMessage> =>
  database.transaction(async (tx) => {
    const { agent, now } = by;
    const conversation = await lockFree(tx, id, agent);
    const twin = await sentBefore(tx, id, 'agent', client_id);
    if (twin) return wireMessage(twin);
    if (text === '' && picture === undefined) throw new DomainError('field_required', { field: 'text' });
    const upload = picture === undefined ? null : basename(picture);
    await take(tx, conversation, by);
    if (upload !== null) await sendPicture(tx, upload, agent, conversation.user_id);
    const message = await addMessage(tx, id, {
      kind: 'text',
      author: 'agent',
      staffId: agent.id,
      body: text,
      picture: upload,
      clientId: client_id,
      at: now,
    });
    await tx.query(
      `update support_conversation c
          set waiting_since = (select min(at) from support_message m
                                where m.conversation_id = c.id and m.author = 'user' and m.seq > $3),
              first_reply_at = coalesce(first_reply_at, $2),
              staff_delivered = greatest(staff_delivered, least($3, last_seq)),
              staff_seen = greatest(staff_seen, least($3, last_seq))
        where id = $1`,
      [id, new Date(now), seen],
    );
    if (conversation.channel === 'mail') await letters.reply(tx, { ...conversation, last_seq: message.seq }, [message]);
    else if (conversation.user_id !== null)
      await notifyDevices(tx, conversation.user_id, {
        id: `support-${conversation.reference}-${message.seq}`,
        topic: 'support',
        link: '/pages/kefu/index',
        words: null,
        at: now,
      });
    tellOwner(tx, conversation);
    return wireMessage(message);
  });

export async function addNote(
  database: Database,
  { id, client_id, text }: ReadInput<'POST /staff/support/note'>,
  { agent, now }: By,
): Promise<void> {
  await database.transaction(async (tx) => {
    await lockReadable(tx, id, agent);
    await tx.query(
      `insert into support_note (conversation_id, staff_id, client_id, body, at) values ($1, $2, $3, $4, $5)
       on conflict (conversation_id, client_id) do nothing`,
      [id, agent.id, client_id, text, new Date(now)],
    );
  });
}

/** Its agent has seen the messages up to a number. */
export async function staffSeen(
  database: Database,
  { id, seq }: ReadInput<'POST /staff/support/seen'>,
  { agent }: Pick<By, 'agent'>,
): Promise<void> {
  await database.transaction(async (tx) => {
    const conversation = await lockFree(tx, id, agent);
    const reached = Math.min(seq, conversation.last_seq);
    if (conversation.assignee_id === null || reached <= conversation.staff_seen) return;
    await tx.query(
      'update support_conversation set staff_seen = $2, staff_delivered = greatest(staff_delivered, $2) where id = $1',
      [id, reached],
    );
    tellOwner(tx, conversation);
  });
}

/** Shows the user that the agent is writing. */
export async function staffTyping(database: Database, id: string, { agent }: Pick<By, 'agent'>): Promise<void> {
  await database.transaction(async (tx) => {
    const { user_id, assignee_id } = await lockFree(tx, id, agent);
    if (assignee_id !== null && user_id !== null) tx.notify(user_id, { kind: 'typing', id, status: 'agent' });
  });
}

export const snooze = (
  database: Database,
  { id, until, seen }: ReadInput<'POST /staff/support/snooze'>,
  by: By,
): Promise<WireStaffConversation> =>
  changed(database, id, by, async (tx) => {
    const { agent, now } = by;
    if (until <= now) throw new DomainError('invalid_field', { field: 'until' });
    const conversation = await lockFree(tx, id, agent);
    if (conversation.status === 'resolved') throw new DomainError('not_found', { field: 'id' });
    await requireSeen(tx, id, seen, agent);
    await tx.query(
      `update support_conversation
          set status = 'snoozed', assignee_id = $2, snoozed_until = $3, waiting_since = null where id = $1`,
      [id, agent.id, new Date(until)],
    );
    await recordStaff(tx, id, { staffId: agent.id, action: 'snooze', detail: new Date(until).toISOString(), at: now });
  });

export const resolveConversation = (
  database: Database,
  { id, seen }: ReadInput<'POST /staff/support/resolve'>,
  by: By,
): Promise<WireStaffConversation> =>
  changed(database, id, by, async (tx) => {
    const { agent, now } = by;
    const conversation = await lockFree(tx, id, agent);
    if (conversation.status === 'resolved') return;
    await requireSeen(tx, id, seen, agent);
    await resolve(tx, conversation, now);
    await recordStaff(tx, id, { staffId: agent.id, action: 'resolve', at: now });
  });

export const reopenConversation = (database: Database, id: string, by: By): Promise<WireStaffConversation> =>
  changed(database, id, by, async (tx) => {
    const conversation = await lockFree(tx, id, by.agent);
    if (conversation.status === 'open') return;
    if (conversation.status !== 'resolved')
      await recordStaff(tx, id, { staffId: by.agent.id, action: 'reopen', at: by.now });
    await take(tx, conversation, by);
  });

/** Its agent or an admin decides who may read it. */
export const restrictConversation = (
  database: Database,
  { id, restricted, reason }: ReadInput<'POST /staff/support/restrict'>,
  by: By,
): Promise<WireStaffConversation> =>
  changed(database, id, by, async (tx) => {
    const { agent, now } = by;
    const conversation = await (agent.role === 'admin' ? lockReadable : lockFree)(tx, id, agent);
    if (agent.role !== 'admin' && conversation.assignee_id !== agent.id) throw new DomainError('forbidden');
    await tx.query('update support_conversation set restricted = $2 where id = $1', [id, restricted]);
    const action = restricted ? 'restrict' : 'release';
    await recordStaff(tx, id, { staffId: agent.id, action, detail: reason, at: now });
  });

/** A conversation for a member who may read it. That is recorded, not each time that it is polled. */
export async function openForStaff(
  database: Database,
  typing: Pick<Typing, 'isTyping'>,
  { id, after }: ReadInput<'GET /staff/support/conversation'>,
  { agent, now }: By,
): Promise<Output<'GET /staff/support/conversation'>> {
  const [row] = await database.query<Conversation>('select * from support_conversation where id = $1', [id]);
  if (!row || !mayRead(agent, row)) throw new DomainError('not_found', { field: 'id' });
  await recordRead(database, id, { staffId: agent.id, at: now });
  const messages = await messagesOf(database, id, { after, limit: MOST_MESSAGES });
  return {
    conversation: await staffConversation(database, id, agent),
    messages: messages.map(wireMessage),
    notes: await database.query<Output<'GET /staff/support/conversation'>['notes'][number]>(
      `select n.id, m.name, n.body as text, n.at from support_note n join staff_member m on m.id = n.staff_id
        where n.conversation_id = $1 order by n.id desc limit 100`,
      [id],
    ),
    history: await historyOf(database, id),
    typing: typing.isTyping(id, now),
    user_delivered_seq: row.user_delivered,
    user_seen_seq: row.user_seen,
  };
}
