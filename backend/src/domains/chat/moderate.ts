import { randomUUID } from 'node:crypto';
import type { Output, ReadInput } from '@tessera/api/contract';
import { readLocalised } from '@tessera/api/kit/localised';
import type { Catalogue } from '../../platform/catalogue/catalogue.ts';
import type { Database, Sql, Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { namedTime } from '../../platform/mail/fill-text.ts';
import type { By } from '../../platform/staff-command.ts';
import { shownName } from '../identity/index.ts';
import { tellUser } from '../messages/index.ts';
import { lockIn, wipe } from './members.ts';
import { RULES } from './rules-texts.ts';
import { requireRoom, requireText, viewOf } from './send.ts';
import {
  allRooms,
  bansInForce,
  insertBan,
  insertMessages,
  insertRoom,
  liftBan,
  messageOf,
  pinnedIn,
  postedBefore,
  type RoomRow,
  recordAction,
  roomOf,
  setPinned,
  takeNumbers,
  takeRevision,
  updateRoom,
  userByUid,
} from './store.ts';
import type { WireMessage } from './views.ts';

/* What staff do in the rooms. Each act is recorded with its reason, and its user is told. */

const HOUR = 3_600_000;
/** Messages pinned at once in one room. */
const MOST_PINNED = 5;

export type Moderating = { readonly database: Database; readonly catalogue: Catalogue; readonly now: () => number };

export async function staffView(sql: Sql, now: number): Promise<Output<'GET /staff/chat'>> {
  const [rooms, bans] = [await allRooms(sql), await bansInForce(sql, now)];
  return {
    rooms: rooms.map((room) => ({
      id: room.id,
      kind: room.language === null ? 'instrument' : 'language',
      language: room.language,
      symbol: room.symbol,
      open: room.open,
      slow_mode: room.slow_mode,
      position: room.position,
      messages: room.seq,
      rules: room.rules,
    })),
    bans: bans.map(({ id, uid, nickname, room_id, reason, at, until }) => ({
      id,
      uid,
      name: shownName(nickname, uid),
      room: room_id,
      reason,
      at,
      until,
    })),
  };
}

const labelOf = ({ id, symbol }: Pick<RoomRow, 'id' | 'symbol'>): string => symbol ?? id;

/** Opens a room, or changes one. */
export const changeRoom = (
  { database, catalogue }: Moderating,
  { room: id, reason, language, symbol, ...input }: ReadInput<'POST /staff/chat/room'>,
  by: By,
): Promise<void> =>
  database.transaction(async (tx) => {
    const before = await roomOf(tx, id);
    const rules = readLocalised(input, 'rules', before?.rules ?? RULES) ?? RULES;
    const room = {
      id,
      rules,
      open: input.open ?? before?.open ?? true,
      slow_mode: input.slow_mode ?? before?.slow_mode ?? 0,
      position: input.position ?? before?.position ?? 100,
      language: before ? before.language : (language ?? null),
      symbol: before ? before.symbol : (symbol ?? null),
    };
    if ((room.language === null) === (room.symbol === null)) {
      throw new DomainError('field_required', { field: room.language === null ? 'language' : 'symbol' });
    }
    if (before) {
      await takeRevision(tx, id, true);
      await updateRoom(tx, room);
    } else {
      if (room.symbol !== null && !catalogue.current().instrument(room.symbol)) {
        throw new DomainError('instrument_unknown', { field: 'symbol' });
      }
      if ((await insertRoom(tx, room)).length === 0) throw new DomainError('symbol_taken', { field: 'symbol' });
    }
    await recordAction(tx, by, before ? 'room.change' : 'room.open', `chat_room:${id}`, reason);
  });

/** Writes as the exchange; the same `client_id` of a member returns the message that it became before. */
export const postAsHouse = (
  { database }: Moderating,
  { room: roomId, client_id = randomUUID(), text, pin = false, reason }: ReadInput<'POST /staff/chat/post'>,
  by: By,
): Promise<WireMessage> =>
  database.transaction(async (tx) => {
    const room = await requireRoom(tx, roomId);
    requireText(text, false);
    const before = await postedBefore(tx, by.staffId, roomId, client_id);
    if (before !== null) return viewOf(tx, roomId, before);
    if (pin) await requirePlace(tx, roomId);
    const turn = await takeNumbers(tx, room.id, by.at, 1);
    if (!turn) throw new DomainError('not_found', { field: 'room' });
    const revision = pin ? ((await takeRevision(tx, room.id, true)) ?? turn.revision) : turn.revision;
    await insertMessages(tx, [
      {
        roomId,
        seq: turn.seq,
        revision,
        userId: null,
        staffId: by.staffId,
        clientId: client_id,
        at: by.at,
        body: text,
        picture: null,
        card: null,
        replyTo: null,
        mentions: [],
        pinned: pin,
      },
    ]);
    await recordAction(tx, by, 'post', `chat_message:${roomId}:${turn.seq}`, reason);
    return viewOf(tx, roomId, turn.seq);
  });

async function requirePlace(tx: Transaction, roomId: string): Promise<void> {
  if ((await pinnedIn(tx, roomId)).length >= MOST_PINNED) {
    throw new DomainError('field_too_large', { field: 'seq', params: { max: MOST_PINNED } });
  }
}

export const pin = (
  { database }: Moderating,
  { room: roomId, seq, on, reason }: ReadInput<'POST /staff/chat/pin'>,
  by: By,
): Promise<WireMessage> =>
  database.transaction(async (tx) => {
    const { message, revision } = await lockIn(tx, roomId, seq, true);
    if (message.deleted_at !== null) throw new DomainError('chat_deleted');
    if (on && message.pinned_at === null) await requirePlace(tx, roomId);
    await setPinned(tx, roomId, seq, revision, on ? (message.pinned_at ?? by.at) : null);
    await recordAction(tx, by, on ? 'pin' : 'unpin', `chat_message:${roomId}:${seq}`, reason);
    return viewOf(tx, roomId, seq);
  });

/** Deletes any message in a transaction of the caller's and tells its author why. */
export async function removeMessage(
  tx: Transaction,
  { roomId, seq, reason }: { readonly roomId: string; readonly seq: number; readonly reason: string },
  by: By,
): Promise<void> {
  const locked = await lockIn(tx, roomId, seq);
  const { message } = locked;
  if (message.deleted_at !== null) return;
  // What was said stays in the record of the act, which moderators read alone.
  await recordAction(tx, by, 'delete', `chat_message:${roomId}:${seq}`, `${reason} (${JSON.stringify(message.body)})`);
  await wipe(tx, roomId, locked, 'staff', by.at);
  if (message.user_id === null) return;
  const room = await requireRoom(tx, roomId);
  await tellUser(tx, {
    userId: message.user_id,
    kind: 'chat_removed',
    named: { room: labelOf(room), reason },
    reference: `${roomId}:${seq}`,
    at: by.at,
    byMail: false,
  });
}

export const deleteAny = (
  { database }: Moderating,
  { room: roomId, seq, reason }: ReadInput<'POST /staff/chat/delete'>,
  by: By,
): Promise<WireMessage> =>
  database.transaction(async (tx) => {
    await removeMessage(tx, { roomId, seq, reason }, by);
    return viewOf(tx, roomId, seq);
  });

/** Whom a ban is for: a UID, or the author of a message. */
async function bannedBy(tx: Transaction, { uid, room, seq }: ReadInput<'POST /staff/chat/ban'>): Promise<string> {
  if (uid !== undefined) {
    const userId = await userByUid(tx, uid);
    if (userId === null) throw new DomainError('not_found', { field: 'uid' });
    return userId;
  }
  if (room === undefined || seq === undefined) throw new DomainError('field_required', { field: 'uid' });
  const message = await messageOf(tx, room, seq);
  if (!message?.user_id) throw new DomainError('not_found', { field: 'seq' });
  return message.user_id;
}

export const ban = ({ database }: Moderating, input: ReadInput<'POST /staff/chat/ban'>, by: By): Promise<void> =>
  database.transaction(async (tx) => {
    const userId = await bannedBy(tx, input);
    const roomId = input.everywhere === true ? null : (input.room ?? null);
    if (roomId !== null) await requireRoom(tx, roomId);
    const until = input.hours === undefined ? null : by.at + input.hours * HOUR;
    const [row] = await insertBan(tx, { userId, roomId, reason: input.reason, staffId: by.staffId, at: by.at, until });
    const id = row?.id ?? '';
    await recordAction(
      tx,
      by,
      'ban',
      `chat_ban:${id}`,
      `${input.reason} (${roomId ?? 'all rooms'}, ${input.hours ?? '∞'} h)`,
    );
    await tellUser(tx, {
      userId,
      kind: until === null ? 'chat_banned_for_good' : 'chat_banned',
      named: {
        reason: input.reason,
        ...(until !== null && { until: namedTime(until) }),
      },
      reference: id,
      at: by.at,
      byMail: false,
    });
  });

export const lift = (
  { database }: Moderating,
  { id, reason }: ReadInput<'POST /staff/chat/lift'>,
  by: By,
): Promise<void> =>
  database.transaction(async (tx) => {
    const userId = await liftBan(tx, id, by.staffId, by.at);
    if (userId === null) throw new DomainError('not_found', { field: 'id' });
    tx.notify(userId, { kind: 'message' });
    await recordAction(tx, by, 'lift', `chat_ban:${id}`, reason);
  });
