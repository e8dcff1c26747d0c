import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import { chatRules, slowUntil, textProblem } from '@tessera/api/chat/rules';
import type { ReadInput } from '@tessera/api/contract';
import type { Catalogue } from '../../platform/catalogue/catalogue.ts';
import type { Database, Sql, Transaction } from '../../platform/db/database.ts';
import type { Feed } from '../../platform/feed/feed.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { holdUpload, publishUpload } from '../../platform/uploads/uses.ts';
import { hasLink, requireNotFrozen, shownName } from '../identity/index.ts';
import { tellUser, toldSince } from '../messages/index.ts';
import { readSettingsOf } from '../site/index.ts';
import { cardOf } from './cards.ts';
import {
  banOf,
  heldBefore,
  insertHeld,
  insertMessages,
  lockMembers,
  messageOf,
  messagesAfter,
  mutersOf,
  type NewMessage,
  type Person,
  peopleOf,
  type Recent,
  type RoomRow,
  recentOf,
  roomOf,
  sentBefore,
  takeNumbers,
} from './store.ts';
import { heldView, messageView, personView, type WireMessage } from './views.ts';

export type Sending = {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly feed: Feed;
  /** Unix ms. */
  readonly now: () => number;
};

const HOUR = 3_600_000;
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
  const standing = requireNotFrozen(tx, userId);
  const [, ban] = await Promise.all([standing, banOf(tx, userId, room.id, at)]);
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
async function requirePace(
  tx: Transaction,
  userId: string,
  room: RoomRow,
  body: string,
  picture: boolean,
  at: number,
): Promise<Recent> {
  const recent = await recentOf(tx, { userId, roomId: room.id, body, at });
  const slow = slowUntil(recent.last, room.slow_mode);
  if (slow > at) throw new DomainError('chat_slow', { params: { seconds: Math.ceil((slow - at) / 1_000) } });
  if (recent.sent >= chatRules.pace.count || (picture && recent.pictures >= chatRules.pictures.count)) {
    throw new DomainError('chat_fast');
  }
  if (recent.repeated) throw new DomainError('chat_repeated', { field: 'text' });
  return recent;
}

/** Settings by keyword, with their first values. */
export const chatSettings = {
  /** The first message of an account that is younger, in hours, waits for a moderator; 0: of none. */
  chat_hold_hours: '24',
} as const;

async function holdWithin(sql: Sql): Promise<number> {
  const stored = await readSettingsOf(sql, Object.keys(chatSettings));
  const hours = Number(stored('chat_hold_hours'));
  return (Number.isFinite(hours) ? hours : Number(chatSettings.chat_hold_hours)) * HOUR;
}

const unique = <T>(all: readonly T[]): readonly T[] => [...new Set(all)];

/**
 * Tells those who were mentioned, unless they have muted the sender or had enough notices of mentions. The reference is of
 * the sender, the room and a stretch of time, so that several mentions within it are one notice.
 */
export async function tellMentioned(
  tx: Transaction,
  people: readonly Pick<Person, 'id'>[],
  sender: { readonly id: string; readonly handle: string; readonly name: string },
  room: RoomRow,
  at: number,
): Promise<void> {
  const ids = people.map(({ id }) => id).filter((id) => id !== sender.id);
  if (ids.length === 0) return;
  const { within, count, hour } = chatRules.notices;
  const [muters, told] = [await mutersOf(tx, sender.id, ids), await toldSince(tx, ['chat_mention'], ids, at - hour)];
  for (const id of ids) {
    if (muters.has(id) || (told.get(id) ?? 0) >= count) continue;
    await tellUser(tx, {
      userId: id,
      kind: 'chat_mention',
      named: { name: sender.name, room: room.symbol ?? room.id },
      reference: `${room.id}:${sender.handle}:${Math.floor(at / within)}`,
      at,
      byMail: false,
    });
  }
}

type Input = ReadInput<'POST /chat/send'>;

/** Messages of one room in one transaction at most. */
const MOST_AT_ONCE = 50;

type Waiting = {
  readonly userId: string;
  readonly input: Input;
  readonly resolve: (message: WireMessage) => void;
  readonly reject: (error: unknown) => void;
};

