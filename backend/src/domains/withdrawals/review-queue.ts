import { add, cmp } from '@tessera/money';
import type { Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { StaffQueue } from '../../platform/queues.ts';
import { formerCredits, requireNoFormerCredits } from '../deposits/index.ts';
import { requireNotFrozen } from '../identity/index.ts';
import { type CardNumbers, cardOf } from '../payees/index.ts';
import { readConfiguration } from '../site/index.ts';
import { keptIn, type PayoutPorts } from './kept-in.ts';
import { lostTarget } from './lost-target.ts';
import type { Payout } from './payout.ts';
import { goesToOtherName, type Stage, stageReader } from './stage-queue.ts';
import { move } from './states.ts';
import { lockWithdrawal, receivedBy, type WithdrawalRow } from './store.ts';

const DAY = 86_400_000;

export const RIGHTS: StaffQueue['rights'] = {
  read: ['support', 'treasury', 'admin'],
  claim: ['treasury', 'admin'],
  approve: ['treasury', 'admin', 'reviewer'],
  confirm: ['treasury', 'admin', 'reviewer'],
  reject: ['treasury', 'admin', 'reviewer'],
};

const REVIEW: Stage = {
  pending: 'requested',
  approved: ['approved', 'sent', 'final', 'failed'],
  rejected: ['rejected', 'cancelled'],
  byHand: false,
};

/** The withdrawal in this state, locked. Rejects with `already_reviewed`, also for one that its user cancelled. */
export async function lockIn(tx: Transaction, id: string, state: WithdrawalRow['status']): Promise<WithdrawalRow> {
  const row = await lockWithdrawal(tx, id);
  if (row.status !== state) throw new DomainError('already_reviewed');
  return row;
}

/** Value in USDT of what single members let leave a user's account since a time. */
async function approvedAlone(tx: Transaction, userId: string, since: number): Promise<string> {
  const [row] = await tx.query<{ value: string }>(
    `select coalesce(sum(w.value_usdt), 0) as value
       from withdrawal w join withdrawal_step s on s.withdrawal_id = w.id and s.status = 'approved'
      where w.user_id = $1 and s.at > $2 and s.staff_id is not null and w.first_reviewer_id is null`,
    [userId, new Date(since)],
  );
  return row?.value ?? '0';
}

/** Whether this is more than single members may let leave for a user in 24 hours. Decisions of a user go one after the other. */
async function exceedsOneMember(
  tx: Transaction,
  { user_id: userId, value_usdt }: Pick<WithdrawalRow, 'user_id' | 'value_usdt'>,
  at: number,
): Promise<boolean> {
  await tx.query('select from user_account where id = $1 for no key update', [userId]);
  const { withdrawalFourEyes } = await readConfiguration(tx);
  const before = await approvedAlone(tx, userId, at - DAY);
  return cmp(add(before, value_usdt), withdrawalFourEyes) > 0;
}

/**
 * Approves a request of the user's own without staff, where a program pays it and what left the account so within 24
 * hours stays in the limit. The withdrawal and its user are locked by the caller.
 */
export async function approveAutomatically(
  tx: Transaction,
  payout: Pick<Payout, 'orderAutomatic'>,
  row: WithdrawalRow,
  at: number,
): Promise<void> {
  const { withdrawalAutomatic } = await readConfiguration(tx);
  if ((await formerCredits(tx)).length > 0) return;
  if (row.way !== 'address' || cmp(withdrawalAutomatic, '0') <= 0) return;
  const [before] = await tx.query<{ value: string }>(
    `select coalesce(sum(w.value_usdt), 0) as value
       from withdrawal w join withdrawal_step s on s.withdrawal_id = w.id and s.status = 'approved'
      where w.user_id = $1 and s.at > $2 and s.staff_id is null`,
    [row.user_id, new Date(at - DAY)],
  );
  if (cmp(add(before?.value ?? '0', row.value_usdt), withdrawalAutomatic) > 0) return;
  const { id, currency, network, target } = row;
  if (!(await payout.orderAutomatic(tx, { id, currency, network, target, amount: receivedBy(row) }))) return;
  await move(tx, row, { status: 'approved', at, staffId: null });
}

/**
 * Requests. An approval orders the payment, a rejection gives the amount back. What single members let leave an account
 * in 24 hours is limited; above that two decide.
 */
export const reviewQueue = (payout: Payout, numbers: CardNumbers, ports: PayoutPorts): StaffQueue => ({
  name: 'withdrawal',
  rights: RIGHTS,
  takesAmount: false,
  ...stageReader(REVIEW, numbers, ports),
  async weigh(tx, id, { at }) {
    const row = await lockIn(tx, id, 'requested');
    return {
      needsSecond: (await exceedsOneMember(tx, row, at)) || (await goesToOtherName(tx, id)),
      terms: [
        { name: 'amount', value: receivedBy(row) },
        { name: 'currency', value: row.currency },
        { name: 'to_address', value: row.target },
      ],
    };
  },
  async approve(tx, id, { reviewerId, firstReviewerId = null, at }) {
    const row = await lockIn(tx, id, 'requested');
    await requireNoFormerCredits(tx);
    await requireNotFrozen(tx, row.user_id);
    const why = (await keptIn(tx, ports, row.user_id)) ?? (await lostTarget(tx, ports, row));
    if (why) throw why;
    await move(tx, row, { status: 'approved', at, staffId: reviewerId, firstStaffId: firstReviewerId });
    const { currency, network, card_id, user_id: userId } = row;
    const target = card_id === null ? row.target : numbers.open(await cardOf(tx, userId, card_id));
    await payout.order(tx, { id, currency, network, target, amount: receivedBy(row) });
  },
  async reject(tx, id, { reason, reviewerId, at }) {
    const row = await lockIn(tx, id, 'requested');
    await move(tx, row, { status: 'rejected', at, staffId: reviewerId, reason });
  },
});
