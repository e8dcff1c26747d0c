import { OtherFailed, OutcomeUnknown } from '../db/database.ts';
import { isUnavailable } from '../db/unavailable.ts';
import { LeaseLost } from '../jobs/lease.ts';

/* How an attempt to commit a batch of the market fails. */

/** What `require_lease` raises. */
export const LEASE_LOST = 'LS001';
/** A lock was waited for too long. */
const LOCK_HELD = '55P03';
export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** A lock that the batch needs is held by another transaction: of one of these users, or in general. */
export class Contended extends Error {
  readonly users: readonly string[];

  constructor(users: readonly string[], cause: unknown) {
    super('another transaction holds what a batch of the market writes', { cause });
    this.users = users;
  }
}

/** A step could be recorded, and was rolled back. */
export class Rehearsed extends Error {}

/**
 * Resolves once all are over. The first that failed is the reason: those after it found an aborted transaction. In a batch
 * those before it fail as well, and say so.
 */
export async function settled(statements: readonly Promise<unknown>[]): Promise<void> {
  const reasons = (await Promise.allSettled(statements)).flatMap((each): unknown[] =>
    each.status === 'rejected' ? [each.reason] : [],
  );
  if (reasons.length === 0) return;
  const reason = reasons.find((each) => !(each instanceof OtherFailed)) ?? reasons[0];
  throw reason instanceof OtherFailed ? reason.cause : reason;
}

/** Names the users of a batch whose transaction waited too long for a lock. */
export async function notWaiting(users: () => readonly string[], work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw hasCode(error, LOCK_HELD) ? new Contended(users(), error) : error;
  }
}

/** Whether it is unknown what the database did, or known that another node holds the market. */
export const isFatal = (error: unknown): boolean =>
  error instanceof LeaseLost ||
  error instanceof OutcomeUnknown ||
  isUnavailable(error) ||
  (error instanceof Error && 'syscall' in error);
