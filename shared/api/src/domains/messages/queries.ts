// The kit by its package name: a relative import would bundle a second copy of it, with a second client.
import { callsOf } from '@tessera/api';
import type { MessagesContract } from './contract.ts';
import { messagesRoutes } from './routes.ts';

const { list, call, command, query } = callsOf<MessagesContract>(messagesRoutes);

/** Messages to the signed-in user, newest first. */
export const useMessages = list('GET /mailMessage/getList');

/** One message, as it is announced. */
export const readMessage = call('GET /mailMessage/getDetail');

/** How much waits to be read, in all and in each box. */
export const useUnread = query('GET /mailMessage/unread', { quiet: true });

/** Marks one message as read, or all. */
export const useRead = command('POST /mailMessage/read', { quiet: true });

/** What the user is told of, and where. */
export const usePreferences = query('GET /mailMessage/preferences');
export const usePrefer = command('POST /mailMessage/preferences');

/** Notifications of this device. */
export const subscribePush = call('POST /mailMessage/push/subscribe');
export const unsubscribePush = call('POST /mailMessage/push/unsubscribe');
