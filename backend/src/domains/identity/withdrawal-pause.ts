import type { Sql, Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { readConfiguration } from '../site/index.ts';

const HOUR = 3_600_000;

/**
 * Pauses a user's withdrawals: something changed that a thief changes first, and the owner needs time to notice. A
 * longer pause stays; `least` is in ms. Returns when withdrawals go on, Unix ms.
 */
export async function pauseWithdrawals(sql: Sql, userId: string, now: number, least = 0): Promise<number> {
  const { withdrawalPauseHours } = await readConfiguration(sql);
  const [row] = await sql.query<{ until: number }>(
    `update user_account set withdrawals_blocked_until = greatest(withdrawals_blocked_until, $2)
      where id = $1 returning withdrawals_blocked_until as until`,
    [userId, new Date(now + Math.max(withdrawalPauseHours * HOUR, least))],
  );
  if (!row) throw new Error(`user ${userId} is gone`);
  return row.until;
}

type Standing = { readonly frozen: boolean; readonly until: number | null };

/** Locked against a freeze at the same time: one of the two transactions waits for the other. */
async function standingOf(tx: Transaction, userId: string): Promise<Standing> {
  const [row] = await tx.query<Standing>(
    `select disabled or frozen_at is not null as frozen, withdrawals_blocked_until as until
       from user_account where id = $1 for share`,
    [userId],
  );
  if (!row) throw new Error(`user ${userId} is gone`);
  return row;
}

/** Whether the account is frozen or disabled; stays so, or not, for the rest of the transaction. */
export const isFrozen = async (tx: Transaction, userId: string): Promise<boolean> =>
  (await standingOf(tx, userId)).frozen;

/**
 * Rejects with `account_frozen` where the account is frozen or disabled. For what goes on without its owner's session,
 * such as the approval of a withdrawal: a frozen account has no sessions.
 */
export async function requireNotFrozen(tx: Transaction, userId: string): Promise<void> {
  if (await isFrozen(tx, userId)) throw new DomainError('account_frozen');
}

/**
 * Rejects unless money may leave the account, to an address or to another user: with `account_frozen`, and with
 * `withdrawals_paused` after a change that a thief would make. `now` is Unix ms. Call it in the transaction that takes
 * the money.
 */
export async function requireMoneyOut(tx: Transaction, userId: string, now: number): Promise<void> {
  const { frozen, until } = await standingOf(tx, userId);
  if (frozen) throw new DomainError('account_frozen');
  if (until !== null && until > now) {
    throw new DomainError('withdrawals_paused', { params: { hours: Math.ceil((until - now) / HOUR) } });
  }
}
