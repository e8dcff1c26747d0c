import { scaleOf } from '@tessera/money';
import type { Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { houseAccount, postJournal, userAccount } from '../../platform/ledger/index.ts';
import type { QueueItem, StaffQueue } from '../../platform/queues.ts';
import { heldCurrency } from '../instruments/index.ts';
import { type ClaimRow, claimById, listClaims } from './claims.ts';

const itemOf = (claim: ClaimRow): QueueItem => ({
  id: claim.id,
  status: claim.status,
  user: { uid: claim.uid, accountName: claim.account_name },
  details: [
    { name: 'amount', value: claim.amount },
    { name: 'currency', value: claim.currency },
    { name: 'network', value: claim.network },
    ...(claim.account === null ? [] : [{ name: 'account', value: claim.account }]),
    ...(claim.credited === null ? [] : [{ name: 'credited', value: claim.credited }]),
  ],
  pictures: [`/api/uploads/${claim.voucher}`],
  reason: claim.reason,
  reviewer: claim.reviewer,
  createdAt: claim.created_at,
  reviewedAt: claim.reviewed_at,
});

/** The claim, locked for its decision. */
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

type Outcome = {
  readonly status: 'approved' | 'rejected';
  readonly credited: string | null;
  readonly reason: string | null;
  readonly reviewerId: string;
  readonly at: number;
};

async function settle(
  tx: Transaction,
  claim: ClaimRow,
  { status, credited, reason, reviewerId, at }: Outcome,
): Promise<void> {
  await tx.query(
    `update deposit_claim
        set status = $2, credited = $3, reason = $4, reviewer_id = $5, reviewed_at = $6
      where id = $1`,
    [claim.id, status, credited, reason, reviewerId, new Date(at)],
  );
  tx.notify(claim.user_id, { kind: 'deposit', id: claim.id, status });
}

/** Deposit claims. An approval credits the exchange account in the transaction of the decision. */
export const depositQueue: StaffQueue = {
  name: 'deposit',
  rights: { read: ['support', 'reviewer', 'admin'], decide: ['reviewer', 'admin'] },
  takesAmount: true,
  async list(sql, page) {
    const { rows, total } = await listClaims(sql, page);
    return { items: rows.map(itemOf), total };
  },
  async show(sql, id) {
    const claim = await claimById(sql, id);
    return claim && itemOf(claim);
  },
  async approve(tx, id, { amount, reason, reviewerId, at }) {
    const claim = await lockPending(tx, id);
    const { currency } = claim;
    const credited = amount ?? claim.amount;
    const { scale } = heldCurrency(currency);
    if (scaleOf(credited) > scale) throw new DomainError('field_too_precise', { field: 'amount', params: { scale } });
    await settle(tx, claim, { status: 'approved', credited, reason: reason ?? null, reviewerId, at });
    await postJournal(tx, {
      ref: `deposit:${id}`,
      kind: 'deposit',
      reference: id,
      at,
      entries: [
        { account: houseAccount('deposits'), currency, amount: `-${credited}` },
        { account: userAccount(claim.user_id, 'change'), currency, amount: credited },
      ],
    });
    tx.notify(claim.user_id, { kind: 'balance' });
  },
  async reject(tx, id, { reason, reviewerId, at }) {
    const claim = await lockPending(tx, id);
    await settle(tx, claim, { status: 'rejected', credited: null, reason, reviewerId, at });
  },
};
