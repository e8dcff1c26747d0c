import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import {
  clientId,
  flag,
  listOf,
  noInput,
  nothing,
  optional,
  paging,
  picture,
  rowId,
  text,
  time,
  unixMs,
  uploadLocation,
  whole,
  wholeListOf,
} from '../../kit/fields.ts';
import { oneUnproved, staffReads } from '../../kit/staff-policy.ts';
import { codeRequest } from '../identity/contract.ts';
import { guestInput, lostFactorsInput, messageInput, ratingInput, ticketInput } from './inputs.ts';
import { supportRoutes } from './routes.ts';
import {
  CONVERSATION_CHANNELS,
  CONVERSATION_STATUSES,
  INBOX_BOXES,
  MESSAGE_KINDS,
  MESSAGE_LENGTH,
  REFERENCE,
} from './rules.ts';

/* Conversations of users with agents. The messages of a conversation are numbered from 1 without gaps. */

const reference = z.string().check(z.regex(REFERENCE));

const message = z.object({
  seq: z.int(),
  kind: z.enum(MESSAGE_KINDS),
  author: z.enum(['user', 'agent', 'system']),
  /** Of an agent. */
  name: z.nullable(z.string()),
  text: z.string(),
  picture: z.nullable(picture),
  /** What its author has sent it under. */
  client_id: z.nullable(z.string()),
  at: unixMs,
});

const conversation = z.object({
  id: rowId,
  /** In the subject of mails. */
  reference,
  channel: z.enum(CONVERSATION_CHANNELS),
  status: z.enum(CONVERSATION_STATUSES),
  title: z.nullable(z.string()),
  /** The agent who has it. */
  agent: z.nullable(z.string()),
  /** Number of the last message. */
  last_seq: z.int(),
  /** What the user sent arrived at an agent, and was seen, up to here. */
  delivered_seq: z.int(),
  seen_seq: z.int(),
  /** Messages of agents that the user has not seen. */
  unread: z.int(),
  /** Place in the queue; null unless it waits. */
  position: z.nullable(z.int()),
  /** ms, from what users waited of late; null where that is not known. */
  wait: z.nullable(z.int()),
  rating: z.nullable(z.int()),
  created_at: unixMs,
  last_at: unixMs,
});

const sent = z.object({ conversation, message });

const paged = {
  /** Messages after this number, oldest first: what a client lacks. */
  after: optional(whole()),
  /** Messages before this number, for earlier ones. */
  before: optional(whole(1)),
};

const staffConversation = z.object({
  id: rowId,
  reference,
  channel: z.enum(CONVERSATION_CHANNELS),
  status: z.enum(CONVERSATION_STATUSES),
  title: z.nullable(z.string()),
  /** Null of a guest, whose contact is `contact`. */
  user: z.nullable(z.object({ uid: z.string(), name: z.string(), level: z.int() })),
  contact: z.nullable(z.string()),
  language: z.string(),
  assignee: z.nullable(z.object({ staff_id: rowId, name: z.string() })),
  /** Readable by its agent and admins alone. */
  restricted: z.boolean(),
  /** Whether this member may read it. */
  readable: z.boolean(),
  /** The last words; empty where they may not be read. */
  preview: z.string(),
  last_seq: z.int(),
  /** Messages of the user that no agent has seen. */
  unseen: z.int(),
  rating: z.nullable(z.int()),
  comment: z.nullable(z.string()),
  created_at: unixMs,
  last_at: unixMs,
  /** Since when the user waits for a reply; null when not. */
  waiting_since: z.nullable(unixMs),
  snoozed_until: z.nullable(unixMs),
  /** ms from the first message to the first reply, and to the end. */
  first_reply: z.nullable(z.int()),
  resolution: z.nullable(z.int()),
});

const opened = z.object({
  conversation: staffConversation,
  messages: z.array(message),
  notes: z.array(z.object({ id: rowId, name: z.string(), text: z.string(), at: unixMs })),
  history: z.array(z.object({ id: rowId, name: z.string(), action: z.string(), detail: z.string(), at: unixMs })),
  /** The user is writing. */
  typing: z.boolean(),
  user_delivered_seq: z.int(),
  user_seen_seq: z.int(),
});

const cannedReply = z.object({
  id: rowId,
  name: z.string(),
  /** By language; English always. */
  texts: z.record(z.string(), z.string()),
  updated_at: unixMs,
});

const ofConversation = z.object({ id: rowId });
const staffErrors = ['forbidden', 'not_found', 'claimed_by_other'] as const;
/** Number of the last message that the agent has before them. */
const seen = whole();

