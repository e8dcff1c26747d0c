import type { StaffRole } from '@tessera/api/kit';
import { checkEmail, checkPassword } from '@tessera/api/rules';
import { type Sql, violates } from '../../platform/db/database.ts';
import { inboxOfMail } from '../../platform/mail/inbox.ts';
import { forgetWrongLogIns, hashSecret, isCommon, isPersonal } from '../identity/index.ts';
import { countedAs } from './log-in.ts';
import type { Member } from './queues.ts';
import { revokeMachinesOf } from './revoke-machines.ts';

/** Actor of decisions without a signed-in member. */
export type Stand = 'command-line' | 'sandbox';

export async function standIn(sql: Sql, account: Stand): Promise<Member> {
  const [row] = await sql.query<Member>('select id, role from staff_member where account = $1', [account]);
  if (!row) throw new Error(`the staff member ${account} is missing`);
  return row;
}

/** Why a staff account could not be created; the message is shown to the caller. */
export class StaffAccountError extends Error {
  override name = 'StaffAccountError';
}

export type NewMember = {
  readonly account: string;
  readonly name: string;
  readonly role: StaffRole;
  readonly password: string;
};

export async function createMember(
  sql: Sql,
  { account, name, role, password }: NewMember,
  now: number,
): Promise<string> {
  if (checkEmail(account)) throw new StaffAccountError(`${account} is not an e-mail address`);
  if (!name.trim()) throw new StaffAccountError('the name is empty');
  if (checkPassword(password)) throw new StaffAccountError('the password is too short or too long');
  if (isCommon(password)) throw new StaffAccountError('the password is too common');
  if (isPersonal(password, [account, name])) {
    throw new StaffAccountError('the password is made of the account, the name or words of the product');
  }
  // Two accounts of one inbox would be two members where two are needed.
  const members = await sql.query<{ account: string }>('select account from staff_member');
  const same = members.find((member) => inboxOfMail(member.account) === inboxOfMail(account));
  if (same)
    throw new StaffAccountError(
      `${account} is there already${same.account === account.toLowerCase() ? '' : `, as ${same.account}`}`,
    );
  try {
    const [row] = await sql.query<{ id: string }>(
      `insert into staff_member (account, name, role, password_hash, created_at)
       values ($1, $2, $3, $4, $5) returning id`,
      [account.toLowerCase(), name.trim(), role, await hashSecret(password), new Date(now)],
    );
    if (!row) throw new Error('the new staff member has no id');
    return row.id;
  } catch (error) {
    if (violates(error, 'staff_member_account')) throw new StaffAccountError(`${account} is there already`);
    throw error;
  }
}

/** Rejects with StaffAccountError for an unknown account. */
export async function memberIdOf(sql: Sql, account: string): Promise<string> {
  const [row] = await sql.query<{ id: string }>('select id from staff_member where lower(account) = $1', [
    account.toLowerCase(),
  ]);
  if (!row) throw new StaffAccountError(`there is no staff account ${account}`);
  return row.id;
}

/** Disables an account, which ends its sessions, claims and tokens of machines for good, or lets its member log in again. */
export async function setDisabled(sql: Sql, account: string, disabled: boolean, now: number): Promise<void> {
  // The two accounts without a person stay disabled: they have no log-in.
  const changed = await sql.query<{ id: string }>(
    `update staff_member set disabled = $2
      where lower(account) = $1 and account not in ('command-line', 'sandbox') returning id`,
    [account.toLowerCase(), disabled],
  );
  if (changed.length === 0) throw new StaffAccountError(`there is no staff account ${account}`);
  if (disabled) for (const { id } of changed) await revokeMachinesOf(sql, id, now);
  // Wrong tries of the time while the account was disabled do not count.
  if (!disabled) await forgetWrongLogIns(sql, countedAs(account));
}
