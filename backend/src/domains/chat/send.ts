import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import { chatRules, slowUntil, textProblem } from '@tessera/api/chat/rules';
import type { ReadInput } from '@tessera/api/contract';
import type { Catalogue } from '../../platform/catalogue/catalogue.ts';
import type { Database, Sql, Transaction } from '../../platform/db/database.ts';
import type { Feed } from '../../platform/feed/feed.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { publishUpload } from '../../platform/uploads/uses.ts';
import { requireNotFrozen } from '../identity/index.ts';
import { tellUser } from '../messages/index.ts';
import { cardOf } from './cards.ts';
import { hasLink } from './links.ts';
import { shownName } from './names.ts';
import {
  banOf,
  insertMessage,
  lockMember,
  memberOf,
  messageOf,
  mutersOf,
  type Person,
  peopleOf,
  type RoomRow,
  recentOf,
  roomOf,
  sentBefore,
  takeNumber,
} from './store.ts';
import { messageView, type WireMessage } from './views.ts';

export type Sending = {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly feed: Feed;
  /** Unix ms. */
  readonly now: () => number;
};

const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';

/** 60 random bits. */
export const newHandle = (): string => [...randomBytes(12)].map((byte) => LETTERS[byte % 32]).join('');

export async function requireRoom(sql: Sql, id: string): Promise<RoomRow> {
  const room = await roomOf(sql, id);
  if (!room) throw new DomainError('not_found', { field: 'room' });
  return room;
}

/** Rejects what only members who may write may do. */
export async function requireMember(tx: Transaction, userId: string, room: RoomRow, at: number): Promise<void> {
  await requireNotFrozen(tx, userId);
  const ban = await banOf(tx, userId, room.id, at);
  if (ban) throw new DomainError('chat_banned', { params: { reason: ban.reason } });
  if (!room.open) throw new DomainError('chat_closed');
}

/** Rejects a cleaned text that is no message. */
export function requireText(text: string, hasMore: boolean): void {
  const problem = textProblem(text, hasMore);
  if (problem)
    throw new DomainError(problem.code, { field: 'text', ...('params' in problem && { params: problem.params }) });
}

/** Rejects floods. The member is locked: what was sent at once is counted one after the other. */
async function requirePace(tx: Transaction, userId: string, room: RoomRow, body: string, picture: boolean, at: number) {
  const recent = await recentOf(tx, { userId, roomId: room.id, body, at });
  const slow = slowUntil(recent.last, room.slow_mode);
  if (slow > at) throw new DomainError('chat_slow', { params: { seconds: Math.ceil((slow - at) / 1_000) } });
  if (recent.sent >= chatRules.pace.count || (picture && recent.pictures >= chatRules.pictures.count)) {
    throw new DomainError('chat_fast');
  }
  if (recent.repeated) throw new DomainError('chat_repeated', { field: 'text' });
}

const unique = <T>(all: readonly T[]): readonly T[] => [...new Set(all)];

/** Tells those who were mentioned, unless they have muted the sender. */
async function tellMentioned(
  tx: Transaction,
  people: readonly Person[],
  sender: { readonly id: string; readonly name: string },
  room: RoomRow,
  seq: number,
  at: number,
): Promise<void> {
  const ids = people.map(({ id }) => id).filter((id) => id !== sender.id);
  if (ids.length === 0) return;
  const muters = await mutersOf(tx, sender.id, ids);
  for (const id of ids) {
    if (muters.has(id)) continue;
    await tellUser(tx, {
      userId: id,
      kind: 'chat_mention',
      named: { name: sender.name, room: room.symbol ?? room.id },
      reference: `${room.id}:${seq}`,
      at,
      byMail: false,
    });
  }
}

/** Writes a message. The same `client_id` returns the message that it became before. */
export const send = (
  { database, catalogue, feed, now }: Sending,
  userId: string,
  input: ReadInput<'POST /chat/send'>,
): Promise<WireMessage> =>
  database.transaction(async (tx) => {
    const at = now();
    const handle = await memberOf(tx, userId, newHandle(), at);
    await lockMember(tx, userId);
    const before = await sentBefore(tx, userId, input.client_id);
    if (before) return viewOf(tx, before.room_id, before.seq);

    const room = await requireRoom(tx, input.room);
    await requireMember(tx, userId, room, at);
    const card = await cardOf(tx, userId, input, { catalogue, feed, now });
    const body = input.text;
    requireText(body, card !== null || input.picture !== undefined);
    if (hasLink(body)) throw new DomainError('chat_link', { field: 'text' });
    await requirePace(tx, userId, room, body, input.picture !== undefined, at);
    const picture = input.picture === undefined ? null : basename(input.picture);
    if (picture !== null && !(await publishUpload(tx, picture, userId))) {
      throw new DomainError('upload_missing', { field: 'picture' });
    }
    if (input.reply_to !== undefined) {
      const quoted = await messageOf(tx, room.id, input.reply_to);
      if (!quoted) throw new DomainError('not_found', { field: 'reply_to' });
      if (quoted.deleted_at !== null) throw new DomainError('chat_deleted', { field: 'reply_to' });
    }
    const mentioned = unique(input.mentions?.split(',') ?? []).slice(0, chatRules.mentions.max);
    const people = mentioned.length === 0 ? [] : await peopleOf(tx, mentioned);
    const [self] = await peopleOf(tx, [handle]);

    // The last lock: messages of a room wait for each other no longer than it takes to write them.
    const turn = await takeNumber(tx, room.id, at);
    if (!turn?.open) throw new DomainError('chat_closed');
    if (turn.count > chatRules.room.count) throw new DomainError('chat_fast');
    await insertMessage(tx, {
      roomId: room.id,
      seq: turn.seq,
      revision: turn.revision,
      userId,
      staffId: null,
      clientId: input.client_id,
      at,
      body,
      picture,
      card,
      replyTo: input.reply_to ?? null,
      mentions: people.map((person) => ({ handle: person.handle, name: shownName(person.nickname, person.uid) })),
      pinned: false,
    });
    const name = self ? shownName(self.nickname, self.uid) : '';
    await tellMentioned(tx, people, { id: userId, name }, room, turn.seq, at);
    return viewOf(tx, room.id, turn.seq);
  });

export async function viewOf(sql: Sql, roomId: string, seq: number): Promise<WireMessage> {
  const row = await messageOf(sql, roomId, seq);
  if (!row) throw new DomainError('not_found', { field: 'seq' });
  return messageView(row);
}
