import { chatRules, mayDelete } from '@tessera/api/chat/rules';
import type { Output, ReadInput } from '@tessera/api/contract';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { releaseUploads } from '../../platform/uploads/uses.ts';
import { newHandle, requireMember, requireRoom, viewOf } from './send.ts';
import {
  addReporter,
  isReported,
  lockMembers,
  lockMessage,
  type MessageRow,
  mute,
  mutedBy,
  ownReactions,
  peopleOf,
  reportCase,
  reportsSince,
  setReaction,
  setReactions,
  takeRevision,
  unmute,
  wipeMessage,
} from './store.ts';
import { personView, type WireMessage } from './views.ts';

/* What users do with messages that are there. */

const MOST_MUTED = 500;

type Acting = { readonly database: Database; readonly now: () => number };

/** Takes the room's next revision and locks the message: always in this order, so that no two wait for each other. */
export async function lockIn(
  tx: Transaction,
  roomId: string,
  seq: number,
  own = false,
): Promise<{ readonly message: MessageRow; readonly revision: number }> {
  const revision = await takeRevision(tx, roomId, own);
  if (revision === null) throw new DomainError('not_found', { field: 'room' });
  const message = await lockMessage(tx, roomId, seq);
  if (!message) throw new DomainError('not_found', { field: 'seq' });
  return { message, revision };
}

/** Takes away a message and gives its picture up, unless moderators still have to see it. */
export async function wipe(
  tx: Transaction,
  roomId: string,
  { message, revision }: { readonly message: MessageRow; readonly revision: number },
  by: 'author' | 'staff',
  at: number,
): Promise<void> {
  const pinned = message.pinned_at !== null ? await takeRevision(tx, roomId, true) : null;
  await wipeMessage(tx, { roomId, seq: message.seq, revision: pinned ?? revision, by, at });
  if (message.picture !== null && !(await isReported(tx, message.picture))) await releaseUploads(tx, [message.picture]);
}

export const react = (
  { database, now }: Acting,
  userId: string,
  { room: roomId, seq, emoji, on }: ReadInput<'POST /chat/react'>,
): Promise<WireMessage> =>
  database.transaction(async (tx) => {
    const room = await requireRoom(tx, roomId);
    await requireMember(tx, userId, room, now());
    const { message, revision } = await lockIn(tx, roomId, seq);
    if (message.deleted_at !== null) throw new DomainError('chat_deleted');
    const mine = await ownReactions(tx, roomId, userId, [seq]);
    if (on && mine.length >= chatRules.reactions.max && !mine.some((each) => each.emoji === emoji)) {
      throw new DomainError('field_too_large', { field: 'emoji', params: { max: chatRules.reactions.max } });
    }
    if (await setReaction(tx, { roomId, seq, userId, emoji, on })) {
      const count = (message.reactions[emoji] ?? 0) + (on ? 1 : -1);
      await setReactions(tx, roomId, seq, revision, { ...message.reactions, [emoji]: count });
    }
    return viewOf(tx, roomId, seq);
  });

export const deleteOwn = (
  { database, now }: Acting,
  userId: string,
  { room: roomId, seq }: ReadInput<'POST /chat/delete'>,
): Promise<WireMessage> =>
  database.transaction(async (tx) => {
    const locked = await lockIn(tx, roomId, seq);
    // Another user's message is as unknown as none.
    if (locked.message.user_id !== userId) throw new DomainError('not_found', { field: 'seq' });
    if (locked.message.deleted_at === null) {
      if (!mayDelete(locked.message.at, now())) {
        throw new DomainError('chat_too_late', { params: { minutes: chatRules.deleteWithin / 60_000 } });
      }
      await wipe(tx, roomId, locked, 'author', now());
    }
    return viewOf(tx, roomId, seq);
  });

export const report = (
  { database, now }: Acting,
  userId: string,
  { room: roomId, seq, reason, note }: ReadInput<'POST /chat/report'>,
): Promise<Output<'POST /chat/report'>> =>
  database.transaction(async (tx) => {
    const at = now();
    await lockMembers(tx, new Map([[userId, newHandle()]]), at);
    if ((await reportsSince(tx, userId, at - chatRules.reports.within)) >= chatRules.reports.count) {
      throw new DomainError('chat_fast');
    }
    const message = await lockMessage(tx, roomId, seq);
    // The exchange's own messages and one's own are nothing to report.
    if (!message?.user_id || message.user_id === userId) throw new DomainError('not_found', { field: 'seq' });
    if (message.deleted_at !== null) throw new DomainError('chat_deleted');
    const { user_id, body, picture, card } = message;
    const said = card === null ? body : `${body} ${JSON.stringify(card)}`.trim();
    const caseId = await reportCase(tx, { roomId, seq, userId: user_id, body: said, picture, at });
    if (caseId !== null) await addReporter(tx, { caseId, userId, reason, note: note ?? null, at });
    return {};
  });

export const muteUser = (
  { database, now }: Acting,
  userId: string,
  { handle, on }: ReadInput<'POST /chat/mute'>,
): Promise<Output<'POST /chat/mute'>> =>
  database.transaction(async (tx) => {
    const [person] = await peopleOf(tx, [handle]);
    if (!person || person.id === userId) throw new DomainError('not_found', { field: 'handle' });
    if (!on) await unmute(tx, userId, person.id);
    else if ((await mutedBy(tx, userId)).length >= MOST_MUTED) {
      throw new DomainError('field_too_large', { field: 'handle', params: { max: MOST_MUTED } });
    } else await mute(tx, userId, person.id, now());
    return { list: (await mutedBy(tx, userId)).map(personView) };
  });
