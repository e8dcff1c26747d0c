import type { ErrorCode } from '@tessera/api/errors';
import type { Database } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { StaffQueue } from '../../platform/queues.ts';
import { standIn } from './members.ts';
import { takeDecision, type Verdict } from './queues.ts';

/** Items looked at in one run; what remains is next. */
const BATCH = 100;

/** Already decided, or claimed; or what cannot be approved as things are. It must not hold up those behind it. */
const PASSED_OVER = [
  'already_reviewed',
  'claimed_by_other',
  'account_frozen',
  'account_in_use',
  // Of a withdrawal whose money a debt or a review keeps in.
  'deposit_owed',
  'deposit_under_review',
  'refund_owed',
  'loan_outstanding',
  'trades_under_review',
  // Of a payment whose address money does not come out of any more.
  'address_ours',
  'address_internal',
  'address_contract',
  'address_burns',
];
/**
 * What can never be approved: a second claim of one payment, a second account of one document, a purchase that would bring
 * less than its order states. Left there, it would hold up those behind it.
 */
const SPENT: Readonly<Partial<Record<ErrorCode, string>>> = {
  txid_used: 'This transaction was credited already',
  document_used: 'This document verifies another account',
  buy_below_least: 'The payment would bring less than the order states',
};

const isRejectedFor = (codes: readonly string[], error: unknown): boolean =>
  error instanceof DomainError && codes.includes(error.code);

/**
 * Approves what has waited longer than `after` ms, for demonstrations, without a review; rejects what can never be approved.
 * Returns how many decisions it made.
 */
export async function approveWaiting(
  database: Database,
  queues: readonly StaffQueue[],
  after: number,
  now: number,
): Promise<number> {
  const sandbox = await standIn(database, 'sandbox');
  let decisions = 0;
  for (const queue of queues) {
    const { items } = await queue.list(database, { status: 'pending', page: 1, limit: BATCH });
    for (const { id } of items.filter(({ createdAt }) => createdAt <= now - after)) {
      const decide = (verdict: Verdict) => takeDecision(database, queue, id, verdict, sandbox, now);
      try {
        await decide({ approve: true, demonstration: true }).catch((error: unknown) => {
          const reason = error instanceof DomainError ? SPENT[error.code] : undefined;
          if (reason === undefined) throw error;
          return decide({ approve: false, reason, demonstration: true });
        });
        decisions += 1;
      } catch (error) {
        if (!isRejectedFor(PASSED_OVER, error)) throw error;
      }
    }
  }
  return decisions;
}
