import type { Transaction } from '../../platform/db/database.ts';
import { holderId, takeOutAdded } from '../../platform/factor/take-out.ts';
import { sendMessage } from '../../platform/mail/messages.ts';
import type { TakenOut } from '../../platform/ports.ts';
import { addedWithin, type TakeOutWindow, windowValues } from '../../platform/session/compromised.ts';

/** Codes have no time of their own: the record of what made them has. */
const CODES_MADE = `'member.enrol_factor', 'member.change_recovery_codes'`;
const IS_NEW_CODE = `exists (
  select from (select max(at) as made_at from staff_action
                where staff_id = ${holderId('holder')} and action in (${CODES_MADE})) made
   where ${addedWithin('made.made_at', holderId('holder'), 'staff')})`;

/** Ends the tokens of machines and the bindings that were made while compromised code was live. */
async function takeOutMachines(tx: Transaction, window: TakeOutWindow, now: number): Promise<readonly TakenOut[]> {
  const ended = await tx.query<{ id: string; name: string }>(
    `update machine_token t set revoked_at = $6
      where t.revoked_at is null and ${addedWithin('t.created_at', 't.staff_id', 'staff')}
      returning t.staff_id as id, t.name`,
    [...windowValues(window, 'staff'), new Date(now)],
  );
  const unbound = await tx.query<{ id: string; name: string }>(
    `update ci_binding b set revoked_at = $6
      where b.revoked_at is null and ${addedWithin('b.created_at', 'b.staff_id', 'staff')}
      returning b.staff_id as id, b.name`,
    [...windowValues(window, 'staff'), new Date(now)],
  );
  await tx.query(
    `update machine_token t set revoked_at = b.revoked_at from ci_binding b
      where b.id = t.binding_id and b.revoked_at is not null and t.revoked_at is null`,
  );
  return [
    ...ended.map(({ id, name }) => ({ owner: { kind: 'staff', id } as const, what: `token of the machine ${name}` })),
    ...unbound.map(({ id, name }) => ({
      owner: { kind: 'staff', id } as const,
      what: `binding of the build server ${name}`,
    })),
  ];
}

/** Removes what was added to members while compromised code was live, records it, and mails them. */
export async function takeOutOfStaff(
  tx: Transaction,
  window: TakeOutWindow,
  now: number,
): Promise<readonly TakenOut[]> {
  const removed = [
    ...(await takeOutAdded(tx, window, { kind: 'staff', isNewCode: IS_NEW_CODE })),
    ...(await takeOutMachines(tx, window, now)),
  ];
  for (const id of new Set(removed.map(({ owner }) => owner.id))) {
    const [action] = await tx.query<{ id: string; account: string }>(
      `insert into staff_action (staff_id, action, subject, at)
       select id, 'member.taken_out', 'member:' || id, $2 from staff_member where id = $1
       returning id, (select account from staff_member where id = $1) as account`,
      [id, new Date(now)],
    );
    if (!action) throw new Error(`member ${id} is gone`);
    const what = removed.filter(({ owner }) => owner.id === id).map((each) => each.what);
    await sendMessage(tx, {
      id: `staff-taken-out-${action.id}`,
      to: action.account,
      channel: 'mail',
      subject: 'Removed from your staff account',
      body: `What was added to your staff account while compromised code was live has been removed: ${what.join(', ')}. Log in again, and add it anew if it was yours.\n\nIf you did not add it, tell an admin.`,
    });
  }
  return removed;
}
