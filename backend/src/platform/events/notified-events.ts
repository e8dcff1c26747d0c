import type { AccountEvent } from '@tessera/api/realtime';
import type { Database, Sql } from '../db/database.ts';
import type { AccountEvents } from './account-events.ts';

const CHANNEL = 'account_event';

/**
 * Tells every backend process of an event once the transaction commits. For what is decided elsewhere than in the
 * process that holds the user's connection, such as on the command line.
 */
export const notifyAccountEvent = (tx: Sql, userId: string, event: AccountEvent) =>
  tx.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify({ userId, event })]);

/** Passes what was notified on to the listeners of this process; answers how to stop. */
export const passOnNotifiedEvents = (database: Database, accountEvents: AccountEvents): Promise<() => Promise<void>> =>
  database.listen(CHANNEL, (payload) => {
    const { userId, event } = JSON.parse(payload) as { userId: string; event: AccountEvent };
    accountEvents.emitHere(userId, event);
  });
