import { type Transaction, violates } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { PayoutReports } from './payout.ts';
import { lockIn } from './review-queue.ts';
import { move } from './states.ts';
import { lockWithdrawal, type WithdrawalRow } from './store.ts';

/**
 * A bank's reference is recorded once for an account: also where its number was saved twice, by another user, or for the
 * other kind of transfer. Case and blanks of a reference do not count.
 */
async function refusePaidBefore(tx: Transaction, row: WithdrawalRow, reference: string): Promise<void> {
  // Two reports of one reference come one after the other.
  await tx.query(
    `select pg_advisory_xact_lock(hashtextextended('payout:' || lower(regexp_replace($1::text, '\\s', '', 'g')), 0))`,
    [reference],
  );
  const paid = await tx.query(
    `select 1
       from withdrawal w join payee_card c on c.id = w.card_id, payee_card own
      where own.id = $1 and w.id <> $2 and w.txid is not null
        and lower(regexp_replace(w.txid, '\\s', '', 'g')) = lower(regexp_replace($3::text, '\\s', '', 'g'))
        and (c.card_hash = own.card_hash or c.user_id = own.user_id and c.card_last4 = own.card_last4)
      limit 1`,
    [row.card_id, row.id, reference],
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
  async replaced(tx, id, reference) {
    await tx.query(`update withdrawal set txid = $2 where id = $1 and status = 'sent' and txid is distinct from $2`, [
      id,
      reference,
    ]);
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
