import type { Sql } from '../../platform/db/database.ts';

/** Ends all tokens, bindings and log-ins of command lines of a member: with the password, a lost factor or the account, what was made by it ends. */
export async function revokeMachinesOf(sql: Sql, staffId: string, now: number): Promise<void> {
  for (const table of ['ci_binding', 'machine_token']) {
    await sql.query(`update ${table} set revoked_at = $2 where staff_id = $1 and revoked_at is null`, [
      staffId,
      new Date(now),
    ]);
  }
  // Approved, and not taken yet.
  await sql.query('delete from machine_login where staff_id = $1', [staffId]);
}
