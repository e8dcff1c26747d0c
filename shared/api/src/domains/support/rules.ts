/** Characters of a message, a note and a canned reply. */
export const MESSAGE_LENGTH = 2_000;
/** Characters of a guest's request: what is needed to find the code that did not arrive. */
export const GUEST_LENGTH = 1_000;

/** `waiting` has no agent; `open` has one; `snoozed` comes back at a time, or when the user writes; `resolved` is over. */
export const CONVERSATION_STATUSES = ['waiting', 'open', 'snoozed', 'resolved'] as const;
export type ConversationStatus = (typeof CONVERSATION_STATUSES)[number];

/** `mail`: the replies go out by mail too. */
export const CONVERSATION_CHANNELS = ['chat', 'mail'] as const;

/** A `text` is written; the others are what happened to the conversation. */
export const MESSAGE_KINDS = ['text', 'joined', 'handed_over', 'resolved', 'reopened'] as const;

/** What agents list: without an agent, theirs, all, put off, over. */
export const INBOX_BOXES = ['unattended', 'mine', 'all', 'snoozed', 'resolved'] as const;
export type InboxBox = (typeof INBOX_BOXES)[number];

/** ms after which a message opens a new conversation instead of a resolved one. */
export const REOPENS_WITHIN = 7 * 86_400_000;
/** ms that a sign of typing lasts. */
export const TYPING_LASTS = 6_000;
/** ms without a sign of life after which an agent is not on duty. */
export const AGENT_AWAY_AFTER = 90_000;

/** First replies that the expected wait is taken from; fewer tell nothing. */
const LEAST_REPLIES = 3;
const MINUTE = 60_000;

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
};

/**
 * How long a user at `position` of the queue waits for the first reply, ms, from the last first replies, oldest first:
 * by Little's law position × the median time between two of them, but not more than position × the median of what users
 * waited, as no user asks at night. At least a minute, rounded up to minutes. Null without enough of them, or with no agent
 * on duty.
 */
export function expectedWait(
  position: number,
  replies: readonly { readonly at: number; readonly waited: number }[],
  agents: number,
): number | null {
  if (agents === 0 || replies.length < LEAST_REPLIES) return null;
  const between = replies.slice(1).map(({ at }, index) => at - (replies[index]?.at ?? at));
  const each = Math.min(median(between), median(replies.map(({ waited }) => waited)));
  return Math.max(1, Math.ceil((position * each) / MINUTE)) * MINUTE;
}

/** What agents quote and users find a ticket by, in subjects of mails. */
export const REFERENCE = /^[0-9A-HJKMNP-TV-Z]{10}$/;

/** A place of a message, in degrees (WGS 84) with five decimals. */
export type SharedPlace = { readonly latitude: string; readonly longitude: string; readonly name: string };

/** The name, then the address of the screen that shows the place. */
const SHARED =
  /^(?:(?<name>[^\n]{1,80})\n)?\/pages\/system\/open-location\?latitude=(?<latitude>-?\d{1,2}\.\d{5})&longitude=(?<longitude>-?\d{1,3}\.\d{5})$/u;

/** The place that a message shares; null of any other message. */
export function placeOf(text: string): SharedPlace | null {
  const { latitude, longitude, name = '' } = SHARED.exec(text)?.groups ?? {};
  if (latitude === undefined || longitude === undefined) return null;
  return Math.abs(Number(latitude)) <= 90 && Math.abs(Number(longitude)) <= 180 ? { latitude, longitude, name } : null;
}
