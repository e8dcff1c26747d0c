import type { Database } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { countAttempt, uncountAttempt, type Window } from '../../platform/limits/attempts.ts';
import { isSecret } from '../identity/index.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Wrong current passwords of one account, over all its sessions: a thief of a session does not learn the password. */
export const PASSWORD_TRIES: readonly Window[] = [
  { most: 5, within: 15 * MINUTE },
  { most: 10, within: 4 * HOUR },
  { most: 20, within: 24 * HOUR },
];

type Account = { readonly id: string; readonly password_hash: string };

/** Rejects unless `password` is the account's; a wrong one counts, `field` is named. `now` is Unix ms. */
export async function requireCurrentPassword(
  database: Database,
  { id, password_hash }: Account,
  { password, field }: { readonly password: string; readonly field: string },
  now: number,
): Promise<void> {
  const counted = { scope: 'current password', subject: id };
  // Before the check, so that concurrent tries cannot exceed the limit.
  const attempt = await countAttempt(database, { ...counted, windows: PASSWORD_TRIES, now });
  if (!attempt.allowed) {
    throw new DomainError('password_locked', { field, params: { minutes: Math.ceil(attempt.retryAfter / MINUTE) } });
  }
  if (!(await isSecret(password_hash, password))) throw new DomainError('password_wrong', { field });
  await uncountAttempt(database, { ...counted, at: now });
}
