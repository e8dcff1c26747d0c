import { violates } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { PayoutReports } from './payout.ts';
import { lockIn } from './review-queue.ts';
import { move } from './states.ts';
import { lockWithdrawal } from './store.ts';

/** What who pays reports; see `PayoutReports`. */
export const payoutReports: PayoutReports = {
  async sent(tx, id, reference, { staffId, at }) {
    const row = await lockIn(tx, id, 'approved');
    try {
      await move(tx, row, { status: 'sent', at, staffId, txid: reference });
    } catch (error) {
      // Recorded for another withdrawal to this target already.
      if (violates(error, 'withdrawal_txid')) throw new DomainError('txid_used', { field: 'txid', cause: error });
      throw error;
    }
  },
  async final(tx, id, { staffId, at }) {
    await move(tx, await lockIn(tx, id, 'sent'), { status: 'final', at, staffId });
  },
  async failed(tx, id, reason, { staffId, firstStaffId = null, at }) {
    const row = await lockWithdrawal(tx, id);
    if (row.status !== 'approved' && row.status !== 'sent') throw new DomainError('already_reviewed');
    await move(tx, row, { status: 'failed', at, staffId, firstReturnerId: firstStaffId, reason });
  },
};
