import type { Database, Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { pendingSince } from '../deposits/claims.ts';
import { reviewClaim } from '../deposits/review.ts';
import { identityRequestsSince, reviewIdentity } from '../kyc/review.ts';
import { standIn } from './members.ts';

/** Runs a decision in a transaction of its own; another one who was quicker is no fault. */
async function unlessReviewed(database: Database, decide: (tx: Transaction) => Promise<unknown>): Promise<number> {
  try {
    await database.transaction(decide);
    return 1;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'already_reviewed') return 0;
    throw error;
  }
}

/**
 * Approves what has waited longer than `after` ms, for trying the platform out: nobody looks at it. Answers how many
 * decisions it made.
 */
export async function approveWaiting(database: Database, after: number, now: number): Promise<number> {
  const sandbox = await standIn(database, 'sandbox');
  const before = now - after;
  let decisions = 0;
  for (const id of await pendingSince(database, before)) {
    decisions += await unlessReviewed(database, (tx) => reviewClaim(tx, id, { approve: true }, sandbox, now));
  }
  for (const id of await identityRequestsSince(database, before)) {
    decisions += await unlessReviewed(database, (tx) => reviewIdentity(tx, id, { verify: true }, sandbox, now));
  }
  return decisions;
}
