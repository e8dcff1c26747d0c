import type { Sql } from '../db/database.ts';

/** Deletes challenges and enrolments that cannot be finished any more. */
export async function cleanUpFactors(sql: Sql, now: number): Promise<void> {
  await sql.query('delete from passkey_challenge where expires_at <= $1', [new Date(now)]);
  await sql.query('delete from authenticator_enrolment where expires_at <= $1', [new Date(now)]);
}
