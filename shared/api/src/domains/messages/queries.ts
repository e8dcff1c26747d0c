// The kit by its package name: a relative import would bundle a second copy of it, with a second client.
import { callsOf } from '@tessera/api';
import type { MessagesContract } from './contract.ts';
import { messagesRoutes } from './routes.ts';

const { list, call, query } = callsOf<MessagesContract>(messagesRoutes);

/** Messages to the signed-in user, newest first. */
export const useMessages = list('GET /mailMessage/getList');

/** One message, as it is announced. */
export const readMessage = call('GET /mailMessage/getDetail');

/** How much waits to be read, in all and in each box. */
export const useUnread = query('GET /mailMessage/unread', { quiet: true });
