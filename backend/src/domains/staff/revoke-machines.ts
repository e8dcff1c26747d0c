import type { Sql } from '../../platform/db/database.ts';

/** Ends all tokens of a member: with the password, a lost factor or the account, what was made by it ends. */
export const revokeMachinesOf = (sql: Sql, staffId: string, now: number): Promise<unknown> =>
  sql.query('update machine_token set revoked_at = $2 where staff_id = $1 and revoked_at is null', [
    staffId,
    new Date(now),
  ]);
