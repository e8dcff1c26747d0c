import type { Transaction } from '../db/database.ts';
import { addedWithin, type TakeOutWindow, windowValues } from '../session/compromised.ts';
import { type Holder, holderOf } from './holder.ts';
import { factorState, hasFactor } from './prove.ts';
import { dropRecoveryCodes } from './recovery-codes.ts';

/** A factor that was taken out: `passkey Phone`. */
type TakenFactor = { readonly owner: Holder; readonly what: string; readonly logsIn: true };

type Row = { readonly holder: string; readonly what: string };

/**
 * Removes the passkeys and authenticators that were added while compromised code was live, by holders whose sessions it could
 * use: a passkey of it would log in after its sessions have ended. One that was replaced is not restored. `isNewCode` is SQL
 * of a row of `recovery_code` with the values of the window.
 */
export async function takeOutAdded(
  tx: Transaction,
  window: TakeOutWindow,
  { kind, isNewCode }: { readonly kind: Holder['kind']; readonly isNewCode: string },
): Promise<readonly TakenFactor[]> {
  const values = windowValues(window, kind);
  const removed: Row[] = [];
  for (const [table, what] of [
    ['passkey', `'passkey ' || name`],
    ['authenticator', `'authenticator'`],
  ] as const) {
    const isAdded = addedWithin(`${table}.created_at`, holderId('holder'), kind);
    const deleted = await tx.query<Row>(
      `delete from ${table} where holder like '${kind}:%' and ${isAdded} returning holder, ${what} as what`,
      values,
    );
    for (const row of deleted) removed.push(row);
  }
  const codes = await tx.query<Row>(
    `delete from recovery_code where holder like '${kind}:%' and ${isNewCode} returning holder, 'recovery codes' as what`,
    values,
  );
  for (const row of new Map(codes.map((each) => [each.holder, each])).values()) removed.push(row);
  for (const holder of new Set(removed.map((row) => row.holder))) {
    if (!hasFactor(await factorState(tx, holderOf(holder)))) await dropRecoveryCodes(tx, holderOf(holder));
  }
  return removed.map(({ holder, what }) => ({ owner: holderOf(holder), what, logsIn: true }));
}

/** SQL: the id of a stored holder. */
export const holderId = (column: string): string => `split_part(${column}, ':', 2)::bigint`;
