import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import {
  clientId,
  decimal,
  flag,
  listOf,
  noInput,
  nothing,
  optional,
  paging,
  picture,
  rowId,
  symbol,
  text,
  unixMs,
  uploadLocation,
  whole,
  wholeListOf,
} from '../../kit/fields.ts';
import { localisedInput } from '../../kit/localised.ts';
import { languageCodes } from '../../kit/rules/vocabulary.ts';
import { DESK_ROLES, oneUnproved, staffReads } from '../../kit/staff-policy.ts';
import { chatRoutes } from './routes.ts';
import { chatEmojis, chatRules, cleanText, heldReasons, reportReasons } from './rules.ts';

const room = z.string().check(z.regex(/^[a-z0-9-]{2,40}$/));
const sequence = whole(1);
/** Random; stands for a user in all rooms and names no account. */
const handle = z.string().check(z.regex(/^[a-z2-7]{12}$/));
/** Cleaned before it is judged; far longer than what is taken, so that the rules say what is wrong with it. */
const written = z.pipe(
  z.transform((value: unknown) => (typeof value === 'string' && value.length <= 8_000 ? cleanText(value) : value)),
  text(8_000, 0),
) as unknown as z.ZodMiniType<string, string>;

const author = z.object({
  /** Null of the exchange itself. */
  handle: z.nullable(z.string()),
  name: z.string(),
  avatar: z.nullable(picture),
  staff: z.boolean(),
});

const card = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('instrument'),
    symbol: z.string(),
    /** In the quote currency, and the change in 24 hours as a ratio, when it was shared. */
    price: decimal,
    change: decimal,
    at: unixMs,
  }),
  z.object({
    kind: z.literal('position'),
    symbol: z.string(),
    side: z.enum(['long', 'short']),
    multiple: z.int(),
    entry: decimal,
    mark: decimal,
    /** Result over margin, a ratio. */
    ratio: decimal,
    /** Null where the owner shows the ratio only. */
    profit: z.nullable(decimal),
    margin: z.nullable(decimal),
    currency: z.string(),
    at: unixMs,
  }),
]);

const message = z.object({
  /** Without gaps in its room. */
  seq: z.int(),
  /** Number of the change of the room that the message was changed by last. */
  revision: z.int(),
  at: unixMs,
  /** Chosen by the sender's page, which finds its own message by it. */
  client_id: z.string(),
  author,
  text: z.string(),
  picture: z.nullable(picture),
  card: z.nullable(card),
  reply_to: z.nullable(z.object({ seq: z.int(), name: z.string(), text: z.string(), picture: z.boolean() })),
  mentions: z.array(z.object({ handle: z.string(), name: z.string() })),
  reactions: z.array(z.object({ emoji: z.string(), count: z.int() })),
  pinned: z.boolean(),
  /** By whom; what it said is gone then. */
  deleted: z.nullable(z.enum(['author', 'staff'])),
  /** Why it waits for a moderator; its author alone sees it, and it has no number (`seq` 0) before it is published. */
  held: z.optional(z.enum(heldReasons)),
});

const roomRow = z.object({
  id: z.string(),
  kind: z.enum(['language', 'instrument']),
  language: z.nullable(z.enum(languageCodes)),
  symbol: z.nullable(z.string()),
  open: z.boolean(),
  /** Seconds between two messages of one user; 0 without slow mode. */
  slow_mode: z.int(),
  /** Of the newest message; 0 before the first. */
  seq: z.int(),
  /** Messages of others since the last visit; null before the first visit. */
  unread: z.nullable(z.int()),
  /** Users who have the room open now. */
  present: z.int(),
  last: z.nullable(
    z.object({ name: z.string(), text: z.string(), at: unixMs, more: z.nullable(z.enum(['picture', 'card'])) }),
  ),
});

const ban = z.object({
  reason: z.string(),
  /** Null without an end. */
  until: z.nullable(unixMs),
});

const staffBan = z.object({
  id: rowId,
  uid: z.string(),
  name: z.string(),
  /** Null: in all rooms. */
  room: z.nullable(z.string()),
  reason: z.string(),
  at: unixMs,
  until: z.nullable(unixMs),
});

