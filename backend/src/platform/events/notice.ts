import type { AccountEvent } from '@tessera/api/realtime';

/** An account event with its user. */
export type Notice = { readonly userId: string; readonly event: AccountEvent };

/** Channel of PostgreSQL that carries notices between processes. */
export const NOTICES = 'account_event';
