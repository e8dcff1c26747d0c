import type { Database } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { StaffQueue } from '../../platform/queues.ts';
import { standIn } from './members.ts';
import { decideItem } from './queues.ts';

/** Items looked at in one run; what remains is next. */
const BATCH = 100;

/** Already decided, or claimed. */
const isTaken = (error: unknown): boolean =>
  error instanceof DomainError && (error.code === 'already_reviewed' || error.code === 'claimed_by_other');

/**
 * Approves what has waited longer than `after` ms, for demonstrations, without a review. Returns how many decisions it
 * made.
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
      try {
        await database.transaction((tx) =>
          decideItem(tx, queue, id, { approve: true, demonstration: true }, sandbox, now),
        );
        decisions += 1;
      } catch (error) {
        if (!isTaken(error)) throw error;
      }
    }
  }
  return decisions;
}
