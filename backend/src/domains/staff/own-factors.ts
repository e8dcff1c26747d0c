import type { Output, ReadInput } from '@tessera/api/contract';
import type { Database, Sql, Transaction } from '../../platform/db/database.ts';
import type { Factors } from '../../platform/factor/factors.ts';
import { beginPasskey, checkNewPasskey, passkeysOf } from '../../platform/factor/passkeys.ts';
import { factorState } from '../../platform/factor/prove.ts';
import { newRecoveryCodes } from '../../platform/factor/recovery-codes.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { sendMessage } from '../../platform/mail/messages.ts';
import { requireOpenStaffSession } from '../../platform/session/open-session.ts';
import type { StaffMember } from '../../platform/session/read-session.ts';
import { hashSecret, rejectCommon, rejectPersonal } from '../identity/index.ts';
import { requireCurrentPassword } from '../security/index.ts';
import { holderOfMember } from './log-in.ts';
import { revokeMachinesOf } from './revoke-machines.ts';

/* What members change about their own log-in. Each call asks for the second factor before its handler. */

type Row = { readonly account: string; readonly name: string; readonly password_hash: string };

async function rowOf(sql: Sql, { id }: StaffMember): Promise<Row> {
  const [row] = await sql.query<Row>('select account, name, password_hash from staff_member where id = $1', [id]);
  if (!row) throw new DomainError('session_invalid');
  return row;
}

type Step = 'password' | 'recovery_codes' | 'passkey';
const DONE: Readonly<Record<Step, string>> = {
  password: 'The password of your staff account was changed, and your other sessions were ended.',
  recovery_codes: 'New recovery codes were made for your staff account; the former ones end.',
  passkey: 'A passkey was added to your staff account.',
};

/** Recorded, and mailed to the member: who takes an account over begins with this. */
async function announce(tx: Transaction, step: Step, { id }: StaffMember, { account }: Row, at: number): Promise<void> {
  const [action] = await tx.query<{ id: string }>(
    `insert into staff_action (staff_id, action, subject, at) values ($1, $2, $3, $4) returning id`,
    [id, `member.change_${step}`, `member:${id}`, new Date(at)],
  );
  await sendMessage(tx, {
    id: `staff-factor-${action?.id}`,
    to: account,
    channel: 'mail',
    subject: 'Your staff account was changed',
    body: `${DONE[step]}\n\nIf you did not do this, ask another admin at once to disable your account.`,
  });
}

/** Other sessions end, and challenges that they hold with them. */
async function endOthers(tx: Transaction, { id, sessionId }: StaffMember, at: number): Promise<number> {
  const ended = await tx.query(
    'update staff_session set ended_at = $3 where staff_id = $1 and id <> $2 and ended_at is null returning 1',
    [id, sessionId, new Date(at)],
  );
  return ended.length;
}

export async function changeOwnPassword(
  database: Database,
  member: StaffMember,
  { old_password, password }: ReadInput<'POST /staff/password'>,
  at: number,
): Promise<Output<'POST /staff/password'>> {
  rejectCommon(password);
  const row = await rowOf(database, member);
  const counted = { id: `staff:${member.id}`, password_hash: row.password_hash };
  await requireCurrentPassword(database, counted, { password: old_password, field: 'old_password' }, at);
  rejectPersonal(password, [row.account, row.name]);
  if (old_password === password) throw new DomainError('password_unchanged', { field: 'password' });
  const hash = await hashSecret(password);
  return database.transaction(async (tx) => {
    await requireOpenStaffSession(tx, member);
    // Of two changes at once, the second one does not know the password any more.
    const changed = await tx.query(
      'update staff_member set password_hash = $2 where id = $1 and password_hash = $3 returning 1',
      [member.id, hash, row.password_hash],
    );
    if (changed.length === 0) throw new DomainError('password_wrong', { field: 'old_password' });
    const sessions_ended = await endOthers(tx, member, at);
    await revokeMachinesOf(tx, member.id, at);
    await announce(tx, 'password', member, row, at);
    return { sessions_ended };
  });
}

export async function ownFactors(sql: Sql, member: StaffMember): Promise<Output<'GET /staff/factors'>> {
  const holder = holderOfMember(member);
  const { authenticatorSince, recoveryCodes } = await factorState(sql, holder);
  return {
    authenticator_since: authenticatorSince,
    // Those of staff approve at once.
    passkeys: (await passkeysOf(sql, holder)).map(({ approves_from: _, ...passkey }) => passkey),
    recovery_codes: recoveryCodes,
  };
}

export async function renewOwnRecoveryCodes(
  { database, now }: Factors,
  member: StaffMember,
): Promise<Output<'POST /staff/recovery_codes'>> {
  const { codes, store } = await newRecoveryCodes(holderOfMember(member), now());
  await database.transaction(async (tx) => {
    await requireOpenStaffSession(tx, member);
    await store(tx);
    await announce(tx, 'recovery_codes', member, await rowOf(tx, member), now());
  });
  return { recovery_codes: codes };
}

export async function beginOwnPasskey(
  factors: Factors,
  member: StaffMember,
): Promise<Output<'POST /staff/passkey/new/begin'>> {
  const { account: name } = await rowOf(factors.database, member);
  const { sessionId } = member;
  return { options: await beginPasskey(factors, holderOfMember(member), { sessionId, name }) };
}

export async function addOwnPasskey(
  factors: Factors,
  member: StaffMember,
  { passkey, name }: ReadInput<'POST /staff/passkey/new'>,
): Promise<void> {
  const { sessionId } = member;
  const store = await checkNewPasskey(factors, holderOfMember(member), { sessionId, response: passkey, name });
  await factors.database.transaction(async (tx) => {
    await requireOpenStaffSession(tx, member);
    await store(tx);
    await announce(tx, 'passkey', member, await rowOf(tx, member), factors.now());
  });
}
