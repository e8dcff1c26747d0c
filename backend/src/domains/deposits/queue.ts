import { transactionIdOf } from '@tessera/api/deposits/rules';
import { cmp, scaleOf } from '@tessera/money';
import type { Catalogue, CatalogueSnapshot } from '../../platform/catalogue/catalogue.ts';
import { type Sql, type Transaction, violates } from '../../platform/db/database.ts';
import type { Feed } from '../../platform/feed/feed.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { houseAccount, postJournal, userAccount } from '../../platform/ledger/index.ts';
import type { Approval, QueueItem, QueueWarning, StaffQueue } from '../../platform/queues.ts';
import { type ClaimRow, claimById, listClaims } from './claims.ts';
import {
  areOfOthers,
  creditedBy,
  isOfOtherContract,
  noteOtherContract,
  refuseCredited,
  spendTransaction,
} from './credit.ts';
import { tellDeposit } from './told.ts';
import { warningsOf } from './warnings.ts';

/** As block explorers of the chain take it. */
const shownTxid = ({ chain }: Pick<ClaimRow, 'chain'>, txid: string): string =>
  chain === 'ethereum' ? `0x${txid}` : txid;

const itemOf = (claim: ClaimRow, warnings: readonly QueueWarning[]): QueueItem => ({
  id: claim.id,
  status: claim.status,
  user: { uid: claim.uid, accountName: claim.account_name },
  details: [
    { name: 'amount', value: claim.amount },
    { name: 'currency', value: claim.currency },
    { name: 'network', value: claim.network },
    ...(claim.txid === null ? [] : [{ name: 'txid', value: shownTxid(claim, claim.txid) }]),
    ...claim.addresses.map((value) => ({ name: 'to_address', value })),
    ...(claim.account === null ? [] : [{ name: 'account', value: claim.account }]),
    ...(claim.credited === null ? [] : [{ name: 'credited', value: claim.credited }]),
  ],
  pictures: claim.voucher === null ? [] : [`/api/uploads/${claim.voucher}`],
  warnings,
  reason: claim.reason,
  reviewer: claim.reviewer,
  createdAt: claim.created_at,
  reviewedAt: claim.reviewed_at,
});

async function itemsOf(sql: Sql, claims: readonly ClaimRow[]): Promise<QueueItem[]> {
  const warnings = await warningsOf(
    sql,
    claims.map(({ id }) => id),
  );
  const others = await areOfOthers(
    sql,
    claims.map(({ user_id, ...claim }) => ({ ...claim, userId: user_id })),
  );
  return claims.map((claim, at) =>
    itemOf(claim, [
      ...(warnings.get(claim.id) ?? []),
      ...(others[at] ? [{ code: 'transaction_of_others', items: [] } as const] : []),
    ]),
  );
}

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
  readonly txid: string | null;
  readonly reason: string | null;
  readonly reviewerId: string;
  readonly firstReviewerId: string | null;
  readonly at: number;
};

async function settle(
  tx: Transaction,
  claim: ClaimRow,
  { status, credited, txid, reason, reviewerId, firstReviewerId, at }: Outcome,
): Promise<void> {
  try {
    await tx.query(
      `update deposit_claim
          set status = $2, credited = $3, txid = $4, reason = $5, reviewer_id = $6, first_reviewer_id = $7,
              reviewed_at = $8
        where id = $1`,
      [claim.id, status, credited, txid, reason, reviewerId, firstReviewerId, new Date(at)],
    );
  } catch (error) {
    // Another claim of the user states this transaction.
    if (violates(error, 'deposit_claim_txid')) throw new DomainError('txid_used', { field: 'txid', cause: error });
    throw error;
  }
  tx.notify(claim.user_id, { kind: 'deposit', id: claim.id, status });
}

/** What an approval would credit, and for which transaction. */
type Credit = { readonly amount: string; readonly txid: string | null };

