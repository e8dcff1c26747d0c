import type { BuyStatus } from '@tessera/api/quickbuy/rules';
import { add, cmp, isPositive, sub } from '@tessera/money';
import { type Sql, type Transaction, violates } from '../../platform/db/database.ts';
import { pageOf } from '../../platform/db/page.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { Approval, QueueItem, QueueStatus, QueueWarning, StaffQueue } from '../../platform/queues.ts';
import { BelowLeast, bookCredit, bringsLess, creditOf } from './credit.ts';
import type { Shop } from './quote.ts';
import { move } from './states.ts';
import { lockOrder, ORDER_COLUMNS, type OrderRow } from './store.ts';
import { readBuyConfiguration } from './terms.ts';

type ReviewRow = OrderRow & {
  readonly uid: string;
  readonly account_name: string;
  readonly verified_name: string | null;
  readonly reviewer: string | null;
  readonly reviewed_at: number | null;
  readonly bank_payment: string | null;
  /** Other orders with the same picture. */
  readonly same_picture: readonly string[];
};

const COLUMNS = `${ORDER_COLUMNS}, u.uid, coalesce(u.email, '+' || coalesce(u.mobile, u.shared_mobile), u.uid) as account_name,
  (select v.name from verification_request v where v.user_id = u.id and v.state = 'verified' order by v.id desc limit 1)
    as verified_name, m.name as reviewer, o.reviewed_at, p.payment as bank_payment,
  array(select c.id::text from upload a join upload b on b.sha256 = a.sha256 and b.name <> a.name
          join quick_buy_order c on c.voucher = b.name where a.name = o.voucher order by c.id) as same_picture`;
const TABLES = `quick_buy_order o join user_account u on u.id = o.user_id left join staff_member m on m.id = o.reviewer_id
  left join quick_buy_payment p on p.order_id = o.id`;

/** Orders that were in review, by what became of them. */
const STATES: Readonly<Record<QueueStatus, readonly BuyStatus[]>> = {
  pending: ['under_review'],
  approved: ['successful'],
  rejected: ['rejected', 'refunding', 'refunded'],
};

const statusIn = (status: BuyStatus): QueueStatus => {
  if (status === 'under_review') return 'pending';
  return status === 'successful' ? 'approved' : 'rejected';
};

const detail = (name: string, value: string | null) => (value === null ? [] : [{ name, value }]);

const itemOf = (row: ReviewRow): QueueItem => ({
  id: row.id,
  status: statusIn(row.status),
  user: { uid: row.uid, accountName: row.account_name },
  details: [
    ...detail('amount', row.amount),
    ...detail('fiat', row.fiat),
    ...detail('reference', row.reference),
    ...detail('method', row.method),
    ...detail('country', row.country),
    // A payment of another name is sent back.
    ...detail('payer', row.payer),
    ...detail('verified_name', row.verified_name ?? '–'),
    ...detail('tax_id', row.tax_id),
    ...detail('bank', row.bank && `${row.bank.bank_name} ${row.bank.iban ?? row.bank.account_number ?? ''}`.trim()),
    ...detail('paid', row.paid && `${row.paid} ${row.paid_fiat}`),
    ...detail('returned', isPositive(row.returned) ? `${row.returned} ${row.paid_fiat ?? row.fiat}` : null),
    ...detail('payment', row.payment ?? row.bank_payment),
    ...detail('late', row.late ? 'yes' : null),
    ...detail('currency', row.currency),
    ...detail('receive', row.receive),
    ...detail('least', row.least),
    ...detail('credited', row.credited),
  ],
  pictures: row.voucher === null ? [] : [`/api/uploads/${row.voucher}`],
  warnings:
    row.same_picture.length === 0 ? [] : ([{ code: 'same_picture', items: row.same_picture }] satisfies QueueWarning[]),
  reason: row.reason,
  reviewer: row.status === 'under_review' ? null : row.reviewer,
  createdAt: row.created_at,
  reviewedAt: row.status === 'under_review' ? null : row.reviewed_at,
});

async function reviewRow(sql: Sql, id: string): Promise<ReviewRow | null> {
  const [row] = await sql.query<ReviewRow>(
    `select ${COLUMNS} from ${TABLES} where o.id = $1 and (o.status = 'under_review' or o.reviewed_at is not null)`,
    [id],
  );
  return row ?? null;
}

/** The order, locked for its decision. */
async function lockPending(tx: Transaction, id: string): Promise<OrderRow> {
  // The user first, as in every call of theirs.
  await tx.query(
    'select from user_account where id = (select user_id from quick_buy_order where id = $1) for no key update',
    [id],
  );
  const row = await lockOrder(tx, id);
  if (!row) throw new DomainError('not_found', { field: 'id' });
  if (row.status !== 'under_review') throw new DomainError('already_reviewed');
  return row;
}

/**
 * What came and did not go back, and what the bank or the provider calls it. Rejects with `field_required` where it came in
 * another currency than was ordered, with `field_too_large` above what is left of a payment through a provider.
 */
