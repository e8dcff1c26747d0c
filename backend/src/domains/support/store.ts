import type { Output } from '@tessera/api/contract';
import type { LanguageCode } from '@tessera/api/rules';
import { AGENT_AWAY_AFTER, type ConversationStatus, expectedWait } from '@tessera/api/support/rules';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { newReference } from '../../platform/reference.ts';

export type Conversation = {
  readonly id: string;
  readonly user_id: string | null;
  readonly contact: string | null;
  readonly reference: string;
  readonly channel: 'chat' | 'mail';
  readonly title: string | null;
  readonly language: LanguageCode;
  readonly status: ConversationStatus;
  readonly assignee_id: string | null;
  readonly restricted: boolean;
  readonly last_seq: number;
  readonly user_delivered: number;
  readonly user_seen: number;
  readonly staff_delivered: number;
  readonly staff_seen: number;
  readonly mailed: number;
  readonly rating: number | null;
  readonly comment: string | null;
  /** Unix ms, as all times. */
  readonly created_at: number;
  readonly last_at: number;
  readonly waiting_since: number | null;
  readonly first_reply_at: number | null;
  readonly resolved_at: number | null;
  readonly snoozed_until: number | null;
};

export type MessageRow = {
  readonly seq: number;
  readonly kind: Output<'GET /support/messages'>['list'][number]['kind'];
  readonly author: 'user' | 'agent' | 'system';
  readonly name: string | null;
  readonly body: string;
  readonly picture: string | null;
  readonly client_id: string | null;
  readonly at: number;
};

type WireConversation = Output<'POST /support/end'>;
export type WireMessage = Output<'GET /support/messages'>['list'][number];

/** First replies that the expected wait is taken from, and how long they tell something, ms. */
const LAST_REPLIES = 20;
const REPLIES_WITHIN = 86_400_000;

type Opened = {
  readonly userId: string | null;
  readonly contact: string | null;
  readonly channel: Conversation['channel'];
  readonly title: string | null;
  readonly language: string;
  readonly at: number;
};

export async function openConversation(
  tx: Transaction,
  { userId, contact, channel, title, language, at }: Opened,
): Promise<Conversation> {
  const [row] = await tx.query<Conversation>(
    `insert into support_conversation
       (user_id, contact, reference, channel, title, language, status, created_at, last_at)
     values ($1, $2, $3, $4, $5, $6, 'waiting', $7, $7) returning *`,
    [userId, contact, newReference(), channel, title, language, new Date(at)],
  );
  if (!row) throw new Error('the conversation was not stored');
  return row;
}

/** Locks a conversation; all that changes it does. Null for an unknown one. */
export async function lockConversation(tx: Transaction, id: string): Promise<Conversation | null> {
  const [row] = await tx.query<Conversation>('select * from support_conversation where id = $1 for update', [id]);
  return row ?? null;
}

/** Locks a conversation of this user, or rejects with `not_found`. */
export async function lockOwn(tx: Transaction, userId: string, id: string): Promise<Conversation> {
  const conversation = await lockConversation(tx, id);
  if (conversation?.user_id !== userId) throw new DomainError('not_found', { field: 'id' });
  return conversation;
}

/** The user's conversation that goes on, else the last one; locked where `lock`. */
export async function currentOf(sql: Sql, userId: string, lock = false): Promise<Conversation | null> {
  const [row] = await sql.query<Conversation>(
    `select * from support_conversation where user_id = $1 and channel = 'chat'
      order by (status <> 'resolved') desc, id desc limit 1 ${lock ? 'for update' : ''}`,
    [userId],
  );
  return row ?? null;
}

export async function ownConversation(sql: Sql, userId: string, id: string): Promise<Conversation> {
  const [row] = await sql.query<Conversation>('select * from support_conversation where id = $1 and user_id = $2', [
    id,
    userId,
  ]);
  if (!row) throw new DomainError('not_found', { field: 'id' });
  return row;
}

type Added = {
  readonly kind: MessageRow['kind'];
  readonly author: MessageRow['author'];
  readonly staffId?: string;
  readonly body?: string;
  readonly picture?: string | null;
  readonly clientId?: string;
  readonly at: number;
};

/** Adds a message under the next number. The conversation is locked by the caller: numbers have no gaps. */
export async function addMessage(
  tx: Transaction,
  id: string,
  { kind, author, staffId, body = '', picture = null, clientId, at }: Added,
): Promise<MessageRow> {
  const [row] = await tx.query<MessageRow>(
    `with numbered as (
       update support_conversation set last_seq = last_seq + 1, last_at = $8 where id = $1 returning last_seq
     ), added as (
       insert into support_message (conversation_id, seq, kind, author, staff_id, body, picture, client_id, at)
       select $1, last_seq, $2, $3, $4, $5, $6, $7, $8 from numbered returning *
     )
     select a.seq, a.kind, a.author, s.name, a.body, a.picture, a.client_id, a.at
       from added a left join staff_member s on s.id = a.staff_id`,
    [id, kind, author, staffId ?? null, body, picture, clientId ?? null, new Date(at)],
  );
  if (!row) throw new Error(`the conversation ${id} is gone`);
  return row;
}

