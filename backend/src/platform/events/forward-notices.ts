import type { Database } from '../db/database.ts';
import type { AccountEvents } from './account-events.ts';
import { NOTICES, type Notice } from './notice.ts';

/**
 * Forwards notices of processes without listeners, such as the command line, to the listeners of this process. Every
 * node does this, and one of them holds the user's connection. Resolves with a function that stops it.
 */
export const forwardNotices = (database: Database, accountEvents: AccountEvents): Promise<() => Promise<void>> =>
  database.listen(NOTICES, (payload) => {
    const { userId, event } = JSON.parse(payload) as Notice;
    accountEvents.emitHere(userId, event);
  });
