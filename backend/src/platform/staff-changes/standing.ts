import type { Sql } from '../db/database.ts';
import { DomainError } from '../http/domain-error.ts';

/** A member who can act, as a condition on `staff_member m`. The two accounts without a person have no log-in. */
export const IN_OFFICE = `(not m.disabled or m.account in ('command-line', 'sandbox'))`;

/**
 * Rejects with `member_left` where one of the members is disabled by now, or has none of the roles. What two members decide
 * needs both when it takes effect: an account is disabled because what it did is doubted.
 */
export async function requireInOffice(
  sql: Sql,
  members: readonly (string | null)[],
  roles: readonly string[] | null = null,
): Promise<void> {
  const ids = [...new Set(members.filter((id) => id !== null))];
  const found = await sql.query(
    `select 1 from staff_member m where m.id = any($1) and ${IN_OFFICE} and ($2::text[] is null or m.role = any($2))`,
    [ids, roles],
  );
  if (found.length < ids.length) throw new DomainError('member_left');
}
