import type { QueueItem as WireItem } from '@tessera/api/staff/contract';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { QueueItem, QueuePage, StaffQueue, StaffRole } from '../../platform/queues.ts';
import type { StaffMember } from '../../platform/session/read-session.ts';
import {
  claimsOn,
  dropClaim,
  endClaim,
  type ItemName,
  refuseOthersClaim,
  type StaffClaim,
  takeClaim,
} from './claims.ts';

/** Who reads or decides: a signed-in member, the command line or the sandbox, each with a row in `staff_member`. */
export type Member = Pick<StaffMember, 'id' | 'role'>;

const has = (roles: readonly StaffRole[], role: string): boolean => roles.some((each) => each === role);

export const mayDecide = ({ rights }: StaffQueue, { role }: Member): boolean => has(rights.decide, role);

/** The queue of a name. Rejects with `not_found`, and with `forbidden` where the member lacks the right. */
export function queueNamed(
  queues: readonly StaffQueue[],
  name: string,
  { role }: Member,
  right: keyof StaffQueue['rights'],
): StaffQueue {
  const queue = queues.find((each) => each.name === name);
  if (!queue) throw new DomainError('not_found', { field: 'queue' });
  if (!has(queue.rights[right], role)) throw new DomainError('forbidden');
  return queue;
}

export const readableQueues = (queues: readonly StaffQueue[], { role }: Member): readonly StaffQueue[] =>
  queues.filter(({ rights }) => has(rights.read, role));

/** How many items wait. */
export const waitingIn = async (sql: Sql, queue: StaffQueue): Promise<number> =>
  (await queue.list(sql, { status: 'pending', page: 1, limit: 1 })).total;

const wireItem = (queue: string, item: QueueItem, claim: StaffClaim | undefined): WireItem => ({
  queue,
  id: item.id,
  status: item.status,
  user: { uid: item.user.uid, account_name: item.user.accountName },
  details: [...item.details],
  pictures: [...item.pictures],
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
  const claims = await claimsOn(
    sql,
    queue.name,
    items.map(({ id }) => id),
    now,
  );
  return { list: items.map((item) => wireItem(queue.name, item, claims.get(item.id))), total };
}

export async function showItem(sql: Sql, queue: StaffQueue, id: string, now: number): Promise<WireItem> {
  const item = await queue.show(sql, id);
  if (!item) throw new DomainError('not_found', { field: 'id' });
  const claims = await claimsOn(sql, queue.name, [id], now);
  return wireItem(queue.name, item, claims.get(id));
}

type Action = 'claim' | 'release' | 'approve' | 'reject';

const record = (
  tx: Transaction,
  { queue, id }: ItemName,
  { action, staffId, reason, at }: { action: Action; staffId: string; reason?: string | undefined; at: number },
) =>
  tx.query(
    `insert into staff_action (staff_id, action, subject, reason, at)
     values ($1, $2, $3, $4, $5)`,
    [staffId, `${queue}.${action}`, `${queue}:${id}`, reason ?? null, new Date(at)],
  );

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
  await takeClaim(tx, item, member.id, now);
  await record(tx, item, { action: 'claim', staffId: member.id, at: now });
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
  if (dropped.length > 0) await record(tx, item, { action: 'release', staffId: member.id, at: now });
  return showItem(tx, queue, id, now);
}

export type Verdict =
  | { readonly approve: true; readonly amount?: string | undefined; readonly reason?: string | undefined }
  | { readonly approve: false; readonly reason: string };

/** Decides an item, once, together with its audit record. Rejects while another member has claimed it. */
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
  const decision = { reviewerId: member.id, at: now };
  if (verdict.approve) {
    const { amount, reason } = verdict;
    if (amount !== undefined && !queue.takesAmount) throw new DomainError('invalid_field', { field: 'amount' });
    await queue.approve(tx, id, { ...decision, amount, reason });
  } else {
    await queue.reject(tx, id, { ...decision, reason: verdict.reason });
  }
  await endClaim(tx, item);
  await record(tx, item, {
    action: verdict.approve ? 'approve' : 'reject',
    staffId: member.id,
    reason: verdict.reason,
    at: now,
  });
  return showItem(tx, queue, id, now);
}
