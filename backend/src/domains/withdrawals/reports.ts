import { type Transaction, violates } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { PayoutReports } from './payout.ts';
import { lockIn } from './review-queue.ts';
import { move } from './states.ts';
import { lockWithdrawal, type WithdrawalRow } from './store.ts';

/** A bank's reference is recorded once for an account, also where its number was saved twice. */
async function refusePaidBefore(tx: Transaction, row: WithdrawalRow, reference: string): Promise<void> {
  const { id, user_id, network, target } = row;
  // Two reports about withdrawals of one user come one after the other.
  await tx.query('select from user_account where id = $1 for no key update', [user_id]);
  const paid = await tx.query(
    'select 1 from withdrawal where user_id = $1 and network = $2 and txid = $3 and target = $4 and id <> $5',
    [user_id, network, reference, target, id],
  );
  if (paid.length > 0) throw new DomainError('txid_used', { field: 'txid' });
}

/** What who pays reports; see `PayoutReports`. */
export const payoutReports: PayoutReports = {
  async sent(tx, id, reference, { staffId, at }) {
    const row = await lockIn(tx, id, 'approved');
    if (row.card_id !== null && reference !== null) await refusePaidBefore(tx, row, reference);
    try {
      await move(tx, row, { status: 'sent', at, staffId, txid: reference });
    } catch (error) {
      // Recorded for another withdrawal to this target already.
      if (violates(error, 'withdrawal_txid') || violates(error, 'withdrawal_card_txid'))
        throw new DomainError('txid_used', { field: 'txid', cause: error });
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
