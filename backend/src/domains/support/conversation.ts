import type { Output, ReadInput } from '@tessera/api/contract';
import type { LanguageCode } from '@tessera/api/rules';
import { expectedWait, REOPENS_WITHIN } from '@tessera/api/support/rules';
import { type Database, type Transaction, violates } from '../../platform/db/database.ts';
import { pageOf } from '../../platform/db/page.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { requireAttempt, type Window } from '../../platform/limits/attempts.ts';
import { useUpload } from '../../platform/uploads/uses.ts';
import {
  addMessage,
  type Conversation,
  currentOf,
  lockConversation,
  lockOwn,
  type MessageRow,
  messagesOf,
  openConversation,
  ownConversation,
  queueOf,
  sentBefore,
  tellOwner,
  wireConversation,
  wireMessage,
} from './store.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Messages of a user: a lively conversation stays below, a flood does not. */
const MESSAGES: readonly Window[] = [
  { most: 20, within: MINUTE },
  { most: 400, within: DAY },
];

type Writer = { readonly userId: string; readonly language: LanguageCode; readonly now: number };

/** The conversation that a new message belongs to, locked: the named one, the one that goes on, the last one again, or a new one. */
export async function conversationFor(
  tx: Transaction,
  id: string | undefined,
  { userId, language, now }: Writer,
): Promise<Conversation> {
  if (id !== undefined) {
    const named = await lockOwn(tx, userId, id);
    // One that is over is not written to beside the one that goes on.
    if (named.channel === 'mail' || named.status !== 'resolved') return named;
  }
  const current = await currentOf(tx, userId, true);
  if (current && current.status !== 'resolved') return current;
  if (current && now - (current.resolved_at ?? 0) < REOPENS_WITHIN) return current;
  return openConversation(tx, { userId, contact: null, channel: 'chat', title: null, language, at: now });
}

/** The conversation waits for staff again: for its agent, or in the queue. */
export async function awaitReply(tx: Transaction, { id, status }: Conversation, at: number): Promise<void> {
  if (status === 'resolved') await addMessage(tx, id, { kind: 'reopened', author: 'system', at });
  await tx.query(
    `update support_conversation
        set status = case when assignee_id is null then 'waiting' else 'open' end,
            waiting_since = coalesce(waiting_since, $2), resolved_at = null, snoozed_until = null
      where id = $1`,
    [id, new Date(at)],
  );
}

/** The message of this id that the user has sent before, in any conversation. */
async function repeated(database: Database, userId: string, clientId: string) {
  const [row] = await database.query<{ conversation_id: string }>(
    `select m.conversation_id from support_message m join support_conversation c on c.id = m.conversation_id
      where c.user_id = $1 and m.author = 'user' and m.client_id = $2`,
    [userId, clientId],
  );
  if (!row) return null;
  const message = await sentBefore(database, row.conversation_id, 'user', clientId);
  return message && { conversation: await ownConversation(database, userId, row.conversation_id), message };
}

async function write(tx: Transaction, input: ReadInput<'POST /support/message'>, writer: Writer) {
  const { id, client_id, text = '', picture } = input;
  const before = await conversationFor(tx, id, writer);
  const twin = await sentBefore(tx, before.id, 'user', client_id);
  if (twin) return { conversation: before, message: twin };
  const upload =
    picture === undefined ? null : await useUpload(tx, writer.userId, { location: picture, field: 'picture' });
  await awaitReply(tx, before, writer.now);
  const message = await addMessage(tx, before.id, {
    kind: 'text',
    author: 'user',
    body: text,
    picture: upload,
    clientId: client_id,
    at: writer.now,
  });
  const conversation = await lockConversation(tx, before.id);
  if (!conversation) throw new Error('the conversation is gone');
  tellOwner(tx, conversation);
  return { conversation, message };
}

