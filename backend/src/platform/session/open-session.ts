import type { Transaction } from '../db/database.ts';
import { DomainError } from '../http/domain-error.ts';
import type { SignedIn, StaffMember } from './read-session.ts';

/**
 * Rejects with `session_invalid` where the session has ended since its call began: by a freeze, a reset of the password or a
 * log-out. Holds account and session until the transaction ends. Call it before the transaction locks anything else of the
 * user: what ends sessions locks the account first, as this does.
 */
export async function requireOpenSession(
  tx: Transaction,
  { id, sessionId }: Pick<SignedIn, 'id' | 'sessionId'>,
): Promise<void> {
  const [account] = await tx.query<{ open: boolean }>(
    'select not disabled and frozen_at is null as open from user_account where id = $1 for no key update',
    [id],
  );
  if (!account?.open) throw new DomainError('session_invalid');
  const session = await tx.query('select from session where id = $1 and ended_at is null for share', [sessionId]);
  if (session.length === 0) throw new DomainError('session_invalid');
}

/**
 * The same of a member of the staff. For what outlives the session that made it: what ends sessions, and takes away what was
 * added, locks the member first, and would miss what is added meanwhile.
 */
export async function requireOpenStaffSession(
  tx: Transaction,
  { id, sessionId }: Pick<StaffMember, 'id' | 'sessionId'>,
): Promise<void> {
  const [member] = await tx.query<{ disabled: boolean }>(
    'select disabled from staff_member where id = $1 for no key update',
    [id],
  );
  if (member?.disabled !== false) throw new DomainError('session_invalid');
  const session = await tx.query('select from staff_session where id = $1 and ended_at is null for share', [sessionId]);
  if (session.length === 0) throw new DomainError('session_invalid');
}

/**
 * SQL: whether the session whose id is in this column is open, and its account neither frozen nor disabled. For links that
 * work without a session: they end with the one that asked for them.
 */
export const sessionIsOpen = (column: string): string =>
  `exists (select from session s join user_account u on u.id = s.user_id
            where s.id = ${column} and s.ended_at is null and not u.disabled and u.frozen_at is null)`;