/** A message that is in order, or what is known of it already: it was sent before, or waits for a moderator. */
type Checked = {
  readonly waiting: Waiting;
  readonly before: WireMessage | null;
  readonly message: Omit<NewMessage, 'seq' | 'revision'>;
  readonly people: readonly Person[];
  readonly name: string;
  readonly handle: string;
};

/** These messages cannot be taken together: each is tried alone. */
class Apart extends Error {
  override name = 'Apart';
}

/**
 * Writes messages. The same `client_id` returns the message that it became before.
 *
 * What comes in for a room while a transaction is under way is taken together by the next one: the numbers of a room are
 * given under its lock, which is held until the commit is flushed.
 */
export function createSender({ database, catalogue, feed, now }: Sending) {
  const queues = new Map<string, Waiting[]>();

  async function check(
    tx: Transaction,
    waiting: Waiting,
    {
      room,
      handle,
      at,
      newFor,
    }: { readonly room: RoomRow; readonly handle: string; readonly at: number; readonly newFor: number },
  ): Promise<Checked> {
    const { userId, input } = waiting;
    const mentioned = unique(input.mentions?.split(',') ?? []).slice(0, chatRules.mentions.max);
    // Issued at once, so that all are read in one step.
    const before = sentBefore(tx, userId, input.client_id);
    const heldOnce = heldBefore(tx, userId, input.client_id);
    const member = requireMember(tx, userId, room, at);
    const card = cardOf(tx, userId, input, { catalogue, feed, now });
    const pace = requirePace(tx, userId, room, input.text, input.picture !== undefined, at);
    const quoted = input.reply_to === undefined ? null : messageOf(tx, room.id, input.reply_to);
    const people = mentioned.length === 0 ? [] : peopleOf(tx, mentioned);
    const self = peopleOf(tx, [handle]);
    await Promise.allSettled([before, heldOnce, member, card, pace, quoted, people, self]);

    const known = await before;
    const [author] = await self;
    const message = {
      roomId: room.id,
      userId,
      staffId: null,
      clientId: input.client_id,
      at,
      body: input.text,
      picture: input.picture === undefined ? null : basename(input.picture),
      card: null,
      replyTo: input.reply_to ?? null,
      mentions: [],
      pinned: false,
    };
    const name = author ? shownName(author.nickname, author.uid) : '';
    if (known)
      return { waiting, before: await viewOf(tx, known.room_id, known.seq), message, people: [], name, handle };
    const was = await heldOnce;
    if (was) return { waiting, before: heldView(was, author && personView(author)), message, people: [], name, handle };

    await member;
    const shared = await card;
    requireText(message.body, shared !== null || message.picture !== null);
    const { waiting: held, known: hasWritten, since } = await pace;
    const isNew = !hasWritten && since > at - newFor;
    const why = hasLink(message.body) ? 'link' : isNew ? 'first' : null;
    if (why && held >= chatRules.held.max) throw new DomainError('chat_waiting');
    if (input.reply_to !== undefined) {
      const original = await quoted;
      if (!original) throw new DomainError('not_found', { field: 'reply_to' });
      if (original.deleted_at !== null) throw new DomainError('chat_deleted', { field: 'reply_to' });
    }
    const take = why ? holdUpload : publishUpload;
    if (message.picture !== null && !(await take(tx, message.picture, userId))) {
      throw new DomainError('upload_missing', { field: 'picture' });
    }
    const named = await people;
    const mentions = named.map((person) => ({ handle: person.handle, name: shownName(person.nickname, person.uid) }));
    if (why) {
      const row = await insertHeld(tx, {
        room_id: room.id,
        user_id: userId,
        client_id: message.clientId,
        at,
        why,
        body: message.body,
        picture: message.picture,
        card: shared,
        reply_to: message.replyTo,
        mentions,
      });
      return { waiting, before: heldView(row, author && personView(author)), message, people: [], name, handle };
    }
    return { waiting, before: null, message: { ...message, card: shared, mentions }, people: named, name, handle };
  }

  /** Of each message its view, or why it was rejected. */
  const take = (roomId: string, batch: readonly Waiting[]): Promise<PromiseSettledResult<WireMessage>[]> =>
    database.transaction(async (tx) => {
      const at = now();
      const [room, newFor, handles] = await Promise.all([
        roomOf(tx, roomId),
        holdWithin(tx),
        lockMembers(tx, new Map(batch.map(({ userId }) => [userId, newHandle()])), at),
      ]);
      if (!room) throw new DomainError('not_found', { field: 'room' });
      const checked = await Promise.allSettled(
        batch.map((waiting) => check(tx, waiting, { room, handle: handles.get(waiting.userId) ?? '', at, newFor })),
      );
      for (const each of checked) {
        // A failed statement has ended the transaction for all.
        if (each.status === 'rejected' && !(each.reason instanceof DomainError)) throw each.reason;
      }
      const fresh = checked.flatMap((each) => (each.status === 'fulfilled' && !each.value.before ? [each.value] : []));
      const views = fresh.length === 0 ? new Map<Waiting, WireMessage>() : await write(tx, room, fresh, at);
      return checked.map((each) => {
        if (each.status === 'rejected') return each;
        const view = each.value.before ?? views.get(each.value.waiting);
        if (!view) throw new Error('a message was not written');
        return { status: 'fulfilled' as const, value: view };
      });
    });

  async function write(
    tx: Transaction,
    room: RoomRow,
    fresh: readonly Checked[],
    at: number,
  ): Promise<ReadonlyMap<Waiting, WireMessage>> {
    // The last lock: messages of a room wait for each other no longer than it takes to write them.
    const turn = await takeNumbers(tx, room.id, at, fresh.length);
    if (!turn?.open || turn.count > chatRules.room.count) {
      if (fresh.length > 1) throw new Apart();
      throw new DomainError(turn?.open ? 'chat_fast' : 'chat_closed');
    }
    const numbered = fresh.map((each, index) => ({
      ...each.message,
      seq: turn.seq - fresh.length + 1 + index,
      revision: turn.revision - fresh.length + 1 + index,
    }));
    const [, rows] = await Promise.all([
      insertMessages(tx, numbered),
      messagesAfter(tx, room.id, turn.revision - fresh.length, fresh.length),
      ...fresh.map(({ people, name, handle, message }) =>
        tellMentioned(tx, people, { id: message.userId ?? '', handle, name }, room, at),
      ),
    ]);
    const bySeq = new Map(rows.map((row) => [row.seq, messageView(row)]));
    return new Map(
      fresh.flatMap(({ waiting }, index) => {
        const view = bySeq.get(numbered[index]?.seq ?? 0);
        return view ? [[waiting, view] as const] : [];
      }),
    );
  }

  async function deliver(roomId: string, batch: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await take(roomId, batch);
      outcomes.forEach((outcome, index) => {
        if (outcome.status === 'fulfilled') batch[index]?.resolve(outcome.value);
        else batch[index]?.reject(outcome.reason);
      });
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error);
      // What one message breaks is not lost for the others.
      else for (const each of batch) await deliver(roomId, [each]);
    }
  }

  /** Takes messages of a room from its queue, one of a user at a time: the limits of a user count those before it. */
  async function work(roomId: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) {
      const batch: Waiting[] = [];
      const users = new Set<string>();
      for (const waiting of queue) {
        if (batch.length === MOST_AT_ONCE) break;
        if (users.has(waiting.userId)) continue;
        users.add(waiting.userId);
        batch.push(waiting);
      }
      const taken = new Set(batch);
      queue.splice(0, queue.length, ...queue.filter((waiting) => !taken.has(waiting)));
      await deliver(roomId, batch);
    }
    queues.delete(roomId);
  }

  return (userId: string, input: Input): Promise<WireMessage> => {
    const { promise, resolve, reject } = Promise.withResolvers<WireMessage>();
    const waiting = { userId, input, resolve, reject };
    const queue = queues.get(input.room);
    if (queue) queue.push(waiting);
    else {
      const started = [waiting];
      queues.set(input.room, started);
      void work(input.room, started);
    }
    return promise;
  };
}

export async function viewOf(sql: Sql, roomId: string, seq: number): Promise<WireMessage> {
  const row = await messageOf(sql, roomId, seq);
  if (!row) throw new DomainError('not_found', { field: 'seq' });
  return messageView(row);
}
