import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import {
  atMost,
  flag,
  listOf,
  noInput,
  nothing,
  optional,
  paging,
  picture,
  rowId,
  text,
  unixMs,
  wholeListOf,
} from '../../kit/fields.ts';
import { messagesRoutes } from './routes.ts';
import { MESSAGE_CHANNELS, MESSAGE_TOPICS } from './rules.ts';

/* Bodies are plain text in the language of the request; an empty line separates paragraphs. */

const message = z.object({
  id: rowId,
  kind: z.enum(['system', 'service']),
  topic: z.enum(MESSAGE_TOPICS),
  title: z.string(),
  description: z.string(),
  content: z.string(),
  avatar: z.nullable(picture),
  /** The screen that it is about: a route of the app. */
  link: z.nullable(z.string()),
  time: unixMs,
  read: z.boolean(),
});

/** Null where messages of a topic do not go. */
const preference = z.nullable(z.object({ on: z.boolean(), locked: z.boolean() }));

export const messagesContract = defineContract(messagesRoutes, {
  'GET /mailMessage/getDetail': {
    weight: 2,
    input: z.object({ id: rowId }),
    output: message,
    errors: ['not_found'],
    summary: 'One message to the signed-in user; it stays unread',
  },
  'GET /mailMessage/unread': {
    weight: 2,
    input: noInput,
    output: z.object({
      total: z.int(),
      /** `messages` and `announcements` were not marked as read; `support` are replies that were not seen. */
      boxes: z.object({ messages: z.int(), support: z.int(), announcements: z.int() }),
    }),
    summary: 'How much waits to be read, in all and in each box of the message centre',
  },
  'GET /mailMessage/getList': {
    weight: 3,
    input: z.object(paging),
    output: listOf(message),
    summary: 'Messages to the signed-in user, newest first; they stay unread',
  },
  'POST /mailMessage/read': {
    input: z.object({ id: optional(rowId) }),
    output: nothing,
    errors: ['not_found'],
    summary: 'Mark one message as read, or all that there are',
  },
  'GET /mailMessage/preferences': {
    input: noInput,
    output: z.extend(
      wholeListOf(
        z.object({
          topic: z.enum(MESSAGE_TOPICS),
          channels: z.object({ app: preference, mail: preference, push: preference }),
        }),
      ),
      {
        /** Whether notifications of devices name amounts and senders. */
        details: z.boolean(),
        push: z.object({
          /** With which this server signs (VAPID, RFC 8292): an uncompressed P-256 point, base64url. */
          key: z.string(),
          /** Devices of this user that take notifications. */
          devices: z.int(),
        }),
      },
    ),
    summary: 'What the user is told of, and where',
  },
  'POST /mailMessage/preferences': {
    input: z.object({
      topic: optional(z.enum(MESSAGE_TOPICS)),
      channel: optional(z.enum(MESSAGE_CHANNELS)),
      on: optional(flag()),
      details: optional(flag()),
    }),
    output: nothing,
    errors: ['field_required', 'invalid_field'],
    summary: 'Change one topic on one channel, or whether notifications have details',
  },
  'POST /mailMessage/push/subscribe': {
    limit: 'messages',
    input: z.object({
      endpoint: z.string().check(atMost(500), z.regex(/^https:\/\//)),
      p256dh: z.string().check(z.regex(/^[A-Za-z0-9_-]{87}$/)),
      auth: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/)),
    }),
    output: nothing,
    errors: ['invalid_field'],
    summary: 'Send notifications to this device until its session ends',
  },
  'POST /mailMessage/push/unsubscribe': {
    input: z.object({ endpoint: text(500) }),
    output: nothing,
    summary: 'Send no more notifications to a device',
  },
});
export type MessagesContract = typeof messagesContract;
