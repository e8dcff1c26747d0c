import type { Database, Transaction } from '../db/database.ts';
import { DomainError } from '../http/domain-error.ts';
import { requireOthersAccount } from '../http/staff-policy.ts';
import type { Ports } from '../ports.ts';
import type { By } from '../staff-command.ts';
import { announceChange } from './announce.ts';
import { requireSecondMember } from './second-member.ts';
import { requireInOffice } from './standing.ts';
import {
  type ChangeDelays,
  delayOf,
  lockChange,
  recordStep,
  rolesOf,
  type StoredChange,
  type WireChange,
} from './store.ts';

type Decision = { readonly id: string; readonly reason: string };
type Deciding = {
  readonly database: Database;
  readonly ports: Pick<Ports, 'changeSteps' | 'ownAccount' | 'staffSubjects'>;
  readonly delays: ChangeDelays;
};

async function lockOpen(tx: Transaction, id: string, now: number): Promise<StoredChange> {
  const change = await lockChange(tx, id);
  if (change.state === 'expired' || (change.state === 'proposed' && change.expires_at <= now)) {
    throw new DomainError('change_expired');
  }
  if (change.state !== 'proposed' && change.state !== 'approved') throw new DomainError('already_reviewed');
  return change;
}

/** Who may make the call may decide it. */
function requireRole(change: StoredChange, role: string): void {
  if (!rolesOf(change).includes(role)) throw new DomainError('forbidden');
}

/** Approves exactly what was proposed, by another member; it takes effect after the delay. */
export const approveChange = (
  { database, ports, delays }: Deciding,
  { id, hash, reason }: Decision & { readonly hash: string },
  role: string,
  by: By,
): Promise<WireChange> =>
  database.transaction(async (tx) => {
    const change = await lockOpen(tx, id, by.at);
    requireRole(change, role);
    if (change.state === 'approved') throw new DomainError('already_reviewed');
    await requireInOffice(tx, [change.proposed_by], rolesOf(change));
    await requireSecondMember(tx, change.proposed_by, by.staffId);
    await requireOthersAccount(tx, ports, { callId: change.call, input: change.input }, by.staffId);
    if (change.hash !== hash) throw new DomainError('changed_meanwhile', { field: 'hash' });
    const runsAt = by.at + delayOf(change.call, delays);
    await tx.query(
      `update staff_change set state = 'approved', decided_by = $2, decided_at = $3, runs_at = $4 where id = $1`,
      [id, by.staffId, new Date(by.at), new Date(runsAt)],
    );
    await recordStep(tx, 'approve', { id, reason: `${change.summary}: ${reason}` }, by);
    await ports.changeSteps(change.call)?.approved(tx, { id, input: change.input, by, runsAt });
    return announceChange(tx, id, delays, 'was approved');
  });

/** Ends a change that has not run, approved or not: by another member, or withdrawn by who proposed it. */
export const endChange = (
  { database, delays }: Omit<Deciding, 'ports'>,
  { id, reason }: Decision,
  role: string,
  by: By,
): Promise<WireChange> =>
  database.transaction(async (tx) => {
    const change = await lockOpen(tx, id, by.at);
    requireRole(change, role);
    const own = change.proposed_by === by.staffId;
    await tx.query(
      'update staff_change set state = $2, decided_by = $3, decided_at = $4, ended_at = $4 where id = $1',
      [id, own ? 'withdrawn' : 'rejected', by.staffId, new Date(by.at)],
    );
    await recordStep(tx, own ? 'withdraw' : 'reject', { id, reason: `${change.summary}: ${reason}` }, by);
    return announceChange(tx, id, delays, own ? 'was withdrawn' : 'was rejected');
  });
