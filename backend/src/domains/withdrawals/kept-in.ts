import type { Sql } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { Ports } from '../../platform/ports.ts';

/** What other domains say of money that was asked for before, and of where it goes. */
export type PayoutPorts = Pick<Ports, 'addressUse' | 'keepsMoney' | 'underReview'>;

/**
 * Why what a user asked for before must not leave by now: a debt keeps money in, such as for a deposit that no block holds
 * any more, or staff look at the trades that brought it. Null where it may leave. A request is judged by the same when it
 * is made; what it froze would else be what a debt does not reach.
 */
export async function keptIn(
  sql: Sql,
  { keepsMoney, underReview }: Pick<PayoutPorts, 'keepsMoney' | 'underReview'>,
  userId: string,
): Promise<DomainError | null> {
  try {
    await keepsMoney(sql, userId);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  return (await underReview(sql, [userId])).length > 0 ? new DomainError('trades_under_review') : null;
}
