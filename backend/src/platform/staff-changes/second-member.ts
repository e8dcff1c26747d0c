import type { Sql } from '../db/database.ts';
import { DomainError } from '../http/domain-error.ts';
import { inboxOfMail } from '../mail/inbox.ts';

/** Whether two accounts are one member: the same one, or of one inbox, however its address is spelled. */
export async function isSameMember(sql: Sql, firstId: string | null, secondId: string): Promise<boolean> {
  if (firstId === null) return false;
  if (firstId === secondId) return true;
  const accounts = await sql.query<{ account: string }>('select account from staff_member where id in ($1, $2)', [
    firstId,
    secondId,
  ]);
  return new Set(accounts.map(({ account }) => inboxOfMail(account))).size < accounts.length;
}

/** Rejects the second of two decisions where both are of one member. */
export async function requireSecondMember(
  sql: Sql,
  firstId: string | null,
  secondId: string,
  code: 'second_member_required' | 'quiz_same_member' = 'second_member_required',
): Promise<void> {
  if (await isSameMember(sql, firstId, secondId)) throw new DomainError(code);
}
