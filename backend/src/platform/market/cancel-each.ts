import { randomUUID } from 'node:crypto';
import { DomainError } from '../http/domain-error.ts';
import { type KeyUse, keyUseOf } from '../http/idempotency.ts';

/** What happened to an order meanwhile: there is nothing left to cancel. */
const OVER: ReadonlySet<string> = new Set(['order_not_open', 'not_found']);

/**
 * Cancels orders of a user for the exchange, one by one; those that are over by now are left. Rejects after all of them
 * were tried where one could not be cancelled, such as in a market that is halted.
 */
export async function cancelEach(
  { userId, ids, callId }: { readonly userId: string; readonly ids: readonly string[]; readonly callId: string },
  cancel: (id: string, use: KeyUse) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const id of ids) {
    // A key that no user can know: users choose their own keys, and must not be able to take this one first.
    const use = keyUseOf({ userId, key: randomUUID(), callId, input: { id } });
    await cancel(id, use).catch((error: unknown) => {
      if (!(error instanceof DomainError && OVER.has(error.code))) failures.push(error);
    });
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} orders could not be cancelled`);
}
