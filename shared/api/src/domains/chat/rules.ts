import { charactersIn } from '@tessera/device';

/*
 * What a message may be. The composer and the backend read a text by the same rules; only the backend looks for links,
 * because that takes the list of all top-level domains.
 */

export const chatRules = {
  /** Characters as a reader counts them. */
  text: {
    max: 500,
    /** Code units: one character may be of any number of them, which no reader counts and every search reads. */
    units: 2_000,
  },
  lines: { max: 15 },
  mentions: { max: 5 },
  /**
   * Mentions of a user by one sender in one room within `within` ms are one notice, and a user gets at most `count` notices
   * of mentions in any `hour` ms.
   */
  notices: { within: 15 * 60_000, count: 20, hour: 3_600_000 },
  /** Emojis of one user on one message. */
  reactions: { max: 3 },
  /** Own messages may be deleted this long, ms. */
  deleteWithin: 15 * 60_000,
  /** Of one user in all rooms: at most `count` messages in any `within` ms. */
  pace: { count: 8, within: 10_000 },
  pictures: { count: 5, within: 10 * 60_000 },
  /** ms in which the same text is not taken twice. */
  repeat: 60_000,
  /** Of all users in one room. */
  room: { count: 1_000, within: 10_000 },
  /** Messages of one user that wait for a moderator at once. */
  held: { max: 3 },
  reports: { count: 20, within: 24 * 60 * 60_000 },
  /** Messages that a call returns at most; a page that missed more reads the newest ones anew. */
  page: 50,
  missed: 200,
} as const;

export const chatEmojis = ['👍', '❤️', '😂', '🔥', '🚀', '😮', '😢', '👎'] as const;
export type ChatEmoji = (typeof chatEmojis)[number];

export const reportReasons = ['spam', 'scam', 'abuse', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

/** Why a message waits for a moderator: the first one of a new account, or one with a link, an address or a contact. */
export const heldReasons = ['first', 'link'] as const;
export type HeldReason = (typeof heldReasons)[number];

/** Control characters, and signs around notes between the lines. */
const CONTROLS = /[\p{Cc}\ufff9-\ufffb]/gu;
/**
 * Characters that show nothing: those that turn the direction of text, blanks without width, fillers, tags. Joiners and
 * the sign for emoji presentation are looked at below.
 */
const INVISIBLE = /(?!\u200c|\u200d|\ufe0f)\p{Default_Ignorable_Code_Point}/gu;
const BLANKS = /[\u2028\u2029]/gu;
const SPACES = /[\p{Zs}\t\u2800]+/gu;
/** Joiners and the sign for emoji presentation belong to emoji and to scripts that join letters, and nowhere else. */
const STRAY_JOINER =
  /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\p{L}\p{M}])(?:\u200c|\u200d)|(?:\u200c|\u200d)(?![\p{Extended_Pictographic}\p{L}])/gu;
const STRAY_PRESENTATION = /(?<![\p{Emoji}])\ufe0f/gu;
/** Marks beyond the three that any living script sets on one letter. */
const MARKS_BEYOND = /(\p{M}{3})\p{M}+/gu;

/** Characters as a reader counts them: an emoji of several code points is one. */
export const lengthOf: (text: string) => number = charactersIn;

/**
 * A text as it is stored and shown: composed (NFC), without control characters, overrides of the direction, invisible
 * characters and piled-up marks, blanks and empty lines merged. What is left of a text of such characters alone is empty.
 */
export function cleanText(text: string): string {
  const lines = text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(BLANKS, '\n')
    .split('\n')
    .map((line) => cleanLine(line));
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const cleanLine = (line: string): string =>
  line
    .replace(SPACES, ' ')
    .replace(CONTROLS, '')
    .replace(INVISIBLE, '')
    .replace(STRAY_JOINER, '')
    .replace(STRAY_PRESENTATION, '')
    .replace(MARKS_BEYOND, '$1')
    .replace(/^\p{M}+/u, '')
    .trim();

export type TextProblem =
  | { readonly code: 'field_required' }
  | { readonly code: 'field_too_long'; readonly params: { readonly max: number } }
  | { readonly code: 'chat_unreadable' };

/** What keeps a cleaned text from being sent; a picture or a card needs none. */
export function textProblem(text: string, hasMore: boolean): TextProblem | null {
  if (text === '') return hasMore ? null : { code: 'field_required' };
  if (lengthOf(text) > chatRules.text.max) return { code: 'field_too_long', params: { max: chatRules.text.max } };
  if (text.length > chatRules.text.units || text.split('\n').length > chatRules.lines.max)
    return { code: 'chat_unreadable' };
  return isUnreadable(text) ? { code: 'chat_unreadable' } : null;
}

/** One character over and over, or more marks than letters carry. */
function isUnreadable(text: string): boolean {
  if (/(\S)\1{39,}/u.test(text)) return true;
  const marks = text.match(/\p{Mn}|\p{Me}/gu)?.length ?? 0;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  // Thai sets about one mark on two letters, Hindi and Burmese up to one on each.
  return marks > 12 && marks > letters * 1.2;
}

/** When a user may write again in a room with slow mode, Unix ms; 0 for at once. */
export const slowUntil = (lastAt: number | null, slowSeconds: number): number =>
  lastAt === null || slowSeconds === 0 ? 0 : lastAt + slowSeconds * 1_000;

/** Whether the author may still delete a message. */
export const mayDelete = (sentAt: number, now: number): boolean => now - sentAt <= chatRules.deleteWithin;
