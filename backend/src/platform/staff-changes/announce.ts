import { asLine } from '../as-line.ts';
import type { Sql } from '../db/database.ts';
import { sendMessage } from '../mail/messages.ts';
import { type ChangeDelays, type ChangeRow, changeRow, rolesOf, type WireChange, wireChange } from './store.ts';

/** What follows, and what a member can do about it. */
function outlookOf({ runs_at, expires_at, ended_at }: ChangeRow): string[] {
  if (ended_at !== null) return ['It does not take effect.'];
  return [
    runs_at === null
      ? `It has no effect before another member approves it, and ends by itself at ${new Date(expires_at).toISOString()}.`
      : `It takes effect from ${new Date(runs_at).toISOString()} on, unless a member rejects it before.`,
    'Reject it on the staff page, or by “tessera staff reject-change”, if you do not know why it is made.',
  ];
}

/** Tells treasury, admins and members who may decide the change. */
async function tellMembers(tx: Sql, change: ChangeRow, what: string): Promise<void> {
  const members = await tx.query<{ id: string; account: string }>(
    `select id, account from staff_member where role = any($1) and not disabled order by id`,
    [['treasury', 'admin', ...rolesOf(change)]],
  );
  for (const { id, account } of members) {
    await sendMessage(tx, {
      id: `staff-change-${change.id}-${change.state}-${id}`,
      to: account,
      channel: 'mail',
      subject: `Change ${change.id} ${what}`,
      body: [
        `${change.summary}`,
        `Reason: ${asLine(change.reason)}`,
        `Proposed by ${change.proposed_by}.${change.decided_by === null ? '' : ` Decided by ${change.decided_by}.`}`,
        ...outlookOf(change),
      ].join('\n\n'),
    });
  }
}

export async function announceChange(tx: Sql, id: string, delays: ChangeDelays, what: string): Promise<WireChange> {
  const change = await wireChange(tx, id, delays);
  await tellMembers(tx, change, what);
  return change;
}

/** Tells them that a change has ended without an effect, in the transaction that ends it. */
export const announceEnd = async (tx: Sql, id: string, what: string): Promise<void> =>
  tellMembers(tx, await changeRow(tx, id), what);
