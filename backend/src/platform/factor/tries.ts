import type { Database } from '../db/database.ts';
import { DomainError } from '../http/domain-error.ts';
import { countAttempt, forgetAttempts, type Window } from '../limits/attempts.ts';

const MINUTE = 60_000;

/**
 * A code is one of a million, and three are right at a time: 20 tries a day find one with a chance of 6 in 100,000.
 * The password was right before each of them, so that a stranger cannot use them up.
 */
export const FACTOR_TRIES: readonly Window[] = [
  { most: 5, within: 15 * MINUTE },
  { most: 20, within: 24 * 60 * MINUTE },
];

/**
 * `first`: the code of an authenticator that is being set up. Who began that knows its secret and is right each time:
 * counted with `totp`, a session would begin the count of the owner's authenticator again, or use it up.
 */
type Kind = 'totp' | 'first' | 'recovery';
const scopeOf = (kind: Kind): string => `factor ${kind}`;

/** Counts a try before the check, so that concurrent ones cannot exceed the limit. */
export async function claimFactorTry(database: Database, holder: string, kind: Kind, now: number): Promise<void> {
  const attempt = { scope: scopeOf(kind), subject: holder, windows: FACTOR_TRIES, now };
  const outcome = await countAttempt(database, attempt);
  if (outcome.allowed) return;
  throw new DomainError('factor_locked', { params: { minutes: Math.ceil(outcome.retryAfter / MINUTE) } });
}

export const forgetFactorTries = (database: Database, holder: string, kind: Kind) =>
  forgetAttempts(database, { scope: scopeOf(kind), subject: holder });
