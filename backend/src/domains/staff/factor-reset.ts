import type { Output, ReadInput } from '@tessera/api/contract';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import { confirmSession } from '../../platform/factor/confirmation.ts';
import type { Factors } from '../../platform/factor/factors.ts';
import { askPasskey } from '../../platform/factor/passkeys.ts';
import { factorState, proveFactor } from '../../platform/factor/prove.ts';
import { removeAllFactors } from '../../platform/factor/reset.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { StaffMember } from '../../platform/session/read-session.ts';
import { holderOfMember } from './log-in.ts';

const confirmOccasion = (member: StaffMember) => ({
  purpose: 'confirm',
  holder: holderOfMember(member),
  sessionId: member.sessionId,
});

export const beginStaffConfirm = async (
  factors: Factors,
  member: StaffMember,
): Promise<Output<'POST /staff/confirm/begin'>> => {
  const { passkeys } = await factorState(factors.database, holderOfMember(member));
  return { options: passkeys > 0 ? await askPasskey(factors, confirmOccasion(member)) : null };
};

/** Proves the member's factor again; it counts for some minutes in this session. */
export async function confirmStaff(
  factors: Factors,
  member: StaffMember,
  proof: ReadInput<'POST /staff/confirm'>,
): Promise<Output<'POST /staff/confirm'>> {
  const { database, now } = factors;
  await proveFactor(factors, proof, confirmOccasion(member), await factorState(database, holderOfMember(member)));
  const { sessionId } = member;
  return { confirmed_until: await confirmSession(database, { kind: 'staff', sessionId }, now()) };
}

type MemberRow = Output<'GET /staff/members'>['list'][number];

/** The accounts of staff, for admins. */
export async function listMembers(sql: Sql): Promise<Output<'GET /staff/members'>> {
  const list = await sql.query<MemberRow>(
    `select m.id, m.account, m.name, m.role, m.disabled,
            exists (select from authenticator a where a.holder = 'staff:' || m.id)
              or exists (select from passkey p where p.holder = 'staff:' || m.id) as has_factor
       from staff_member m where m.account not in ('command-line', 'sandbox') order by m.id limit 1000`,
  );
  return { list };
}

type Reset = { readonly id: string; readonly by: string; readonly reason: string };

/**
 * Removes the factors of a member who lost them, and ends their sessions; the next log-in enrols a new one. Recorded
 * with who did it and why.
 */
export async function resetFactor(tx: Transaction, { id, by, reason }: Reset, now: number): Promise<void> {
  const found = await tx.query('select from staff_member where id = $1 for update', [id]);
  if (found.length === 0) throw new DomainError('not_found', { field: 'id' });
  await removeAllFactors(tx, holderOfMember({ id }));
  await tx.query('update staff_session set ended_at = $2 where staff_id = $1 and ended_at is null', [
    id,
    new Date(now),
  ]);
  await tx.query(
    `insert into staff_action (staff_id, action, subject, reason, at) values ($1, 'member.reset_factor', $2, $3, $4)`,
    [by, `member:${id}`, reason, new Date(now)],
  );
}

/** Another member's factors; no member resets their own. */
export async function resetFactorOf(
  { database, now }: Factors,
  member: StaffMember,
  { id, reason }: ReadInput<'POST /staff/members/reset_factor'>,
): Promise<void> {
  if (id === member.id) throw new DomainError('forbidden');
  await database.transaction((tx) => resetFactor(tx, { id, by: member.id, reason }, now()));
}
