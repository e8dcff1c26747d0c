import type { Transaction } from '../../platform/db/database.ts';
import { holderId, takeOutAdded } from '../../platform/factor/take-out.ts';
import { NEW_FACTOR_WAITS } from '../../platform/factor/waiting.ts';
import type { TakenOut } from '../../platform/ports.ts';
import { addedWithin, type TakeOutWindow, windowValues } from '../../platform/session/compromised.ts';

const CODES_ADDED = `approves_from - interval '${NEW_FACTOR_WAITS / 1_000} seconds'`;

/** Removes the factors and payment passwords of users that were set while compromised code was live. */
export async function takeOutFactors(tx: Transaction, window: TakeOutWindow): Promise<readonly TakenOut[]> {
  const removed = await takeOutAdded(tx, window, {
    kind: 'user',
    isNewCode: addedWithin(CODES_ADDED, holderId('holder')),
  });
  const payPasswords = await tx.query<{ id: string }>(
    `update user_account u set pay_password_hash = null, pay_password_set_at = null
      where pay_password_hash is not null and ${addedWithin('pay_password_set_at', 'u.id')} returning id`,
    windowValues(window),
  );
  return [
    ...removed,
    ...payPasswords.map(({ id }) => ({ owner: { kind: 'user' as const, id }, what: 'payment password' })),
  ];
}