function creditOf(
  catalogue: CatalogueSnapshot,
  claim: ClaimRow,
  { amount = claim.amount, txid, demonstration }: Approval,
): Credit {
  const { scale } = catalogue.heldCurrency(claim.currency);
  if (scaleOf(amount) > scale) throw new DomainError('field_too_precise', { field: 'amount', params: { scale } });
  const paidBy = txid === undefined ? claim.txid : transactionIdOf(txid);
  if (txid !== undefined && paidBy === null) throw new DomainError('txid_invalid', { field: 'txid' });
  if (paidBy === null && !demonstration) throw new DomainError('txid_required', { field: 'txid' });
  return { amount, txid: paidBy };
}

/**
 * Deposit claims. An approval credits the exchange account in the transaction of the decision, and each transaction of a
 * chain to each user once.
 */
export const depositQueue = ({
  catalogue,
  feed,
}: {
  readonly catalogue: Catalogue;
  readonly feed: Feed;
}): StaffQueue => ({
  name: 'deposit',
  rights: {
    read: ['support', 'reviewer', 'treasury', 'admin'],
    claim: ['reviewer', 'treasury', 'admin'],
    approve: ['reviewer', 'treasury', 'admin'],
    confirm: ['reviewer', 'treasury', 'admin'],
    reject: ['reviewer', 'treasury', 'admin'],
  },
  takesAmount: true,
  async list(sql, page) {
    const { rows, total } = await listClaims(sql, page);
    return { items: await itemsOf(sql, rows), total };
  },
  async show(sql, id) {
    const claim = await claimById(sql, id);
    return claim && ((await itemsOf(sql, [claim]))[0] ?? null);
  },
  async itemWith(sql, upload) {
    const [claim] = await sql.query<{ id: string }>(
      `select id from deposit_claim where voucher = $1 and status = 'pending'`,
      [upload],
    );
    return claim?.id ?? null;
  },
  async weigh(tx, id, approval) {
    const claim = await lockPending(tx, id);
    const { amount, txid } = creditOf(catalogue.current(), claim, approval);
    if (claim.chain !== null) await refuseCredited(tx, { chain: claim.chain, txid, userId: claim.user_id });
    const warnings = (await warningsOf(tx, [id])).get(id) ?? [];
    const paid = { chain: claim.chain, txid, userId: claim.user_id, currency: claim.currency, amount };
    return {
      needsSecond:
        warnings.some(({ code }) => code === 'same_picture') ||
        cmp(amount, claim.amount) > 0 ||
        (await areOfOthers(tx, [paid])).includes(true) ||
        (await isOfOtherContract(tx, { chain: claim.chain, txid, claim })),
      credits: await creditedBy(tx, claim, amount, feed),
      terms: [
        { name: 'amount', value: amount },
        { name: 'txid', value: shownTxid(claim, txid ?? '') },
      ],
    };
  },
  async approve(tx, id, approval) {
    const { reason = null, reviewerId, firstReviewerId = null, at } = approval;
    const claim = await lockPending(tx, id);
    const { currency } = claim;
    const { amount: credited, txid } = creditOf(catalogue.current(), claim, approval);
    if (txid !== null) {
      // A network is never deleted while it has claims that wait.
      if (claim.chain === null) throw new DomainError('network_unknown');
      const seen = { chain: claim.chain, txid, claim };
      if (await isOfOtherContract(tx, seen)) await noteOtherContract(tx, seen, credited);
      const spent = { chain: claim.chain, txid, userId: claim.user_id };
      await spendTransaction(tx, spent, { claimId: id, byTwo: firstReviewerId !== null });
    }
    await settle(tx, claim, { status: 'approved', credited, txid, reason, reviewerId, firstReviewerId, at });
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
    await tellDeposit(tx, {
      ...{ userId: claim.user_id, kind: 'deposit_credited', amount: `${credited} ${currency}`, reason: '' },
      ...{ reference: `claim:${id}`, at },
    });
  },
  async reject(tx, id, { reason, reviewerId, at }) {
    const claim = await lockPending(tx, id);
    const { txid } = claim;
    await settle(tx, claim, {
      status: 'rejected',
      credited: null,
      txid,
      reason,
      reviewerId,
      firstReviewerId: null,
      at,
    });
    await tellDeposit(tx, {
      ...{ userId: claim.user_id, kind: 'deposit_rejected', amount: `${claim.amount} ${claim.currency}`, reason },
      ...{ reference: `claim:${id}`, at },
    });
  },
});
