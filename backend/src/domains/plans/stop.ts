import type { Database } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { OrderDoor } from '../spot/index.ts';
import { end } from './place-next.ts';
import { type Ended, lockPlan, ordersOfPlans, planOf, runningOf } from './store.ts';

type Parts = {
  readonly database: Database;
  readonly door: OrderDoor;
  /** Unix ms. */
  readonly now: () => number;
};

/**
 * Ends a plan, then cancels what of it is open. Of one that has ended already it cancels what could not be cancelled then, in
 * a market that was halted for example.
 */
async function endWithOrders({ database, door, now }: Parts, userId: string, id: string, ended: Ended): Promise<void> {
  await database.transaction(async (tx) => {
    const plan = await lockPlan(tx, id);
    if (plan?.status === 'running') await end(tx, plan, ended, now());
  });
  const orders = await ordersOfPlans(database, [id]);
  await door.cancel(
    userId,
    orders.map(({ orderId }) => orderId),
  );
}

/** Stops a plan for its user. */
export async function stopPlan(parts: Parts, userId: string, id: string): Promise<void> {
  if (!(await planOf(parts.database, userId, id))) throw new DomainError('not_found', { field: 'id' });
  await endWithOrders(parts, userId, id, 'user').catch((error: unknown) => {
    // The plan has ended. What its user is to know is why an order is still open.
    const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
    throw first;
  });
}

/** Ends all plans of an account that is frozen. Rejects after all of them were tried. */
export async function endAll(parts: Parts, userId: string): Promise<void> {
  const failures: unknown[] = [];
  for (const id of await runningOf(parts.database, userId)) {
    await endWithOrders(parts, userId, id, 'account').catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} plans could not be ended whole`);
}
