import type { Transaction } from '../../platform/db/database.ts';
import type { TakenOut } from '../../platform/ports.ts';
import { addedWithin, type TakeOutWindow, windowValues } from '../../platform/session/compromised.ts';

/** Deletes the saved addresses and cards that were added while compromised code was live. */
export async function takeOutPayees(tx: Transaction, window: TakeOutWindow, now: number): Promise<readonly TakenOut[]> {
  const taken: TakenOut[] = [];
  for (const [table, what] of [
    ['payee_address', `'address ' || address`],
    ['payee_card', `'bank card of ' || bank_name`],
  ] as const) {
    const deleted = await tx.query<{ user_id: string; what: string }>(
      `update ${table} p set deleted_at = $6
        where deleted_at is null and ${addedWithin('p.created_at', 'p.user_id')}
        returning user_id, ${what} as what`,
      [...windowValues(window), new Date(now)],
    );
    for (const { user_id: id, what: taking } of deleted) taken.push({ owner: { kind: 'user', id }, what: taking });
  }
  return taken;
}
