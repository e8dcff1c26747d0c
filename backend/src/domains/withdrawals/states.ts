import { neg } from '@tessera/money';
import type { Transaction } from '../../platform/db/database.ts';
import { freezeEntries, houseAccount, type Journal, postJournals, userAccount } from '../../platform/ledger/index.ts';
import { sendPayoutNotice } from '../identity/index.ts';
import { receivedBy, type WithdrawalRow, type WithdrawalStatus } from './store.ts';

/** Withdrawals leave from the exchange account, as deposits come into it. */
export const ACCOUNT = 'change';

type Change = {
  readonly status: WithdrawalStatus;
  /** Unix ms. */
  readonly at: number;
  /** Null for the user. */
  readonly staffId: string | null;
  readonly firstStaffId?: string | null;
  readonly firstReturnerId?: string | null;
  readonly txid?: string | null;
  readonly reason?: string | null;
};

type Leg = Pick<Journal, 'kind' | 'entries'>;

/** What a change does to the ledger. Amounts are frozen from the request until they are sent or given back. */
function legsOf(row: WithdrawalRow, next: WithdrawalStatus): readonly Leg[] {
  const { user_id: userId, currency, amount, fee, status } = row;
  const received = receivedBy(row);
  const frozen = userAccount(userId, ACCOUNT, 'frozen');
  const pay = (kind: Journal['kind'], to: 'withdrawals' | 'fees', part: string): Leg => ({
    kind,
    entries: [
      { account: frozen, currency, amount: neg(part) },
      { account: houseAccount(to), currency, amount: part },
    ],
  });
  if (next === 'requested') {
    return [{ kind: 'withdrawal', entries: freezeEntries(userId, ACCOUNT, currency, amount) }];
  }
  if (next === 'sent') {
    return [pay('withdrawal', 'withdrawals', received), pay('withdrawal_fee', 'fees', fee)];
  }
  if (next === 'failed' && status === 'sent') {
    // It came back: fee and amount are the user's again.
    const entries = [
      { account: houseAccount('withdrawals'), currency, amount: neg(received) },
      { account: houseAccount('fees'), currency, amount: neg(fee) },
      { account: userAccount(userId, ACCOUNT), currency, amount },
    ] as const;
    return [{ kind: 'withdrawal_return', entries }];
  }
  if (next === 'rejected' || next === 'failed' || next === 'cancelled') {
    return [{ kind: 'withdrawal_return', entries: freezeEntries(userId, ACCOUNT, currency, neg(amount)) }];
  }
  return [];
}

const NOTICES = {
  requested: 'withdrawal_requested',
  sent: 'withdrawal_sent',
  rejected: 'withdrawal_rejected',
  failed: 'withdrawal_failed',
} as const satisfies Partial<Record<WithdrawalStatus, string>>;

const hasNotice = (status: WithdrawalStatus): status is keyof typeof NOTICES => status in NOTICES;

/** Books a state that begins: its journals, its step, a mail and a notice to open pages. The row is locked by the caller. */
export async function book(tx: Transaction, row: WithdrawalRow, change: Change): Promise<void> {
  const { id, user_id: userId } = row;
  const { status, at, staffId } = change;
  await tx.query('insert into withdrawal_step (withdrawal_id, status, at, staff_id) values ($1, $2, $3, $4)', [
    id,
    status,
    new Date(at),
    staffId,
  ]);
  const journals = legsOf(row, status).map(
    (leg, index): Journal => ({ ...leg, ref: `withdrawal:${id}:${status}:${index}`, reference: id, at }),
  );
  if (journals.length > 0) {
    await postJournals(tx, journals);
    tx.notify(userId, { kind: 'balance' });
  }
  tx.notify(userId, { kind: 'withdrawal', id, status });
  if (!hasNotice(status)) return;
  const values = {
    amount: `${row.amount} ${row.currency}`,
    target: row.way === 'address' ? row.target : `•••• ${row.target}`,
    reference: change.txid ?? change.reason ?? '–',
  };
  await sendPayoutNotice(tx, userId, { kind: NOTICES[status], at, values });
}

/** Moves a locked withdrawal to its next state. */
export async function move(tx: Transaction, row: WithdrawalRow, change: Change): Promise<void> {
  const { status, staffId, firstStaffId = null, firstReturnerId = null, txid = null, reason = null } = change;
  await tx.query(
    `update withdrawal
        set status = $2, txid = coalesce($3, txid), reason = coalesce($4, reason),
            reviewer_id = case when $2 in ('approved', 'rejected') then $5::bigint else reviewer_id end,
            first_reviewer_id = case when $2 = 'approved' then $6::bigint else first_reviewer_id end,
            first_returner_id = $7
      where id = $1`,
    [row.id, status, txid, reason, staffId, firstStaffId, firstReturnerId],
  );
  await book(tx, row, change);
}
