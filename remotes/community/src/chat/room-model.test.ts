import { bea, chatMessage, chatRoom, me } from '@tessera/api/chat/fixtures';
import { expect, test } from 'vitest';
import {
  closedBy,
  draftOf,
  entriesOf,
  mentionsIn,
  NOTHING_WRITTEN,
  newerThan,
  nextAllowed,
  type RoomEntry,
  secondsUntil,
  sendingOf,
  writingAfter,
} from './room-model.ts';

const message = (seq: number, changes: Parameters<typeof chatMessage>[0] = {}) =>
  chatMessage({ seq, client_id: `m${seq}`, author: bea, deleted: null, at: seq, ...changes });
const unsent = (key: string) =>
  ({ key, text: 'later', picture: null, extra: {}, at: 9, state: 'waiting', problem: null }) as const;

const show = (changes: Partial<Parameters<typeof entriesOf>[0]>) =>
  entriesOf({
    messages: [],
    me: { handle: me.handle, held: [] },
    muted: new Set(),
    readBefore: null,
    unsent: [],
    ...changes,
  });
const names = (entries: readonly RoomEntry[]) =>
  entries.map((entry) => {
    if (entry.kind === 'new') return 'new';
    return `${entry.kind} ${entry.kind === 'unsent' ? entry.unsent.key : entry.message.client_id}`;
  });

test('the line stands above the first message of another that came since the last visit', () => {
  const messages = [message(1), message(2), message(3, { author: me }), message(4)];
  expect(names(show({ messages, readBefore: 2 }))).toEqual([
    'message m1',
    'message m2',
    'message m3',
    'new',
    'message m4',
  ]);
  expect(names(show({ messages, readBefore: null }))).not.toContain('new');
  // All of it is new: there is nothing to divide.
  expect(names(show({ messages: [message(7)], readBefore: 2 }))).toEqual(['message m7']);
});

test('authors who are muted are left out, the house never is', () => {
  const house = message(2, { author: { ...bea, handle: null } });
  expect(names(show({ messages: [message(1), house], muted: new Set([bea.handle, null]) }))).toEqual(['message m2']);
});

test('what is gone stays as a line; own messages are told from those of others', () => {
  const entries = show({ messages: [message(1, { deleted: 'staff' }), message(2, { author: me })] });
  expect(names(entries)).toEqual(['gone m1', 'message m2']);
  expect(entries[1]).toMatchObject({ own: true });
});

test('a message is shown once, by the way that it is furthest on', () => {
  const entries = show({
    messages: [message(1)],
    me: { handle: me.handle, held: [message(0, { client_id: 'm1' }), message(0, { client_id: 'h1' })] },
    unsent: [unsent('m1'), unsent('h1'), unsent('u1')],
  });
  expect(names(entries)).toEqual(['message m1', 'held h1', 'unsent u1']);
});

test('newer messages are those of others that are shown', () => {
  const messages = [message(1), message(2), message(3, { author: me }), message(4, { deleted: 'author' }), message(5)];
  const reader = { me: { handle: me.handle, held: [] }, muted: new Set<string | null>() };
  expect(newerThan(1, messages, reader)).toBe(2);
  expect(newerThan(1, messages, { ...reader, muted: new Set([bea.handle]) })).toBe(0);
  expect(newerThan(0, undefined, reader)).toBe(0);
});

test('who is still named in the text is mentioned, once', () => {
  expect(mentionsIn('Hello @Bea and @Bea', [bea, bea])).toBe(bea.handle);
  expect(mentionsIn('Hello', [bea])).toBeUndefined();
});

test('a ban is said before a closed room, a closed room before the identity', () => {
  const ban = { reason: 'spam', until: null };
  expect(closedBy(chatRoom({ open: false }, { ban, verified: false }))).toBe('banned');
  expect(closedBy(chatRoom({ open: false }, { ban: null, verified: false }))).toBe('room');
  expect(closedBy(chatRoom({ open: true }, { ban: null, verified: false }))).toBe('unverified');
  expect(closedBy(chatRoom({ open: true }, { ban: null, verified: true }))).toBeNull();
});

test('a message is written with what it answers and who is named, and once it is taken with neither', () => {
  const answered = writingAfter(NOTHING_WRITTEN, { type: 'reply', message: message(7) });
  const named = writingAfter(answered, { type: 'mention', author: bea });
  expect(named.added).toEqual({ text: `@${bea.name} `, times: 1 });
  // The same once more writes it once more.
  expect(writingAfter(named, { type: 'mention', author: bea }).added.times).toBe(2);
  expect(draftOf(named, `@${bea.name} yes`, null)).toEqual({
    text: `@${bea.name} yes`,
    picture: null,
    extra: { reply_to: '7', mentions: bea.handle },
  });
  expect(writingAfter(named, { type: 'reply', message: null }).reply).toBeNull();
  const taken = writingAfter(named, { type: 'taken' });
  expect(taken).toEqual({ reply: null, mentioned: [], added: named.added });
  expect(draftOf(taken, 'yes', '/p.png', { symbol: 'BTC/USDT' })).toEqual({
    text: 'yes',
    picture: '/p.png',
    extra: { symbol: 'BTC/USDT' },
  });
});

test('what waits is sent under its key, with the fields of its card', () => {
  expect(sendingOf('en', unsent('k'))).toEqual({ room: 'en', client_id: 'k', text: 'later' });
  const extra = { reply_to: '7', mentions: 'abc', position: '12', amounts: 'true' };
  expect(sendingOf('en', { ...unsent('k'), picture: '/p.png', extra })).toEqual({
    room: 'en',
    client_id: 'k',
    text: 'later',
    picture: '/p.png',
    reply_to: 7,
    mentions: 'abc',
    position: '12',
    amounts: true,
  });
  expect(sendingOf('en', { ...unsent('k'), extra: { position: '12' } })).toMatchObject({ amounts: false });
});

test('a slow room is counted down to the next message', () => {
  expect(nextAllowed(1_000, 0)).toBeNull();
  expect(nextAllowed(1_000, 30)).toBe(31_000);
  expect(secondsUntil(31_000, 1_500)).toBe(30);
  expect(secondsUntil(31_000, 31_001)).toBe(0);
});
