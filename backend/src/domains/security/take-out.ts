import type { Transaction } from '../../platform/db/database.ts';
import { holderOf } from '../../platform/factor/holder.ts';
import { factorState, hasFactor } from '../../platform/factor/prove.ts';
import { dropRecoveryCodes } from '../../platform/factor/recovery-codes.ts';
import { NEW_FACTOR_WAITS } from '../../platform/factor/waiting.ts';
import type { TakenOut } from '../../platform/ports.ts';
import { addedWithin, type CompromisedWindow, windowValues } from '../../platform/session/compromised.ts';

type Row = { readonly holder: string; readonly what: string };

const userOf = (column: string): string => `split_part(${column}, ':', 2)::bigint`;
const OF_USERS = `holder like 'user:%'`;

/**
 * Removes the factors and payment passwords that were set while compromised code was live, by accounts whose sessions it
 * could use: a passkey of it would log in after its sessions have ended. A factor that was replaced is not restored.
 */
export async function takeOutFactors(tx: Transaction, window: CompromisedWindow): Promise<readonly TakenOut[]> {
  const values = windowValues(window);
  const removed: Row[] = [];
  for (const [table, what] of [
    ['passkey', `'passkey ' || name`],
    ['authenticator', `'authenticator'`],
  ] as const) {
    removed.push(
      ...(await tx.query<Row>(
        `delete from ${table} where ${OF_USERS} and ${addedWithin('created_at', userOf('holder'))}
         returning holder, ${what} as what`,
        values,
      )),
    );
  }
  const codes = await tx.query<Row>(
    `delete from recovery_code
      where ${OF_USERS} and ${addedWithin(`approves_from - interval '${NEW_FACTOR_WAITS / 1_000} seconds'`, userOf('holder'))}
      returning holder, 'recovery codes' as what`,
    values,
  );
  removed.push(...new Map(codes.map((row) => [row.holder, row])).values());
  for (const holder of new Set(removed.map((row) => row.holder))) {
    if (!hasFactor(await factorState(tx, holderOf(holder)))) await dropRecoveryCodes(tx, holderOf(holder));
  }
  const payPasswords = await tx.query<{ id: string }>(
    `update user_account u set pay_password_hash = null, pay_password_set_at = null
      where pay_password_hash is not null and ${addedWithin('pay_password_set_at', 'u.id')} returning id`,
    values,
  );
  return [
    ...removed.map(({ holder, what }) => ({ userId: holderOf(holder).id, what })),
    ...payPasswords.map(({ id }) => ({ userId: id, what: 'payment password' })),
  ];
}
