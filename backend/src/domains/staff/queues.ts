import { staffQueues } from '@tessera/api/kit';
import type { QueueItem as WireItem } from '@tessera/api/staff/contract';
import type { Database, Sql, Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import {
  type Approved,
  type QueueAction,
  type QueueItem,
  type QueuePage,
  queueActions,
  type StaffQueue,
  type Weight,
} from '../../platform/queues.ts';
import type { StaffMember } from '../../platform/session/read-session.ts';
import { creditAlone } from '../../platform/staff-changes/credit-alone.ts';
import { type FirstApproval, firstApprovals, forgetApproval, holdApproval, isHeldByOther } from './approvals.ts';
import {
  claimsOn,
  dropClaim,
  endClaim,
  type ItemName,
  refuseOthersClaim,
  type StaffClaim,
  takeClaim,
} from './claims.ts';
import { isOwnAccount } from './own-account.ts';

/** Who reads or decides: a signed-in member, the command line or the sandbox, each with a row in `staff_member`. */
export type Member = Pick<StaffMember, 'id' | 'role'>;

const may = ({ rights }: StaffQueue, { role }: Pick<Member, 'role'>, action: QueueAction): boolean =>
  rights[action].some((each) => each === role);

/** What a member may do in a queue. */
export const actionsOf = (queue: StaffQueue, member: Pick<Member, 'role'>): QueueAction[] =>
  queueActions.filter((action) => may(queue, member, action));

/** Rejects with `forbidden` where the member lacks the right. */
function requireRight(queue: StaffQueue, member: Pick<Member, 'role'>, action: QueueAction): void {
  if (!may(queue, member, action)) throw new DomainError('forbidden');
}

/** The queue of a name. Rejects with `not_found`, and with `forbidden` where the member lacks the right. */
export function queueNamed(
  queues: readonly StaffQueue[],
  name: string,
  member: Pick<Member, 'role'>,
  action: QueueAction,
): StaffQueue {
  const queue = queues.find((each) => each.name === name);
  if (!queue) throw new DomainError('not_found', { field: 'queue' });
  requireRight(queue, member, action);
  return queue;
}

export const readableQueues = (queues: readonly StaffQueue[], member: Member): readonly StaffQueue[] =>
  queues.filter((queue) => may(queue, member, 'read'));

/** How many items wait. */
export const waitingIn = async (sql: Sql, queue: StaffQueue): Promise<number> =>
  (await queue.list(sql, { status: 'pending', page: 1, limit: 1 })).total;

const wireItem = (
  queue: string,
  item: QueueItem,
  claim: StaffClaim | undefined,
  approval: FirstApproval | undefined,
): WireItem => ({
  queue,
  id: item.id,
  status: item.status,
  user: { uid: item.user.uid, account_name: item.user.accountName },
  details: [...item.details],
  pictures: [...item.pictures],
  warnings: item.warnings.map(({ code, items }) => ({ code, items: [...items] })),
  approval:
    approval && item.status !== 'rejected'
      ? { staff_id: approval.staffId, name: approval.name, at: approval.at, terms: [...approval.terms] }
      : null,
  claim: claim && item.status === 'pending' ? { staff_id: claim.staffId, name: claim.name, until: claim.until } : null,
  reason: item.reason,
  reviewer: item.reviewer,
  created_at: item.createdAt,
  reviewed_at: item.reviewedAt,
});

export async function listItems(
  sql: Sql,
  queue: StaffQueue,
  page: QueuePage,
  now: number,
): Promise<{ readonly list: WireItem[]; readonly total: number }> {
  const { items, total } = await queue.list(sql, page);
  const ids = items.map(({ id }) => id);
  const claims = await claimsOn(sql, queue.name, ids, now);
  const approvals = await firstApprovals(sql, queue.name, ids);
  return { list: items.map((item) => wireItem(queue.name, item, claims.get(item.id), approvals.get(item.id))), total };
}

export async function showItem(sql: Sql, queue: StaffQueue, id: string, now: number): Promise<WireItem> {
  const item = await queue.show(sql, id);
  if (!item) throw new DomainError('not_found', { field: 'id' });
  const claims = await claimsOn(sql, queue.name, [id], now);
  const approvals = await firstApprovals(sql, queue.name, [id]);
  return wireItem(queue.name, item, claims.get(id), approvals.get(id));
}

type Action = 'claim' | 'release' | 'approve' | 'first-approve' | 'reject' | 'first-reject' | 'view';

/** Writes the audit record of an action on an item. */
export const recordAction = (
  tx: Sql,
  { queue, id }: ItemName,
  { action, staffId, reason, at }: { action: Action; staffId: string; reason?: string | undefined; at: number },
) =>
  tx.query(
    `insert into staff_action (staff_id, action, subject, reason, at)
     values ($1, $2, $3, $4, $5)`,
    [staffId, `${queue}.${action}`, `${queue}:${id}`, reason ?? null, new Date(at)],
  );

/**
 * Members who are customers too decide nothing of their own account, neither way: a rejection can give money back. Nor do they
 * keep it from others.
 */
async function refuseOwn(tx: Transaction, queue: StaffQueue, id: string, { id: staffId }: Member): Promise<void> {
  const item = await queue.show(tx, id);
  if (!item) throw new DomainError('not_found', { field: 'id' });
  for (const uid of new Set([item.user.uid, ...(item.others ?? [])])) {
    if (await isOwnAccount(tx, uid, staffId)) throw new DomainError('own_request');
  }
}

/** Takes an item that waits, so that no other member decides it. */
export async function claimItem(
  tx: Transaction,
  queue: StaffQueue,
  id: string,
  member: Member,
  now: number,
): Promise<WireItem> {
  const item = { queue: queue.name, id };
  const { status } = await showItem(tx, queue, id, now);
  if (status !== 'pending') throw new DomainError('already_reviewed');
  await refuseOwn(tx, queue, id, member);
  await takeClaim(tx, item, member.id, now);
  await recordAction(tx, item, { action: 'claim', staffId: member.id, at: now });
  return showItem(tx, queue, id, now);
}

/** Releases an item, if this member has claimed it. */
export async function releaseItem(
  tx: Transaction,
  queue: StaffQueue,
  id: string,
  member: Member,
  now: number,
): Promise<WireItem> {
  const item = { queue: queue.name, id };
  await showItem(tx, queue, id, now);
  const dropped = await dropClaim(tx, item, member.id);
  if (dropped.length > 0) await recordAction(tx, item, { action: 'release', staffId: member.id, at: now });
  return showItem(tx, queue, id, now);
}

export type Verdict = {
  /** By the sandbox, which stands in for members of every role: one approval is enough, and nothing was checked. */
  readonly demonstration?: boolean | undefined;
} & (
  | (Approved & { readonly approve: true; readonly reason?: string | undefined })
  | { readonly approve: false; readonly reason: string }
);

/** What was approved, for the audit record. */
const worded = ({ amount, txid }: Approved, reason: string | undefined): string | undefined =>
  [amount !== undefined && `amount ${amount}`, txid !== undefined && `txid ${txid}`, reason]
    .filter((part) => typeof part === 'string')
    .join('; ') || undefined;

/** The weight of a decision; null where one member is enough for all of them. Locks the item. */
async function weightOf(
  tx: Transaction,
  { weigh, weighRejection }: StaffQueue,
  id: string,
  verdict: Verdict,
  decision: { readonly reviewerId: string; readonly at: number },
): Promise<Weight | null> {
  if (!verdict.approve) return (await weighRejection?.(tx, id, { ...decision, reason: verdict.reason })) ?? null;
  const { amount, txid, reason, demonstration } = verdict;
  return demonstration ? null : ((await weigh?.(tx, id, { ...decision, amount, txid, reason })) ?? null);
}

/**
 * The member who decided for the same terms before; null where this decision needs none. Undefined where it is the first
 * of two: it is kept, and the item waits. Rejects with `second_member_required` where the same member decides so again.
 */
async function firstOf(
  tx: Transaction,
  queue: StaffQueue,
  id: string,
  verdict: Verdict,
  member: Member,
  now: number,
): Promise<string | null | undefined> {
  const weight = await weightOf(tx, queue, id, verdict, { reviewerId: member.id, at: now });
  const done = verdict.approve ? 'approve' : 'reject';
  const isDemonstration = verdict.approve && verdict.demonstration === true;
  if (!isDemonstration && 'credits' in staffQueues[queue.name][done] && !weight?.credits) {
    throw new Error(`${queue.name}.${done} credits a user`);
  }
  if (!weight) return null;
  const { terms, credits, needsSecond } = weight;
  const item = { queue: queue.name, id };
  // Who confirms what another member has approved credits nothing alone.
  const confirms = may(queue, member, 'confirm') && (await isHeldByOther(tx, item, { staffId: member.id, terms }));
  const alone = { staffId: member.id, source: `${queue.name}.${done}`, at: now };
  if (!needsSecond && !confirms && (!credits || (await creditAlone(tx, credits, alone)))) return null;
  const first = await holdApproval(tx, item, { staffId: member.id, terms, at: now });
  if (first === null) return undefined;
  requireRight(queue, member, 'confirm');
  return first;
}

/**
 * Decides an item within a transaction, once, together with its audit record. Rejects while another member has claimed it.
 * The first of two decisions releases the item for the second member, without another change.
 */
export async function decideItem(
  tx: Transaction,
  queue: StaffQueue,
  id: string,
  verdict: Verdict,
  member: Member,
  now: number,
): Promise<WireItem> {
  const item = { queue: queue.name, id };
  await refuseOthersClaim(tx, item, member.id, now);
  if (!verdict.demonstration) requireRight(queue, member, verdict.approve ? 'approve' : 'reject');
  await refuseOwn(tx, queue, id, member);
  const decision = { reviewerId: member.id, at: now };
  if (verdict.approve) {
    for (const [field, value] of Object.entries({ amount: verdict.amount, txid: verdict.txid })) {
      if (value !== undefined && !queue.takesAmount) throw new DomainError('invalid_field', { field });
    }
  }
  const first = await firstOf(tx, queue, id, verdict, member, now);
  if (first !== undefined) {
    const firstReviewerId = first ?? undefined;
    if (verdict.approve) {
      const { amount, txid, reason, demonstration } = verdict;
      await queue.approve(tx, id, { ...decision, amount, txid, reason, demonstration, firstReviewerId });
    } else {
      await queue.reject(tx, id, { ...decision, reason: verdict.reason, firstReviewerId });
    }
    await forgetApproval(tx, item);
  }
  const done = verdict.approve ? 'approve' : 'reject';
  const reason = verdict.approve ? worded(verdict, verdict.reason) : verdict.reason;
  await endClaim(tx, item);
  const action: Action = first === undefined ? `first-${done}` : done;
  await recordAction(tx, item, { action, staffId: member.id, reason, at: now });
  return showItem(tx, queue, id, now);
}

/** Decides an item in a transaction of its own; the queue notes why an approval was refused. */
export async function takeDecision(
  database: Database,
  queue: StaffQueue,
  id: string,
  verdict: Verdict,
  member: Member,
  now: number,
): Promise<WireItem> {
  try {
    return await database.transaction((tx) => decideItem(tx, queue, id, verdict, member, now));
  } catch (error) {
    if (verdict.approve) await queue.noteRefusal?.(database, id, error);
    throw error;
  }
}
