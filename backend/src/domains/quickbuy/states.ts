import type { BuyStatus } from '@tessera/api/quickbuy/rules';
import type { Transaction } from '../../platform/db/database.ts';
import { type BuyNotice, sendBuyNotice } from './notices.ts';
import type { OrderRow } from './store.ts';

type Change = {
  readonly status: BuyStatus;
  /** Unix ms. */
  readonly at: number;
  readonly cause?: OrderRow['cause'];
  readonly late?: boolean;
  readonly reason?: string | null;
  /** What the payment would have brought, which goes back for it. */
  readonly brings?: string | null;
  /** Members of the staff who decided. */
  readonly reviewerId?: string | null;
  readonly firstReviewerId?: string | null;
};

/** Adds a state to the timeline of an order, which is locked or new. */
export const noteStep = (tx: Transaction, id: string, status: BuyStatus, at: number) =>
  tx.query(
    `insert into quick_buy_step (order_id, number, status, at)
     select $1, count(*) + 1, $2, $3 from quick_buy_step where order_id = $1`,
    [id, status, new Date(at)],
  );

/** What the user is told by mail, where the change was not their own doing. */
function noticeOf({ status, cause, late, reviewerId }: Change): BuyNotice | null {
  if (status === 'successful' || status === 'rejected' || status === 'refunded' || status === 'refunding')
    return status;
  if (status === 'cancelled') return cause === 'user' ? null : 'cancelled';
  return status === 'under_review' && late && reviewerId ? 'late' : null;
}

/** Moves a locked order to its next state: its step, a notice to open pages, and a mail. */
export async function move(tx: Transaction, row: OrderRow, change: Change): Promise<void> {
  const {
    status,
    at,
    cause = null,
    late = row.late,
    reason = null,
    brings = status === 'refunded' ? row.brings : null,
    reviewerId = null,
    firstReviewerId = null,
  } = change;
  const decided = status === 'successful' || status === 'rejected' || (status === 'refunding' && reviewerId !== null);
  await tx.query(
    `update quick_buy_order
        set status = $2, cause = $3, late = $4, reason = coalesce($5, reason),
            reviewer_id = case when $8 then $6::bigint else reviewer_id end,
            first_reviewer_id = case when $8 then $7::bigint else first_reviewer_id end,
            reviewed_at = case when $8 then $9::timestamptz else reviewed_at end,
            brings = $10
      where id = $1`,
    [row.id, status, cause, late, reason, reviewerId, firstReviewerId, decided, new Date(at), brings],
  );
  await noteStep(tx, row.id, status, at);
  tx.notify(row.user_id, { kind: 'deposit' });
  const notice = noticeOf(change);
  if (notice) await sendBuyNotice(tx, { ...row, brings }, notice, reason);
}
