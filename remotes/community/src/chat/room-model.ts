import type { ChatMessage, ChatRoom } from '@tessera/api/chat';
import type { Draft, Unsent } from '../conversation/outbox.ts';

/** One entry of the conversation, from the oldest to the newest. */
export type RoomEntry =
  /** Above the first message that is new since the last visit. */
  | { readonly kind: 'new'; readonly at: number }
  /** Its words are gone: taken back by its author, or removed by staff. */
  | { readonly kind: 'gone'; readonly message: ChatMessage }
  | { readonly kind: 'message'; readonly message: ChatMessage; readonly own: boolean }
  /** Own, and not shown to others before staff have read it. */
  | { readonly kind: 'held'; readonly message: ChatMessage }
  /** Own, and not at the server yet. */
  | { readonly kind: 'unsent'; readonly unsent: Unsent };

type Reader = {
  readonly me: Pick<ChatRoom['me'], 'handle' | 'held'>;
  /** Of authors whom the user has muted. */
  readonly muted: ReadonlySet<string | null>;
};

type Conversation = Reader & {
  /** Undefined until they are read. */
  readonly messages: readonly ChatMessage[] | undefined;
  /** Up to which message the last visit read; null of the first visit. */
  readonly readBefore: number | null;
  readonly unsent: readonly Unsent[];
};

const isMuted = ({ author }: ChatMessage, muted: Reader['muted']): boolean =>
  author.handle !== null && muted.has(author.handle);

/** What the room shows, each message once, whichever way it came first. */
export function entriesOf({ messages = [], me, muted, readBefore, unsent }: Conversation): readonly RoomEntry[] {
  const visible = messages.filter((message) => !isMuted(message, muted));
  const isOwn = ({ author }: ChatMessage) => author.handle === me.handle;
  const oldest = messages[0]?.seq ?? 0;
  const firstNew =
    readBefore === null
      ? undefined
      : visible.find((message) => message.seq > readBefore && message.seq > oldest && !isOwn(message));
  const known = new Set(messages.map(({ client_id }) => client_id));
  const held = me.held.filter(({ client_id }) => !known.has(client_id));
  const heldOrKnown = new Set([...known, ...held.map(({ client_id }) => client_id)]);
  return [
    ...visible.flatMap((message): RoomEntry[] => [
      ...(message === firstNew ? [{ kind: 'new', at: message.at } as const] : []),
      message.deleted === null ? { kind: 'message', message, own: isOwn(message) } : { kind: 'gone', message },
    ]),
    ...held.map((each): RoomEntry => ({ kind: 'held', message: each })),
    ...unsent.filter(({ key }) => !heldOrKnown.has(key)).map((each): RoomEntry => ({ kind: 'unsent', unsent: each })),
  ];
}

/** How many messages of others came after `seenTo`, as far as they are shown. */
export const newerThan = (
  seenTo: number,
  messages: readonly ChatMessage[] | undefined,
  { me, muted }: Reader,
): number =>
  (messages ?? []).filter(
    (message) =>
      message.seq > seenTo &&
      message.deleted === null &&
      message.author.handle !== me.handle &&
      !isMuted(message, muted),
  ).length;

/** The handles of those who are still named in a text, each once; undefined for none. */
export function mentionsIn(text: string, named: readonly ChatMessage['author'][]): string | undefined {
  const handles = named.filter(({ name }) => text.includes(`@${name}`)).flatMap(({ handle }) => handle ?? []);
  return handles.length > 0 ? [...new Set(handles)].join(',') : undefined;
}

/** Why the user cannot write; null where they can. */
export function closedBy({ me, open }: Pick<ChatRoom, 'me' | 'open'>): 'banned' | 'room' | 'unverified' | null {
  if (me.ban) return 'banned';
  if (!open) return 'room';
  return me.verified ? null : 'unverified';
}

/** What a message is written with, beside its words. */
export type Writing = {
  readonly reply: ChatMessage | null;
  /** Who was named by the menu of a message. */
  readonly mentioned: readonly ChatMessage['author'][];
  /** What the menu adds to the words; `times` tells two of the same apart. */
  readonly added: { readonly text: string; readonly times: number };
};

export const NOTHING_WRITTEN: Writing = { reply: null, mentioned: [], added: { text: '', times: 0 } };

export type WritingAction =
  | { readonly type: 'reply'; readonly message: ChatMessage | null }
  | { readonly type: 'mention'; readonly author: ChatMessage['author'] }
  | { readonly type: 'taken' };

export function writingAfter(writing: Writing, action: WritingAction): Writing {
  switch (action.type) {
    case 'reply':
      return { ...writing, reply: action.message };
    case 'mention': {
      const text = `@${action.author.name} `;
      return {
        ...writing,
        mentioned: [...writing.mentioned, action.author],
        added: { text, times: writing.added.times + 1 },
      };
    }
    // What was added stays: the same once more would write it again.
    case 'taken':
      return { ...writing, reply: null, mentioned: [] };
  }
}

/** What goes to the outbox; `card` is what is shared. */
export function draftOf(
  { reply, mentioned }: Writing,
  text: string,
  picture: string | null,
  card: Unsent['extra'] = {},
): Draft {
  const mentions = mentionsIn(text, mentioned);
  return {
    text,
    picture,
    extra: { ...(reply && { reply_to: String(reply.seq) }), ...(mentions !== undefined && { mentions }), ...card },
  };
}

/** The call that sends a message of the outbox. */
export function sendingOf(
  room: string,
  { key, text, picture, extra }: Pick<Unsent, 'key' | 'text' | 'picture' | 'extra'>,
) {
  const { reply_to, symbol, position, mentions, amounts } = extra;
  return {
    room,
    client_id: key,
    text,
    ...(picture !== null && { picture }),
    ...(reply_to !== undefined && { reply_to: Number(reply_to) }),
    ...(mentions !== undefined && { mentions }),
    ...(symbol !== undefined && { symbol }),
    ...(position !== undefined && { position, amounts: amounts === 'true' }),
  };
}

const SECOND = 1_000;

/** When the user may write again after a message of theirs, in a room that is `slow` by seconds; null: at once. */
export const nextAllowed = (sentAt: number, slow: number): number | null => (slow > 0 ? sentAt + slow * SECOND : null);

/** Whole seconds until a time; 0 once it has passed. */
export const secondsUntil = (at: number, now: number): number => Math.max(0, Math.ceil((at - now) / SECOND));
