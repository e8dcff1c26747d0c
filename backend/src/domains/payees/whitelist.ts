import type { Output } from '@tessera/api/contract';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { Leaving } from '../../platform/ways/leave.ts';
import { hasLeftTo } from '../../platform/ways/store.ts';
import { sendPayoutNotice } from '../identity/index.ts';
import { readConfiguration } from '../site/index.ts';

const HOUR = 3_600_000;

type Row = { readonly off_at: number | null };

/** When the whitelist goes off, Unix ms; null while it stays on. Undefined where it is off. */
async function offAt(sql: Sql, userId: string, now: number): Promise<number | null | undefined> {
  const [row] = await sql.query<Row>(
    'select off_at from payee_whitelist where user_id = $1 and (off_at is null or off_at > $2)',
    [userId, new Date(now)],
  );
  return row?.off_at;
}

/** Whether withdrawals of a user go to saved payees only. */
export const isWhitelistOn = async (sql: Sql, userId: string, now: number): Promise<boolean> =>
  (await offAt(sql, userId, now)) !== undefined;

/**
 * Rejects with `whitelist_recipients` where the user's whitelist is on and what leaves goes to no user whom they have paid
 * for as long as a new payee waits: a thief's account is not among them, and there is no list to add it to.
 */
export async function requireListed(tx: Transaction, { userId, payeeId, counts, at }: Leaving): Promise<void> {
  // Addresses and cards are judged where they are saved payees.
  if (counts?.limit !== 'send' || !(await isWhitelistOn(tx, userId, at))) return;
  const { whitelistHours: hours } = await readConfiguration(tx);
  if (payeeId !== null && (await hasLeftTo(tx, userId, payeeId, at - hours * HOUR))) return;
  throw new DomainError('whitelist_recipients', { params: { hours } });
}

export async function whitelistOf(
  sql: Sql,
  userId: string,
  now: number,
): Promise<Output<'GET /user/wallet/whitelist'>> {
  const { whitelistHours: hours } = await readConfiguration(sql);
  const at = await offAt(sql, userId, now);
  return { on: at !== undefined, off_at: at ?? null, hours };
}

/** Switches on at once, and off after the waiting time: a thief who switches it off is noticed before it counts. */
export async function switchWhitelist(
  tx: Transaction,
  userId: string,
  on: boolean,
  now: number,
): Promise<Output<'GET /user/wallet/whitelist'>> {
  if (on) {
    await tx.query(
      `insert into payee_whitelist (user_id, on_since, off_at) values ($1, $2, null)
       on conflict (user_id) do update set off_at = null`,
      [userId, new Date(now)],
    );
  } else {
    const { whitelistHours } = await readConfiguration(tx);
    // Asking again does not put it off, nor does a later ask bring it nearer.
    await tx.query('update payee_whitelist set off_at = coalesce(off_at, $2) where user_id = $1', [
      userId,
      new Date(now + whitelistHours * HOUR),
    ]);
  }
  await sendPayoutNotice(tx, userId, { kind: on ? 'whitelist_on' : 'whitelist_off', at: now });
  tx.notify(userId, { kind: 'payee' });
  return whitelistOf(tx, userId, now);
}
