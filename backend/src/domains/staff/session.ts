import type { Output } from '@tessera/api/contract';
import type { Sql } from '../../platform/db/database.ts';
import type { Dependencies } from '../../platform/domain.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { StaffMember } from '../../platform/session/read-session.ts';
import { releaseRightsOf } from './release-rights.ts';

/** The member behind a staff session, as others may know them. */
export async function memberOf(
  { database: sql, settings }: Pick<Dependencies, 'database' | 'settings'>,
  { sessionId }: StaffMember,
): Promise<Output<'GET /staff/me'>> {
  const [row] = await sql.query<{ id: string; account: string; name: string; role: string; expires_at: number }>(
    `select m.id, m.account, m.name, m.role, s.expires_at
       from staff_session s join staff_member m on m.id = s.staff_id where s.id = $1`,
    [sessionId],
  );
  if (!row) throw new DomainError('session_invalid');
  return { ...row, idle_ms: settings.staffSessionIdleMs, rights: await releaseRightsOf(sql, row) };
}

/** Ends one session; others of the same member go on. */
export async function endStaffSession(sql: Sql, { sessionId }: StaffMember, now: number): Promise<void> {
  await sql.query('update staff_session set ended_at = $2 where id = $1 and ended_at is null', [
    sessionId,
    new Date(now),
  ]);
}
