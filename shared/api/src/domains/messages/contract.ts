import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import { listOf, paging, picture, rowId, unixMs } from '../../kit/fields.ts';
import { messagesRoutes } from './routes.ts';

/* Bodies are plain text in the language of the request; an empty line separates paragraphs. */

export const messagesContract = defineContract(messagesRoutes, {
  'GET /mailMessage/getList': {
    weight: 3,
    input: z.object(paging),
    output: listOf(
      z.object({
        id: rowId,
        kind: z.enum(['system', 'service']),
        title: z.string(),
        description: z.string(),
        content: z.string(),
        avatar: z.nullable(picture),
        time: unixMs,
        read: z.boolean(),
      }),
    ),
    summary: 'Messages to the signed-in user, newest first',
  },
});
export type MessagesContract = typeof messagesContract;
