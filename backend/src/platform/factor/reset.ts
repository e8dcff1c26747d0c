import type { Sql } from '../db/database.ts';
import { type Holder, holderKey } from './holder.ts';

const TABLES = ['authenticator', 'authenticator_enrolment', 'recovery_code', 'passkey'] as const;

/** Removes every factor of a holder who lost theirs. */
export async function removeAllFactors(sql: Sql, holder: Holder): Promise<void> {
  for (const table of TABLES) await sql.query(`delete from ${table} where holder = $1`, [holderKey(holder)]);
}