function paymentOf(row: OrderRow, { amount, txid, demonstration }: Approval) {
  const left = row.paid === null ? null : sub(row.paid, row.returned);
  const foreign = row.paid_fiat !== null && row.paid_fiat !== row.fiat;
  if (foreign && amount === undefined) throw new DomainError('field_required', { field: 'amount' });
  if (!foreign && left !== null && amount !== undefined && cmp(amount, left) > 0) {
    throw new DomainError('field_too_large', { field: 'amount', params: { max: left } });
  }
  const paid = amount ?? left ?? row.amount;
  const payment = txid?.trim() ?? row.payment;
  if (payment === null && !demonstration) throw new DomainError('txid_required', { field: 'txid' });
  return { paid, payment: payment ?? `demonstration ${row.reference}` };
}

/**
 * An account that was closed since its order takes no coins: what came for it waits until staff have sent it back. Rejects
 * with `account_frozen`, which stands for closed accounts, too.
 */
async function requireAccount(tx: Transaction, userId: string): Promise<void> {
  const [account] = await tx.query<{ closed: boolean }>(
    'select closed_at is not null as closed from user_account where id = $1 for no key update',
    [userId],
  );
  if (account?.closed !== false) throw new DomainError('account_frozen');
}

/** Marks a payment as credited. Rejects with `txid_used` where another order was credited with it. */
async function spendPayment(tx: Transaction, payment: string, id: string): Promise<void> {
  try {
    await tx.query('insert into quick_buy_payment (payment, order_id) values ($1, $2)', [payment, id]);
  } catch (error) {
    if (violates(error, 'quick_buy_payment_pkey')) throw new DomainError('txid_used', { field: 'txid', cause: error });
    throw error;
  }
}

/**
 * Payments that staff compare with the bank's statement. An approval credits the exchange account in the transaction of
 * the decision, and each payment once; its amount is the fiat that came.
 */
export const buyQueue = (shop: () => Shop): StaffQueue => ({
  name: 'quickbuy',
  rights: {
    read: ['support', 'reviewer', 'treasury', 'admin'],
    claim: ['treasury', 'admin'],
    approve: ['treasury', 'admin'],
    confirm: ['treasury', 'admin'],
    reject: ['treasury', 'admin'],
  },
  takesAmount: true,
  async list(sql, { status, page, limit }) {
    const { rows, total } = await pageOf<ReviewRow>(sql, {
      select: COLUMNS,
      from: `${TABLES} where o.status = any($1) and (o.status = 'under_review' or o.reviewed_at is not null)`,
      whole: 'it is read by staff alone',
      order: `(o.status = 'under_review') desc, case when o.status = 'under_review' then o.id end, o.id desc`,
      values: [status ? STATES[status] : Object.values(STATES).flat()],
      page,
      limit,
    });
    return { items: rows.map(itemOf), total };
  },
  async show(sql, id) {
    const row = await reviewRow(sql, id);
    return row && itemOf(row);
  },
  async itemWith(sql, upload) {
    const [row] = await sql.query<{ id: string }>(
      `select id from quick_buy_order where voucher = $1 and status = 'under_review'`,
      [upload],
    );
    return row?.id ?? null;
  },
  async weigh(tx, id, approval) {
    const row = await lockPending(tx, id);
    await requireAccount(tx, row.user_id);
    const { paid, payment } = paymentOf(row, approval);
    const [used] = await tx.query('select 1 from quick_buy_payment where payment = $1', [payment]);
    if (used) throw new DomainError('txid_used', { field: 'txid' });
    const { fourEyes } = await readBuyConfiguration(tx);
    const review = await reviewRow(tx, id);
    return {
      needsSecond:
        row.late ||
        cmp(paid, row.amount) > 0 ||
        (review?.same_picture.length ?? 0) > 0 ||
        review?.verified_name === null,
      credits: { userId: row.user_id, value: add(row.net, row.fee), most: fourEyes },
      terms: [
        { name: 'amount', value: paid },
        { name: 'txid', value: payment },
      ],
    };
  },
  async approve(tx, id, approval) {
    const row = await lockPending(tx, id);
    await requireAccount(tx, row.user_id);
    const { reviewerId, firstReviewerId = null, at, reason = null } = approval;
    const { paid, payment } = paymentOf(row, approval);
    const credit = await creditOf(tx, shop(), row, paid);
    await spendPayment(tx, payment, id);
    await bookCredit(tx, row, credit, at);
    await move(tx, row, { status: 'successful', at, reason, reviewerId, firstReviewerId });
  },
  async reject(tx, id, { reason, reviewerId, at }) {
    const row = await lockPending(tx, id);
    // A payment through a provider goes back by itself; one by a bank is returned by hand.
    const status = row.payment === null ? 'rejected' : 'refunding';
    // What came by a bank is known only to an approval: one that was refused has noted what it would have brought.
    const brings = row.paid === null ? row.brings : await bringsLess(tx, shop(), row, row.paid);
    await move(tx, row, { status, at, reason, reviewerId, brings });
  },
  async noteRefusal(sql, id, error) {
    if (!(error instanceof BelowLeast)) return;
    await sql.query(`update quick_buy_order set brings = $2 where id = $1 and status = 'under_review'`, [
      id,
      error.brings,
    ]);
  },
});
