import { DomainError } from '../../platform/http/domain-error.ts';
import { end, type PlanParts, recordPlaced } from './place-next.ts';
import { type Ended, lockPlan, ordersOf, planOf, runningOf } from './store.ts';

/**
 * Ends a plan, then cancels what of it is open. Of one that has ended already it cancels what could not be cancelled then, in
 * a market that was halted for example.
 */
async function endWithOrders(parts: PlanParts, userId: string, id: string, ended: Ended): Promise<void> {
  const { database, door, now } = parts;
  await database.transaction(async (tx) => {
    const plan = await lockPlan(tx, id);
    if (!plan) return;
    await recordPlaced(tx, parts, plan, now());
    if (plan.status === 'running') await end(tx, plan, ended, now());
  });
  await door.cancel(userId, await ordersOf(database, id));
}

/** Stops a plan for its user. */
export async function stopPlan(parts: PlanParts, userId: string, id: string): Promise<void> {
  if (!(await planOf(parts.database, userId, id))) throw new DomainError('not_found', { field: 'id' });
  await endWithOrders(parts, userId, id, 'user').catch((error: unknown) => {
    // The plan has ended. What its user is to know is why an order is still open.
    const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
    throw first;
  });
}

/** Ends all plans of an account that is frozen. Rejects after all of them were tried. */
export async function endAll(parts: PlanParts, userId: string): Promise<void> {
  const failures: unknown[] = [];
  for (const id of await runningOf(parts.database, userId)) {
    await endWithOrders(parts, userId, id, 'account').catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} plans could not be ended whole`);
}
