import { scaleOf } from '@tessera/money';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { houseAccount, postJournal, userAccount } from '../../platform/ledger/index.ts';
import { heldCurrency } from '../instruments/index.ts';
import { type ClaimRow, claimById } from './claims.ts';

export type Decision =
  | { readonly approve: true; readonly amount?: string | undefined; readonly reason?: string | undefined }
  | { readonly approve: false; readonly reason: string };

/** Who decides: a staff member, the sandbox or the command line, each with a row in `staff_member`. */
export type Reviewer = { readonly id: string };

async function lockPending(tx: Transaction, id: string): Promise<ClaimRow> {
  const [locked] = await tx.query<{ status: string }>('select status from deposit_claim where id = $1 for update', [
    id,
  ]);
  if (!locked) throw new DomainError('not_found', { field: 'id' });
  if (locked.status !== 'pending') throw new DomainError('already_reviewed');
  const claim = await claimById(tx, id);
  if (!claim) throw new Error(`claim ${id} is gone`);
  return claim;
}

function creditOf(claim: ClaimRow, decision: Decision): string | null {
  if (!decision.approve) return null;
  const amount = decision.amount ?? claim.amount;
  const { scale } = heldCurrency(claim.currency);
  if (scaleOf(amount) > scale) throw new DomainError('field_too_precise', { field: 'amount', params: { scale } });
  return amount;
}

const recordAction = (sql: Sql, reviewer: Reviewer, claim: ClaimRow, decision: Decision, now: number) =>
  sql.query(
    `insert into staff_action (staff_id, action, subject, reason, at)
     values ($1, $2, $3, $4, to_timestamp($5::double precision / 1000))`,
    [
      reviewer.id,
      decision.approve ? 'deposit.approve' : 'deposit.reject',
      `deposit:${claim.id}`,
      decision.reason ?? null,
      now,
    ],
  );

/**
 * Decides a claim, once: whoever comes second is refused. Approval credits the exchange account from what came in, in
 * the same transaction as the decision and its record.
 */
export async function reviewClaim(
  tx: Transaction,
  id: string,
  decision: Decision,
  reviewer: Reviewer,
  now: number,
): Promise<ClaimRow> {
  const claim = await lockPending(tx, id);
  const credited = creditOf(claim, decision);
  await tx.query(
    `update deposit_claim
        set status = $2, credited = $3, reason = $4, reviewer_id = $5, reviewed_at = to_timestamp($6::double precision / 1000)
      where id = $1`,
    [id, decision.approve ? 'approved' : 'rejected', credited, decision.reason ?? null, reviewer.id, now],
  );
  if (credited !== null) {
    await postJournal(tx, {
      ref: `deposit:${id}`,
      kind: 'deposit',
      reference: id,
      at: now,
      entries: [
        { account: houseAccount('deposits'), currency: claim.currency, amount: `-${credited}` },
        { account: userAccount(claim.user_id, 'change'), currency: claim.currency, amount: credited },
      ],
    });
  }
  await recordAction(tx, reviewer, claim, decision, now);
  const status = decision.approve ? 'approved' : 'rejected';
  tx.notify(claim.user_id, { kind: 'deposit', id, status });
  if (credited !== null) tx.notify(claim.user_id, { kind: 'balance' });
  const reviewed = await claimById(tx, id);
  if (!reviewed) throw new Error(`claim ${id} is gone`);
  return reviewed;
}
