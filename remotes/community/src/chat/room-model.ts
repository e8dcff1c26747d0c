import type { ChatMessage, ChatRoom } from '@tessera/api/chat';
import type { Unsent } from '../conversation/outbox.ts';

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
