import type { CallId } from '@tessera/api/kit';
import { add, cmp } from '@tessera/money';
import type { Transaction } from '../db/database.ts';
import { DomainError } from '../http/domain-error.ts';
import type { LimitKind, Ports } from '../ports.ts';
import { addLeft, leftSince } from './store.ts';

const DAY = 86_400_000;

/** What a user lets go of: to another user, at once or later, or away from the exchange. */
export type Leaving = {
  readonly call: CallId;
  readonly userId: string;
  /** Who gets it; null where that is not known yet, or no user. */
  readonly payeeId: string | null;
  /** Whose sums it counts in, and what it counts there, in the unit of the limit; null: the domain counts pieces. */
  readonly counts: { readonly limit: Extract<LimitKind, 'send' | 'withdrawal'>; readonly value: string } | null;
  /** Unix ms. */
  readonly at: number;
};

/** The same where it counts in the sum of what goes to other users. */
export type LeavingCounted = Leaving & { readonly counts: { readonly limit: 'send'; readonly value: string } };

export type LeavePorts = Pick<Ports, 'limits' | 'moneyOut' | 'payeeOut' | 'onMoneyOut' | 'keepsMoney' | 'unapproved'>;

/** Given with the call, or missing from it. */
type Approval = 'given' | 'missing';

/** How far the caller has approved what leaves in a transaction, and whether the rule has been applied in it. */
const standing = new WeakMap<Transaction, { readonly approval: Approval; judged: boolean }>();

/** Transactions of a call that is a way out begin with this. */
export function beginWay(tx: Transaction, approval: Approval): void {
  standing.set(tx, { approval, judged: false });
}

/** Throws where a call that is a way out has not been judged: its effects are rolled back. */
export function requireJudged(tx: Transaction, callId: string): void {
  if (standing.get(tx)?.judged !== true) throw new Error(`${callId} lets money out that was not judged`);
}

function markJudged(tx: Transaction): void {
  const known = standing.get(tx);
  if (known) known.judged = true;
}

/** This time nothing leaves: the house sells, or a bid adds nothing to its deposit. */
export const nothingLeaves = (tx: Transaction): void => markJudged(tx);

/** The part of the rule that does not depend on the payee. Records nothing. */
export async function requireMayLeave(tx: Transaction, ports: LeavePorts, leaving: Leaving): Promise<void> {
  // Locks the user's row: what a user lets go of counts one after the other.
  if (leaving.counts) await ports.limits().require(tx, leaving.userId, leaving.counts.limit, leaving.counts.value);
  await ports.moneyOut(tx, leaving);
  await ports.keepsMoney(tx, leaving.userId);
}

/**
 * The one rule of every way out, in the transaction that takes the money: rejects unless the account is free of freezes and
 * pauses, the limit leaves room, the payee is one that the whitelist allows, no debt keeps the money in, and what of a
 * day's ways goes beyond the setting `way_unapproved` has been approved. Records what leaves, so that it counts.
 */
export async function leave(tx: Transaction, ports: LeavePorts, leaving: Leaving): Promise<void> {
  const { userId, counts, call, payeeId, at } = leaving;
  await requireMayLeave(tx, ports, leaving);
  await ports.payeeOut(tx, leaving);
  if (counts?.limit === 'send') {
    // Without a standing the domain has asked for the approval itself, with more than the fields of the call.
    const approval = standing.get(tx)?.approval ?? 'given';
    if (approval === 'missing') await requireSmall(tx, ports, { userId, value: counts.value, at });
    await addLeft(tx, { userId, payeeId, call, value: counts.value, approved: approval !== 'missing', at });
    await ports.onMoneyOut(tx, leaving);
  }
  markJudged(tx);
}

/**
 * What leaves later by terms that the user approved before, when the payee was judged: everything else of the rule applies,
 * and it counts as let go without an approval. Throws before it records anything.
 */
export async function leaveAsAgreed(tx: Transaction, ports: LeavePorts, leaving: LeavingCounted): Promise<void> {
  const { userId, counts, call, payeeId, at } = leaving;
  await requireMayLeave(tx, ports, leaving);
  await addLeft(tx, { userId, payeeId, call, value: counts.value, approved: false, at });
  await ports.onMoneyOut(tx, leaving);
}

/** Rejects with `approval_required` what goes beyond what a user may let go of in a day without an approval. */
async function requireSmall(
  tx: Transaction,
  { unapproved }: Pick<LeavePorts, 'unapproved'>,
  { userId, value, at }: { readonly userId: string; readonly value: string; readonly at: number },
): Promise<void> {
  const most = await unapproved(tx);
  const used = await leftSince(tx, userId, at - DAY, 'unapproved');
  if (cmp(add(used, value), most) > 0) throw new DomainError('approval_required', { params: { limit: most } });
}
