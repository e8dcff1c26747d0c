import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import { listOf, noInput, paging, picture, rowId, unixMs } from '../../kit/fields.ts';
import { messagesRoutes } from './routes.ts';

/* Bodies are plain text in the language of the request; an empty line separates paragraphs. */

const message = z.object({
  id: rowId,
  kind: z.enum(['system', 'service']),
  title: z.string(),
  description: z.string(),
  content: z.string(),
  avatar: z.nullable(picture),
  time: unixMs,
  read: z.boolean(),
});

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
      /** `messages` came since their list was opened; `support` are replies that were not seen. */
      boxes: z.object({ messages: z.int(), support: z.int() }),
    }),
    summary: 'How much waits to be read, in all and in each box of the message centre',
  },
  'GET /mailMessage/getList': {
    weight: 3,
    input: z.object(paging),
    output: listOf(message),
    summary: 'Messages to the signed-in user, newest first',
  },
});
export type MessagesContract = typeof messagesContract;
