import { transactionIdOf } from '@tessera/api/deposits/rules';
import { cmp } from '@tessera/money';
import type { Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { Approval, StaffQueue, Weight } from '../../platform/queues.ts';
import { requireNotFrozen } from '../identity/index.ts';
import type { CardNumbers } from '../payees/index.ts';
import { readConfiguration } from '../site/index.ts';
import { isOrdered } from './chain/store.ts';
import { keptIn, type PayoutPorts } from './kept-in.ts';
import { lostTarget } from './lost-target.ts';
import type { Payout, PayoutReports } from './payout.ts';
import { lockIn, RIGHTS } from './review-queue.ts';
import { type Stage, stageReader } from './stage-queue.ts';
import { receivedBy, type WithdrawalRow } from './store.ts';

const ORDERED: Stage = { pending: 'approved', approved: ['sent', 'final'], rejected: ['failed'], byHand: true };
const SENT: Stage = { pending: 'sent', approved: ['final'], rejected: ['failed'], byHand: true };

/** Payments are for who moves money: reviewers decide requests and pay none. */
const PAYERS: StaffQueue['rights'] = {
  ...RIGHTS,
  approve: ['treasury', 'admin'],
  confirm: ['treasury', 'admin'],
  reject: ['treasury', 'admin'],
};

/** The same of what staff pay: they neither pay nor decide what is the signer's. */
async function lockByHand(tx: Transaction, id: string, state: WithdrawalRow['status']): Promise<WithdrawalRow> {
  const row = await lockIn(tx, id, state);
  if (await isOrdered(tx, id)) throw new DomainError('already_reviewed');
  return row;
}

/** What staff say that they paid: exactly what was ordered, in a transaction or by a bank's reference. */
function referenceOf(row: WithdrawalRow, { txid, amount, demonstration }: Approval): string | null {
  if (amount !== undefined && cmp(amount, receivedBy(row)) !== 0) {
    throw new DomainError('wrong_amount', { field: 'amount' });
  }
  if (txid === undefined) {
    if (demonstration) return null;
    throw new DomainError('txid_required', { field: 'txid' });
  }
  if (row.way !== 'address') return txid;
  const id = transactionIdOf(txid);
  if (id === null) throw new DomainError('txid_invalid', { field: 'txid' });
  return id;
}

async function isFrozen(tx: Transaction, userId: string): Promise<boolean> {
  try {
    await requireNotFrozen(tx, userId);
    return false;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'account_frozen') return true;
    throw error;
  }
}

/** Why it must not be paid by now, beside a freeze. */
const refusalOf = async (tx: Transaction, ports: PayoutPorts, row: WithdrawalRow): Promise<DomainError | null> =>
  (await keptIn(tx, ports, row.user_id)) ?? lostTarget(tx, ports, row);

/**
 * One member alone would pay a user and give the amount back as well: above the limit of an approval two agree that it
 * failed. `state` is that before.
 */
const weighFailure =
  (state: 'approved' | 'sent') =>
  async (tx: Transaction, id: string): Promise<Weight> => {
    const row = await lockByHand(tx, id, state);
    const { withdrawalFourEyes } = await readConfiguration(tx);
    return {
      needsSecond: false,
      credits: { userId: row.user_id, value: row.value_usdt, most: withdrawalFourEyes },
      terms: [
        { name: 'decision', value: 'failed' },
        { name: 'amount', value: row.amount },
        { name: 'currency', value: row.currency },
      ],
    };
  };

/** Staff pay by hand: what is approved waits in the queue `payout` until they record it, then in `payout_final`. */
export const manualPayout = (
  { sent, final, failed }: PayoutReports,
  numbers: CardNumbers,
  ports: PayoutPorts,
): Payout => ({
  // The withdrawal itself is the order: its state puts it into the queue.
  order: async () => undefined,
  orderAutomatic: async () => false,
  queues: [
    {
      name: 'payout',
      rights: PAYERS,
      takesAmount: true,
      ...stageReader(ORDERED, numbers, ports),
      /**
       * While the account is frozen, a debt or a review keeps its money in, or money would not arrive, nothing is paid. What
       * left before is recorded, by two who state the same payment.
       */
      async weigh(tx, id, approval) {
        const row = await lockByHand(tx, id, 'approved');
        const reference = referenceOf(row, approval) ?? '';
        return {
          needsSecond: (await isFrozen(tx, row.user_id)) || (await refusalOf(tx, ports, row)) !== null,
          terms: [
            { name: 'decision', value: 'sent' },
            { name: 'txid', value: reference },
          ],
        };
      },
      weighRejection: weighFailure('approved'),
      async approve(tx, id, approval) {
        const row = await lockByHand(tx, id, 'approved');
        const { reviewerId: staffId, at, demonstration } = approval;
        if (demonstration) {
          await requireNotFrozen(tx, row.user_id);
          const why = await refusalOf(tx, ports, row);
          if (why) throw why;
        }
        await sent(tx, id, referenceOf(row, approval), { staffId, at });
      },
      async reject(tx, id, { reason, reviewerId: staffId, firstReviewerId: firstStaffId, at }) {
        // Not what another member has recorded as paid meanwhile: that fails in the next queue, on purpose.
        await lockByHand(tx, id, 'approved');
        await failed(tx, id, reason, { staffId, firstStaffId, at });
      },
    },
    {
      name: 'payout_final',
      rights: PAYERS,
      takesAmount: false,
      ...stageReader(SENT, numbers, ports),
      weighRejection: weighFailure('sent'),
      async approve(tx, id, { reviewerId: staffId, at }) {
        await lockByHand(tx, id, 'sent');
        await final(tx, id, { staffId, at });
      },
      async reject(tx, id, { reason, reviewerId: staffId, firstReviewerId: firstStaffId, at }) {
        await lockByHand(tx, id, 'sent');
        await failed(tx, id, reason, { staffId, firstStaffId, at });
      },
    },
  ],
});