/** Takes a message of a user, once by its `client_id`. Rejects with `rate_limited` beyond what a conversation needs. */
export async function sendMessage(
  database: Database,
  input: ReadInput<'POST /support/message'>,
  writer: Writer,
): Promise<Output<'POST /support/message'>> {
  if (input.text === undefined && input.picture === undefined)
    throw new DomainError('field_required', { field: 'text' });
  // A repetition is no new message, so it is not counted.
  let sent: { readonly conversation: Conversation; readonly message: MessageRow } | null = await repeated(
    database,
    writer.userId,
    input.client_id,
  );
  if (!sent) {
    await requireAttempt(database, {
      scope: 'support message',
      subject: writer.userId,
      windows: MESSAGES,
      now: writer.now,
    });
    try {
      sent = await database.transaction((tx) => write(tx, input, writer));
    } catch (error) {
      // Two first messages at once opened a conversation each: the second belongs into that of the first.
      if (!violates(error, 'support_conversation_current')) throw error;
      sent = await database.transaction((tx) => write(tx, input, writer));
    }
  }
  return {
    conversation: await wireConversation(database, sent.conversation, writer.now),
    message: wireMessage(sent.message),
  };
}

/** Messages of the user's conversation by their numbers. */
export async function readMessages(
  database: Database,
  userId: string,
  { id, ...asked }: ReadInput<'GET /support/messages'>,
  now: number,
): Promise<Output<'GET /support/messages'>> {
  const conversation = await ownConversation(database, userId, id);
  const list = await messagesOf(database, id, asked);
  return { conversation: await wireConversation(database, conversation, now), list: list.map(wireMessage) };
}

export async function listConversations(
  database: Database,
  userId: string,
  { page, limit }: ReadInput<'GET /support/list'>,
  now: number,
): Promise<Output<'GET /support/list'>> {
  const { rows, total } = await pageOf<Conversation>(database, {
    select: '*',
    newest: { of: 'support_conversation', where: 'user_id = $1', order: 'id desc', as: 'c' },
    order: 'id desc',
    values: [userId],
    page,
    limit,
  });
  const list = await Promise.all(rows.map((row) => wireConversation(database, row, now)));
  return { list, page, limit, total };
}

/** Notes how far messages of agents have come. Marks go forward only, and never beyond what there is. */
export async function markSeen(
  database: Database,
  userId: string,
  { id, seq, shown }: ReadInput<'POST /support/seen'>,
): Promise<void> {
  await database.transaction(async (tx) => {
    const { last_seq, user_seen, user_delivered } = await lockOwn(tx, userId, id);
    const reached = Math.min(seq, last_seq);
    const seen = shown ? Math.max(user_seen, reached) : user_seen;
    const delivered = Math.max(user_delivered, reached);
    if (seen === user_seen && delivered === user_delivered) return;
    await tx.query('update support_conversation set user_seen = $2, user_delivered = $3 where id = $1', [
      id,
      seen,
      delivered,
    ]);
    // Other screens of the user show the count.
    if (seen !== user_seen) tx.notify(userId, { kind: 'support', id });
  });
}

/** Ends the user's conversation; one that is over stays as it is. */
export async function endConversation(
  database: Database,
  userId: string,
  id: string,
  now: number,
): Promise<Output<'POST /support/end'>> {
  await database.transaction(async (tx) => {
    const conversation = await lockOwn(tx, userId, id);
    if (conversation.status !== 'resolved') await resolve(tx, conversation, now);
  });
  return wireConversation(database, await ownConversation(database, userId, id), now);
}

/** Ends a conversation that is locked. */
export async function resolve(tx: Transaction, conversation: Conversation, at: number): Promise<void> {
  await addMessage(tx, conversation.id, { kind: 'resolved', author: 'system', at });
  await tx.query(
    `update support_conversation set status = 'resolved', resolved_at = $2, waiting_since = null, snoozed_until = null
      where id = $1`,
    [conversation.id, new Date(at)],
  );
  tellOwner(tx, conversation);
}

export async function rateConversation(
  database: Database,
  userId: string,
  { id, rating, comment }: ReadInput<'POST /support/rate'>,
  now: number,
): Promise<Output<'POST /support/rate'>> {
  await database.transaction(async (tx) => {
    const { status } = await lockOwn(tx, userId, id);
    if (status !== 'resolved') throw new DomainError('conversation_not_over');
    await tx.query('update support_conversation set rating = $2, comment = $3 where id = $1', [
      id,
      rating,
      comment ?? null,
    ]);
  });
  return wireConversation(database, await ownConversation(database, userId, id), now);
}

export async function serviceState(database: Database, now: number): Promise<Output<'GET /support/service'>> {
  const { agents, length, replies } = await queueOf(database, now);
  return { staffed: agents > 0, queue: length, wait: expectedWait(length + 1, replies, agents) };
}