export const supportContract = defineContract(supportRoutes, {
  'POST /sms_mail_kf': {
    weight: 5,
    input: z.extend(codeRequest, { text: guestInput.shape.text }),
    output: z.object({ reference, at: unixMs }),
    errors: ['area_unsupported'],
    summary: 'Ask customer service for help with a code that does not arrive; the reply comes to the contact',
  },
  'POST /support/lost_factors': {
    weight: 10,
    input: lostFactorsInput,
    output: z.object({ reference, at: unixMs }),
    errors: [
      'wrong_credentials',
      'proof_required',
      'account_locked',
      'account_disabled',
      'factor_missing',
      'contact_missing',
    ],
    summary:
      'Report to customer service, by the password, that second factor and recovery codes are lost; one report is open at a time',
  },
  'GET /support/service': {
    weight: 2,
    input: noInput,
    output: z.object({
      /** Agents are there now. */
      staffed: z.boolean(),
      /** Conversations that wait. */
      queue: z.int(),
      /** ms that a new one would wait; null where that is not known. */
      wait: z.nullable(z.int()),
    }),
    summary: 'Whether agents are there, and how long the queue is',
  },
  'GET /support/current': {
    weight: 2,
    input: noInput,
    output: z.object({ conversation: z.nullable(conversation) }),
    summary: 'The user’s conversation: one that goes on, or the last one',
  },
  'GET /support/list': {
    weight: 2,
    input: z.object(paging),
    output: listOf(conversation),
    summary: 'Conversations of the user, the newest first',
  },
  'GET /support/messages': {
    weight: 2,
    input: z.object({ id: rowId, ...paged, limit: z._default(whole(1, 100), 50) }),
    output: z.object({ conversation, list: z.array(message) }),
    errors: ['not_found'],
    summary: 'Messages of a conversation by their numbers: the newest, those after one, or those before one',
  },
  'POST /support/message': {
    weight: 3,
    input: messageInput,
    output: sent,
    errors: ['not_found', 'field_required', 'upload_unknown', 'rate_limited'],
    summary: 'Write to customer service; the same `client_id` is taken once. Opens a conversation if none goes on',
  },
  'POST /support/seen': {
    input: z.object({ id: rowId, seq: whole(), shown: flag() }),
    output: nothing,
    errors: ['not_found'],
    summary: 'Messages up to a number have arrived, and if `shown` were seen',
  },
  'POST /support/typing': {
    input: ofConversation,
    output: nothing,
    errors: ['not_found'],
    summary: 'The user is writing; shown for some seconds, stored nowhere',
  },
  'POST /support/end': {
    input: ofConversation,
    output: conversation,
    errors: ['not_found'],
    summary: 'End the conversation',
  },
  'POST /support/rate': {
    input: ratingInput,
    output: conversation,
    errors: ['not_found', 'conversation_not_over'],
    summary: 'Rate a conversation that is over, 1 to 5; a later rating replaces it',
  },
  'POST /support/ticket': {
    weight: 5,
    input: ticketInput,
    output: conversation,
    errors: ['rate_limited'],
    summary: 'Write to customer service by mail; the reply comes by mail and in the conversation',
  },
  'GET /staff/support/inbox': {
    staff: staffReads(['support', 'admin']),
    weight: 3,
    input: z.object({ ...paging, box: z.enum(INBOX_BOXES) }),
    output: z.object({
      list: z.array(staffConversation),
      page: z.int(),
      limit: z.int(),
      total: z.int(),
      /** Conversations in each box. */
      counts: z.object({
        unattended: z.int(),
        mine: z.int(),
        all: z.int(),
        snoozed: z.int(),
        resolved: z.int(),
      }),
    }),
    errors: ['forbidden'],
    summary: 'Conversations of a box: those that have waited longest first, of the others the latest',
  },
  'GET /staff/support/conversation': {
    staff: staffReads(['support', 'admin']),
    weight: 2,
    input: z.object({ id: rowId, after: paged.after }),
    output: opened,
    errors: ['forbidden', 'not_found'],
    summary: 'A conversation with its messages after a number, notes and history',
  },
  'GET /staff/support/agents': {
    staff: staffReads(['support', 'admin']),
    input: noInput,
    output: wholeListOf(z.object({ staff_id: rowId, name: z.string(), on_duty: z.boolean(), open: z.int() })),
    errors: ['forbidden'],
    summary: 'Members who may answer, and how many conversations each has',
  },
  'GET /staff/support/figures': {
    staff: staffReads(['support', 'admin']),
    weight: 3,
    input: z.object({ days: z._default(whole(1, 365), 7) }),
    output: z.object({
      conversations: z.int(),
      resolved: z.int(),
      /** ms; null without any. */
      first_reply: z.nullable(z.object({ median: z.int(), p90: z.int() })),
      resolution: z.nullable(z.object({ median: z.int(), p90: z.int() })),
      rating: z.nullable(z.object({ mean: z.string(), count: z.int() })),
    }),
    errors: ['forbidden'],
    summary: 'First-reply and resolution times and ratings of conversations that began in the last days',
  },
  'GET /staff/support/replies': {
    staff: staffReads(['support', 'admin']),
    input: noInput,
    output: wholeListOf(cannedReply),
    errors: ['forbidden'],
    summary: 'Canned replies by name',
  },
  'POST /staff/support/duty': {
    staff: oneUnproved(['support', 'admin'], 'Writing with users moves no money.'),
    input: z.object({ on: flag() }),
    output: z.object({ on: z.boolean() }),
    errors: ['forbidden'],
    summary: 'Go on or off duty; users see whether agents are there',
  },
  'POST /staff/support/take': {
    staff: oneUnproved(['support', 'admin'], 'Writing with users moves no money.'),
    input: ofConversation,
    output: staffConversation,
    errors: [...staffErrors, 'conversation_replaced'],
    summary: 'Take a conversation that has no agent',
  },
  'POST /staff/support/assign': {
    staff: oneUnproved(['support', 'admin'], 'Writing with users moves no money.'),
    input: z.object({ id: rowId, staff_id: rowId, seen, reason: text(300) }),
    output: staffConversation,
    errors: [...staffErrors, 'conversation_moved', 'conversation_replaced'],
    summary: 'Hand a conversation over to another agent: one’s own, or as an admin any',
  },
  'POST /staff/support/picture': {
    staff: oneUnproved(['support', 'admin'], 'Writing with users moves no money.'),
    weight: 20,
    /** One multipart part named `file`, as for `POST /upload`. */
    input: noInput,
    encoding: 'multipart',
    /** The location, as `POST /staff/support/reply` takes it from this member, once. */
    output: z.string(),
    errors: [
      'forbidden',
      'upload_missing',
      'upload_too_large',
      'upload_not_an_image',
      'upload_too_many_pixels',
      'upload_damaged',
      'upload_too_slow',
      'upload_quota',
    ],
    summary: 'Upload a picture for a reply; no user sees it before it is sent',
  },
  'POST /staff/support/reply': {
    staff: oneUnproved(['support', 'admin'], 'Writing with users moves no money.'),
    weight: 3,
    input: z.object({
      id: rowId,
      client_id: clientId,
      text: optional(text(MESSAGE_LENGTH)),
      /** For users alone: a guest has no conversation to see it in. */
      picture: optional(uploadLocation),
      seen,
    }),
    output: message,
    errors: [...staffErrors, 'conversation_replaced', 'field_required', 'upload_unknown', 'invalid_field'],
    summary:
      'Reply; takes a conversation without an agent and reopens one that is over. The same `client_id` is taken once. What the user wrote above `seen` still waits',
  },
  'POST /staff/support/note': {
    staff: oneUnproved(['support', 'admin'], 'Writing with users moves no money.'),
    input: z.object({ id: rowId, client_id: clientId, text: text(MESSAGE_LENGTH) }),
    output: nothing,
    errors: ['forbidden', 'not_found'],
    summary: 'Add a note that only staff read',
  },
  'POST /staff/support/seen': {
    staff: oneUnproved(['support', 'admin'], 'Writing with users moves no money.'),
    input: z.object({ id: rowId, seq: whole() }),
    output: nothing,
    errors: staffErrors,
    summary: 'The agent of a conversation has seen its messages up to a number',
  },
  'POST /staff/support/typing': {
    staff: oneUnproved(['support', 'admin'], 'Writing with users moves no money.'),
    input: ofConversation,
    output: nothing,
    errors: staffErrors,
    summary: 'The agent is writing; shown for some seconds, stored nowhere',
  },
  'POST /staff/support/snooze': {
    staff: oneUnproved(['support', 'admin'], 'Writing with users moves no money.'),
    input: z.object({ id: rowId, until: time, seen }),
    output: staffConversation,
    errors: [...staffErrors, 'invalid_field', 'conversation_moved'],
    summary: 'Put a conversation off until a time, or until the user writes',
  },
  'POST /staff/support/resolve': {
    staff: oneUnproved(['support', 'admin'], 'Writing with users moves no money.'),
    input: z.object({ id: rowId, seen }),
    output: staffConversation,
    errors: [...staffErrors, 'conversation_moved'],
    summary: 'End a conversation, unless the user has written above `seen`',
  },
  'POST /staff/support/reopen': {
    staff: oneUnproved(['support', 'admin'], 'Writing with users moves no money.'),
    input: ofConversation,
    output: staffConversation,
    errors: [...staffErrors, 'conversation_replaced'],
    summary: 'Go on with a conversation that was ended or put off',
  },
  'POST /staff/support/restrict': {
    staff: oneUnproved(['support', 'admin'], 'Writing with users moves no money.'),
    input: z.object({ id: rowId, restricted: flag(), reason: text(300) }),
    output: staffConversation,
    errors: staffErrors,
    summary: 'Let only its agent and admins read a conversation, or all agents again',
  },
  'POST /staff/support/replies/save': {
    staff: oneUnproved(['support', 'admin'], 'Writing with users moves no money.'),
    input: z.object({ id: optional(rowId), name: text(60), language: text(4, 2), text: text(MESSAGE_LENGTH) }),
    output: cannedReply,
    errors: ['forbidden', 'not_found', 'field_unknown_choice', 'field_required'],
    summary: 'Write a canned reply in one language; a new one begins with English',
  },
  'POST /staff/support/replies/remove': {
    staff: oneUnproved(['support', 'admin'], 'Writing with users moves no money.'),
    input: ofConversation,
    output: nothing,
    errors: ['forbidden', 'not_found'],
    summary: 'Remove a canned reply',
  },
});
export type SupportContract = typeof supportContract;