const MESSAGES = `select m.seq, m.kind, m.author, s.name, m.body, m.picture, m.client_id, m.at
  from support_message m left join staff_member s on s.id = m.staff_id where m.conversation_id = $1`;

/** The message that this side has sent under this id before. */
export async function sentBefore(
  sql: Sql,
  id: string,
  author: 'user' | 'agent',
  clientId: string,
): Promise<MessageRow | null> {
  const [row] = await sql.query<MessageRow>(`${MESSAGES} and m.author = $2 and m.client_id = $3`, [
    id,
    author,
    clientId,
  ]);
  return row ?? null;
}

type Asked = { readonly after?: number | undefined; readonly before?: number | undefined; readonly limit: number };

/** Messages oldest first: those after a number, the last ones before a number, or the last ones. */
export async function messagesOf(sql: Sql, id: string, { after, before, limit }: Asked): Promise<MessageRow[]> {
  if (after !== undefined) {
    return sql.query<MessageRow>(`${MESSAGES} and m.seq > $2 order by m.seq limit $3`, [id, after, limit]);
  }
  const rows = await sql.query<MessageRow>(
    `${MESSAGES} and ($2::int is null or m.seq < $2) order by m.seq desc limit $3`,
    [id, before ?? null, limit],
  );
  return rows.toReversed();
}

export const wireMessage = ({ body, picture, ...row }: MessageRow): WireMessage => ({
  ...row,
  text: body,
  picture: picture === null ? null : `/api/uploads/${picture}`,
});

/** What the users' screens show of the queue. */
export async function queueOf(sql: Sql, now: number): Promise<{ agents: number; length: number; replies: Reply[] }> {
  const [counted] = await sql.query<{ agents: number; length: number }>(
    `select (select count(*)::int from support_agent a join staff_member m on m.id = a.staff_id
              where a.on_duty and a.seen_at > $1 and not m.disabled) as agents,
            (select count(*)::int from support_conversation where status = 'waiting') as length`,
    [new Date(now - AGENT_AWAY_AFTER)],
  );
  const replies = await sql.query<Reply>(
    `select first_reply_at as at, (extract(epoch from first_reply_at - created_at) * 1000)::float8 as waited
       from support_conversation where first_reply_at > $1 order by first_reply_at desc limit $2`,
    [new Date(now - REPLIES_WITHIN), LAST_REPLIES],
  );
  return { agents: counted?.agents ?? 0, length: counted?.length ?? 0, replies: replies.toReversed() };
}
type Reply = { readonly at: number; readonly waited: number };

type Place = { readonly position: number | null; readonly wait: number | null };

/** Where a conversation stands in the queue. */
async function placeOf(sql: Sql, { id, status, waiting_since }: Conversation, now: number): Promise<Place> {
  if (status !== 'waiting' || waiting_since === null) return { position: null, wait: null };
  const [row] = await sql.query<{ position: number }>(
    `select 1 + count(*)::int as position from support_conversation
      where status = 'waiting' and (waiting_since, id) < ($1, $2)`,
    [new Date(waiting_since), id],
  );
  const { agents, replies } = await queueOf(sql, now);
  const position = row?.position ?? 1;
  return { position, wait: expectedWait(position, replies, agents) };
}

type Own = { readonly agent: string | null; readonly unread: number };

/** A conversation as its user sees it. */
export async function wireConversation(sql: Sql, row: Conversation, now: number): Promise<WireConversation> {
  const [own] = await sql.query<Own>(
    `select (select name from staff_member where id = $2) as agent,
            (select count(*)::int from (select author from support_message where conversation_id = $1 and seq > $3
                                       order by seq limit 1000) m where author = 'agent') as unread`,
    [row.id, row.assignee_id, row.user_seen],
  );
  return {
    id: row.id,
    reference: row.reference,
    channel: row.channel,
    status: row.status,
    title: row.title,
    agent: own?.agent ?? null,
    last_seq: row.last_seq,
    delivered_seq: row.staff_delivered,
    seen_seq: row.staff_seen,
    unread: own?.unread ?? 0,
    rating: row.rating,
    created_at: row.created_at,
    last_at: row.last_at,
    ...(await placeOf(sql, row, now)),
  };
}

/** Tells the user's screens that something of the conversation changed. */
export function tellOwner(tx: Transaction, { id, user_id }: Pick<Conversation, 'id' | 'user_id'>): void {
  if (user_id !== null) tx.notify(user_id, { kind: 'support', id });
}