const staffRooms = z.object({
  rooms: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['language', 'instrument']),
      language: z.nullable(z.string()),
      symbol: z.nullable(z.string()),
      open: z.boolean(),
      slow_mode: z.int(),
      position: z.int(),
      messages: z.int(),
      rules: z.record(z.string(), z.string()),
    }),
  ),
  bans: z.array(staffBan),
});

const reason = text(200);

export const chatContract = defineContract(chatRoutes, {
  'GET /chat/rooms': {
    weight: 3,
    input: noInput,
    output: wholeListOf(roomRow),
    summary: 'Chat rooms with what is unread in them, the room of the caller’s language first',
  },
  'GET /chat/room': {
    input: z.object({ room }),
    output: z.extend(roomRow, {
      revision: z.int(),
      rules: z.string(),
      pinned: z.array(message),
      me: z.object({
        handle: z.string(),
        name: z.string(),
        /** Of the last message that was seen here; null before the first visit. */
        read: z.nullable(z.int()),
        ban: z.nullable(ban),
        verified: z.boolean(),
        /** When slow mode lets the user write again, Unix ms; 0 for at once. */
        slow_until: z.int(),
        /** Own messages that wait for a moderator, oldest first. */
        held: z.array(message),
      }),
      now: unixMs,
    }),
    errors: ['not_found'],
    summary: 'One chat room with its rules, what is pinned and what the caller may do in it',
  },
  'GET /chat/messages': {
    weight: 2,
    input: z.object({
      room,
      /** Messages before this one, newest of them last. */
      before: optional(sequence),
      /** Everything that changed after this revision, in the order of the changes. */
      after: optional(whole(0)),
      limit: z._default(whole(1, chatRules.page), chatRules.page),
    }),
    output: z.object({
      list: z.array(message),
      /** Emojis of the caller on these messages. */
      mine: z.array(z.object({ seq: z.int(), emoji: z.string() })),
      /** Of the room when it was read: what comes later has a higher one. */
      revision: z.int(),
      /** Whether there are more in the direction that was asked for. */
      more: z.boolean(),
    }),
    errors: ['not_found'],
    summary: 'Messages of a room: the newest, those before one, or what changed after a revision',
  },
  'POST /chat/send': {
    weight: 3,
    input: z.object({
      room,
      /** The same message sent again has the same id: it is taken once. */
      client_id: clientId,
      text: z._default(written, ''),
      picture: optional(uploadLocation),
      reply_to: optional(sequence),
      /** Handles, separated by commas. */
      mentions: optional(z.string().check(z.regex(/^[a-z2-7]{12}(?:,[a-z2-7]{12}){0,9}$/))),
      /** Shares an instrument. */
      symbol: optional(symbol),
      /** Shares an own open position; `amounts` shows result and margin besides the ratio. */
      position: optional(rowId),
      amounts: optional(flag()),
    }),
    output: message,
    errors: [
      'not_found',
      'account_frozen',
      'chat_banned',
      'chat_closed',
      'chat_deleted',
      'chat_fast',
      'chat_repeated',
      'chat_slow',
      'chat_unreadable',
      'chat_waiting',
      'field_required',
      'field_too_long',
      'instrument_unknown',
      'stale_price',
      'upload_missing',
    ],
    summary: 'Write into a room. The first message of a new account, and one with a link, wait for a moderator: `held`',
  },
  'POST /chat/react': {
    weight: 2,
    input: z.object({ room, seq: sequence, emoji: z.enum(chatEmojis), on: flag() }),
    output: message,
    errors: ['not_found', 'account_frozen', 'chat_banned', 'chat_closed', 'chat_deleted', 'field_too_large'],
    summary: 'Add or take back a reaction',
  },
  'POST /chat/delete': {
    input: z.object({ room, seq: sequence }),
    output: message,
    errors: ['not_found', 'chat_too_late'],
    summary: 'Delete an own message',
  },
  'POST /chat/withdraw': {
    weight: 2,
    input: z.object({ client_id: clientId }),
    output: nothing,
    errors: ['not_found'],
    summary: 'Take back a message that waits for a moderator',
  },
  'POST /chat/report': {
    weight: 5,
    input: z.object({ room, seq: sequence, reason: z.enum(reportReasons), note: optional(text(300)) }),
    output: nothing,
    errors: ['not_found', 'chat_deleted', 'chat_fast'],
    summary: 'Report a message of another user to the moderators',
  },
  'POST /chat/read': {
    input: z.object({ room, seq: whole(0) }),
    output: nothing,
    errors: ['not_found'],
    summary: 'Note how far the caller has read',
  },
  'GET /chat/muted': {
    input: noInput,
    output: wholeListOf(author),
    summary: 'Users whose messages the caller does not want to see',
  },
  'POST /chat/mute': {
    input: z.object({ handle, on: flag() }),
    output: wholeListOf(author),
    errors: ['not_found', 'field_too_large'],
    summary: 'Hide a user’s messages from oneself, or show them again',
  },
  'GET /staff/chat': {
    staff: staffReads(DESK_ROLES),
    input: noInput,
    output: staffRooms,
    summary: 'Rooms with their rules, and bans in force',
  },
  'GET /staff/chat/messages': {
    staff: staffReads(['reviewer', 'admin']),
    input: z.object({ room, before: optional(sequence) }),
    output: wholeListOf(z.extend(message, { uid: z.nullable(z.string()), by: z.nullable(z.string()) })),
    errors: ['not_found'],
    summary: 'Messages of a room with the UIDs of their authors',
  },
  'GET /staff/chat/log': {
    staff: staffReads(['reviewer', 'admin']),
    input: z.object(paging),
    output: listOf(
      z.object({ at: unixMs, by: z.string(), action: z.string(), subject: z.string(), reason: z.string() }),
    ),
    summary: 'What moderators did, newest first',
  },
  'POST /staff/chat/room': {
    staff: oneUnproved(['operator', 'admin'], 'A message in a room moves no money.'),
    input: z.object({
      room,
      /** Of a new room: one of the two. */
      language: optional(z.enum(languageCodes)),
      symbol: optional(symbol),
      open: optional(flag()),
      slow_mode: optional(whole(0, 3_600)),
      position: optional(whole(0, 1_000)),
      reason,
      ...localisedInput('rules', 1_000),
    }),
    output: staffRooms,
    errors: ['forbidden', 'field_required', 'instrument_unknown', 'symbol_taken'],
    summary: 'Open a new room, or change one',
  },
  'POST /staff/chat/post': {
    staff: oneUnproved(['reviewer', 'admin'], 'A message in a room moves no money.'),
    input: z.object({ room, client_id: optional(clientId), text: written, pin: optional(flag()), reason }),
    output: message,
    errors: ['forbidden', 'not_found', 'field_required', 'field_too_long', 'chat_unreadable'],
    summary: 'Write into a room as the exchange; links are allowed. The same `client_id` is taken once',
  },
  'POST /staff/chat/pin': {
    staff: oneUnproved(['reviewer', 'admin'], 'A message in a room moves no money.'),
    input: z.object({ room, seq: sequence, on: flag(), reason }),
    output: message,
    errors: ['forbidden', 'not_found', 'chat_deleted', 'field_too_large'],
    summary: 'Pin a message, or take it down',
  },
  'POST /staff/chat/delete': {
    staff: oneUnproved(['reviewer', 'admin'], 'A message in a room moves no money.'),
    input: z.object({ room, seq: sequence, reason }),
    output: message,
    errors: ['forbidden', 'not_found'],
    summary: 'Delete any message',
  },
  'POST /staff/chat/ban': {
    staff: oneUnproved(['reviewer', 'admin'], 'A message in a room moves no money.'),
    input: z.object({
      /** Of the user; or a message of theirs. */
      uid: optional(z.string().check(z.regex(/^\d{6,12}$/))),
      room: optional(room),
      seq: optional(sequence),
      /** In all rooms, not in `room` alone. */
      everywhere: optional(flag()),
      /** Absent: without an end. */
      hours: optional(whole(1, 24 * 365)),
      /** The user reads it. */
      reason,
    }),
    output: staffRooms,
    errors: ['forbidden', 'own_request', 'not_found', 'field_required'],
    summary: 'Ban a user from writing',
  },
  'POST /staff/chat/lift': {
    staff: oneUnproved(['reviewer', 'admin'], 'A message in a room moves no money.'),
    input: z.object({ id: rowId, reason }),
    output: staffRooms,
    errors: ['forbidden', 'not_found'],
    summary: 'Lift a ban',
  },
});
export type ChatContract = typeof chatContract;
