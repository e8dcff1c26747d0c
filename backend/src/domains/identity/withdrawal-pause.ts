import type { Sql } from '../../platform/db/database.ts';
import { readConfiguration } from '../site/index.ts';

const HOUR = 3_600_000;

/**
 * Pauses a user's withdrawals: something changed that a thief changes first, and the owner needs time to notice. A
 * longer pause stays. Returns when withdrawals go on, Unix ms.
 */
export async function pauseWithdrawals(sql: Sql, userId: string, now: number): Promise<number> {
  const { withdrawalPauseHours } = await readConfiguration(sql);
  const [row] = await sql.query<{ until: number }>(
    `update user_account set withdrawals_blocked_until = greatest(withdrawals_blocked_until, $2)
      where id = $1 returning withdrawals_blocked_until as until`,
    [userId, new Date(now + withdrawalPauseHours * HOUR)],
  );
  if (!row) throw new Error(`user ${userId} is gone`);
  return row.until;
}
