import type { ChatMessage, ChatPage } from '@tessera/api/chat';
import type { ChatEvent } from '@tessera/api/chat/wire';

/** What the page has of a room: one stretch of messages without gaps up to the newest one, as of a revision. */
export type Feed = {
  /** Oldest first. */
  readonly messages: readonly ChatMessage[];
  readonly revision: number;
  /** Whether there are earlier messages. */
  readonly earlier: boolean;
  /** Own reactions: `<seq> <emoji>`. */
  readonly mine: ReadonlySet<string>;
};

export const mineOf = (seq: number, emoji: string): string => `${seq} ${emoji}`;

const marksOf = (page: ChatPage): string[] => page.mine.map(({ seq, emoji }) => mineOf(seq, emoji));

export const feedOf = (page: ChatPage): Feed => ({
  messages: page.list,
  revision: page.revision,
  earlier: page.more,
  mine: new Set(marksOf(page)),
});

export const withEarlier = (feed: Feed, page: ChatPage): Feed => {
  const first = feed.messages[0]?.seq ?? Number.POSITIVE_INFINITY;
  return {
    ...feed,
    messages: [...page.list.filter(({ seq }) => seq < first), ...feed.messages],
    earlier: page.more,
    mine: new Set([...feed.mine, ...marksOf(page)]),
  };
};

/** New messages at the end, changed ones in their place; changes of messages before the first are of no interest. */
export function withChanges(feed: Feed, changes: readonly ChatMessage[], revision: number): Feed {
  const known = new Map(feed.messages.map((message) => [message.seq, message]));
  const first = feed.messages[0]?.seq ?? 0;
  for (const message of changes) {
    const before = known.get(message.seq);
    if (before ? before.revision < message.revision : message.seq > first) known.set(message.seq, message);
  }
  return {
    ...feed,
    messages: [...known.values()].sort((a, b) => a.seq - b.seq),
    revision: Math.max(feed.revision, revision),
  };
}

/** The output of a call of this user, ahead of the change that all get: the revision is not raised by it. */
export const withOwn = (
  feed: Feed,
  message: ChatMessage,
  mine?: { readonly emoji: string; readonly on: boolean },
): Feed => {
  const marks = new Set(feed.mine);
  if (mine?.on) marks.add(mineOf(message.seq, mine.emoji));
  else if (mine) marks.delete(mineOf(message.seq, mine.emoji));
  return { ...withChanges(feed, [message], 0), mine: marks };
};

/** Whether a row of the room's topic tells of something that the page has missed. */
export const isMissed = (feed: Feed, event: ChatEvent): boolean =>
  'list' in event ? event.after > feed.revision : event.revision > feed.revision;
