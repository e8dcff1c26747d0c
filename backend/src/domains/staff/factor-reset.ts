import type { Output, ReadInput } from '@tessera/api/contract';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import { confirmSession } from '../../platform/factor/confirmation.ts';
import type { Factors } from '../../platform/factor/factors.ts';
import { askPasskey, removePasskey } from '../../platform/factor/passkeys.ts';
import { factorState, hasFactor, proveFactor } from '../../platform/factor/prove.ts';
import { dropRecoveryCodes } from '../../platform/factor/recovery-codes.ts';
import { removeAllFactors } from '../../platform/factor/reset.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { sendMessage } from '../../platform/mail/messages.ts';
import type { StaffMember } from '../../platform/session/read-session.ts';
import { holderOfMember } from './log-in.ts';
import { revokeMachinesOf } from './revoke-machines.ts';

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
              or exists (select from passkey p where p.holder = 'staff:' || m.id) as has_factor,
            coalesce((select json_agg(json_build_object('passkey', p.id::text, 'label', p.name,
                               'created_at', extract(epoch from p.created_at) * 1000,
                               'last_used_at', extract(epoch from p.last_used_at) * 1000) order by p.id)
                        from passkey p where p.holder = 'staff:' || m.id), '[]'::json) as passkeys
       from staff_member m where m.account not in ('command-line', 'sandbox') order by m.id limit 1000`,
  );
  return { list };
}

type Reset = { readonly id: string; readonly by: string; readonly reason: string };

const TOLD = {
  reset_factor: 'The second factors of your staff account were removed, as they were reported lost.',
  remove_passkey: 'A passkey of your staff account was removed, as it was reported lost.',
} as const;

/** Takes factors of a member away, and ends their sessions. Recorded with who did it and why; the member is told. */
async function takeFactors(
  tx: Transaction,
  { id, by, reason }: Reset,
  action: keyof typeof TOLD,
  take: () => Promise<unknown>,
  now: number,
): Promise<void> {
  const [member] = await tx.query<{ account: string }>('select account from staff_member where id = $1 for update', [
    id,
  ]);
  if (!member) throw new DomainError('not_found', { field: 'id' });
  await take();
  await tx.query('update staff_session set ended_at = $2 where staff_id = $1 and ended_at is null', [
    id,
    new Date(now),
  ]);
  await revokeMachinesOf(tx, id, now);
  const [recorded] = await tx.query<{ id: string }>(
    'insert into staff_action (staff_id, action, subject, reason, at) values ($1, $2, $3, $4, $5) returning id',
    [by, `member.${action}`, `member:${id}`, reason, new Date(now)],
  );
  await sendMessage(tx, {
    id: `staff-factor-${recorded?.id}`,
    to: member.account,
    channel: 'mail',
    subject: 'Your staff account was changed',
    body: `${TOLD[action]} Your sessions were ended.\n\nReason: ${reason}\n\nIf you do not know why, ask an admin at once to disable your account.`,
  });
}

/** Removes the factors of a member who lost them; the next log-in enrols a new one. */
export const resetFactor = (tx: Transaction, reset: Reset, now: number): Promise<void> =>
  takeFactors(tx, reset, 'reset_factor', () => removeAllFactors(tx, holderOfMember(reset)), now);

/** Removes one passkey that another member lost: who finds the device has no factor. Recovery codes do not stand alone. */
export async function removePasskeyOf(
  { database, now }: Factors,
  member: StaffMember,
  { id, passkey, reason }: ReadInput<'POST /staff/members/remove_passkey'>,
): Promise<void> {
  if (id === member.id) throw new DomainError('forbidden');
  await database.transaction((tx) =>
    takeFactors(
      tx,
      { id, by: member.id, reason },
      'remove_passkey',
      async () => {
        const holder = holderOfMember({ id });
        await removePasskey(tx, holder, passkey);
        if (!hasFactor(await factorState(tx, holder))) await dropRecoveryCodes(tx, holder);
      },
      now(),
    ),
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
