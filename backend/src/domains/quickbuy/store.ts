import type { Output } from '@tessera/api/contract';
import { type BuyMethod, type BuyStatus, LATE_PROOF_LASTS } from '@tessera/api/quickbuy/rules';
import type { CatalogueSnapshot } from '../../platform/catalogue/catalogue.ts';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import { type Page, pageOf } from '../../platform/db/page.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { Debt } from '../../platform/ports.ts';

export type WireOrder = Output<'GET /quickbuy/order'>;
export type BankAccount = NonNullable<WireOrder['bank']>;
type Step = WireOrder['timeline'][number];

export type OrderRow = {
  readonly id: string;
  readonly user_id: string;
  readonly reference: string;
  readonly country: string;
  readonly method: BuyMethod;
  readonly provider: 'bank' | 'checkout';
  readonly currency: string;
  readonly scale: number;
  readonly fiat: string;
  readonly amount: string;
  readonly rate: string;
  readonly fee_rate: string;
  readonly fee: string;
  readonly net: string;
  readonly price: string;
  readonly receive: string;
  readonly least: string | null;
  readonly brings: string | null;
  readonly payer: string;
  readonly email: string;
  readonly phone: string;
  readonly tax_id: string | null;
  readonly bank: BankAccount | null;
  readonly demonstration: boolean;
  readonly status: BuyStatus;
  readonly cause: 'late' | 'user' | 'failed' | null;
  readonly late: boolean;
  readonly reason: string | null;
  readonly voucher: string | null;
  readonly session: string | null;
  readonly session_url: string | null;
  readonly payment: string | null;
  readonly paid: string | null;
  readonly paid_fiat: string | null;
  readonly paid_at: number | null;
  /** Fiat that went back: by refunds, and in all. */
  readonly refunded: string;
  readonly returned: string;
  /** What of it had gone back when the order was credited. */
  readonly returned_before: string;
  readonly credited: string | null;
  readonly credited_fee: string | null;
  readonly taken_back: string;
  readonly owed: string;
  readonly created_at: number;
  readonly pay_by: number;
  readonly timeline: readonly Step[];
};

export const ORDER_COLUMNS = `o.id, o.user_id, o.reference, o.country, o.method, o.provider, o.currency, o.scale, o.fiat, o.amount,
  o.rate, o.fee_rate, o.fee, o.net, o.price, o.receive, o.least, o.brings, o.payer, o.email, o.phone, o.tax_id, o.bank, o.demonstration,
  o.status, o.cause, o.late, o.reason, o.voucher, o.session, o.session_url, o.payment, o.paid, o.paid_fiat, o.paid_at,
  o.refunded, o.returned, o.returned_before, o.credited, o.credited_fee, o.taken_back, o.owed, o.created_at, o.pay_by,
  (select json_agg(json_build_object('status', s.status, 'at', (extract(epoch from s.at) * 1000)::bigint) order by s.number)
     from quick_buy_step s where s.order_id = o.id) as timeline`;

/** Whether a screenshot of a bank transfer may be sent: while the order is to be paid, and for a while if it was late. */
export const takesVoucher = ({ provider, status, cause, pay_by, voucher }: OrderRow, now: number): boolean =>
  provider === 'bank' &&
  voucher === null &&
  (status === 'to_be_paid' || (status === 'cancelled' && cause === 'late' && now < pay_by + LATE_PROOF_LASTS));

export const wireOrder = (catalogue: CatalogueSnapshot, row: OrderRow, now: number): WireOrder => ({
  id: row.id,
  reference: row.reference,
  currency_id: catalogue.heldCurrency(row.currency).id,
  currency: row.currency,
  scale: row.scale,
  fiat: row.fiat,
  country: row.country,
  amount: row.amount,
  method: row.method,
  rate: row.rate,
  fee_rate: row.fee_rate,
  fee: row.fee,
  net: row.net,
  price: row.price,
  fixed: row.currency === 'USDT',
  receive: row.receive,
  least: row.least,
  // Of an order in review it is what a refused approval has noted, which another one may still credit.
  brings: row.status === 'under_review' ? null : row.brings,
  credited: row.credited,
  status: row.status,
  cause: row.cause,
  late: row.late,
  reason: row.reason,
  payer: row.payer,
  bank: row.bank,
  demonstration: row.demonstration,
  takes_voucher: takesVoucher(row, now),
  has_voucher: row.voucher !== null,
  created_at: row.created_at,
  pay_by: row.pay_by,
  timeline: [...row.timeline],
});

/** An order of the user. Rejects with `not_found` for one of another user. */
export async function orderOfUser(sql: Sql, userId: string, id: string): Promise<OrderRow> {
  const [row] = await sql.query<OrderRow>(
    `select ${ORDER_COLUMNS} from quick_buy_order o where o.user_id = $1 and o.id = $2`,
    [userId, id],
  );
  if (!row) throw new DomainError('not_found', { field: 'id' });
  return row;
}

type Filter = Page & { readonly userId: string; readonly status: BuyStatus | null };

/** A user's orders, newest first. */
export const listOrders = (sql: Sql, { userId, status, page, limit }: Filter) =>
  pageOf<OrderRow>(sql, {
    select: ORDER_COLUMNS,
    newest: {
      of: 'quick_buy_order',
      where: 'user_id = $1',
      order: 'id desc',
      as: 'o',
      rest: 'where $2::text is null or o.status = $2',
    },
    order: 'o.id desc',
    values: [userId, status],
    page,
    limit,
  });

/** The order, locked for what happens to it next; null for an unknown id. */
export async function lockOrder(tx: Transaction, id: string): Promise<OrderRow | null> {
  await tx.query('select from quick_buy_order where id = $1 for update', [id]);
  const [row] = await tx.query<OrderRow>(`select ${ORDER_COLUMNS} from quick_buy_order o where o.id = $1`, [id]);
  return row ?? null;
}

/** The id of the order that a payment names. */
export async function orderIdOf(sql: Sql, reference: string): Promise<string | null> {
  const [row] = await sql.query<{ id: string }>('select id from quick_buy_order where reference = $1', [reference]);
  return row?.id ?? null;
}

/** Waits for what else is told of a payment of the provider: of two who look for each other's row, one finds it. */
export const lockPayment = (tx: Transaction, payment: string) =>
  tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`quick buy payment ${payment}`]);

/** Keeps what a dispute took of a payment, whether it is known whose payment it is or not. The largest report of one counts. */
export const keepDispute = (
  tx: Transaction,
  {
    id,
    payment,
    amount,
    at,
  }: { readonly id: string; readonly payment: string; readonly amount: string; readonly at: number },
) =>
  tx.query(
    `insert into quick_buy_dispute (id, payment, amount, at) values ($1, $2, $3, $4)
     on conflict (id) do update set amount = greatest(quick_buy_dispute.amount, excluded.amount)`,
    [id, payment, amount, new Date(at)],
  );

/** What disputes took of a payment. */
export async function disputedOf(sql: Sql, payment: string | null): Promise<string> {
  const [row] = await sql.query<{ amount: string }>(
    'select coalesce(sum(amount), 0)::amount as amount from quick_buy_dispute where payment = $1',
    [payment],
  );
  return row?.amount ?? '0';
}

/** Of the order that a payment of the provider was for; null if there is none. */
export async function referenceOf(sql: Sql, payment: string): Promise<string | null> {
  const [row] = await sql.query<{ reference: string }>('select reference from quick_buy_order where payment = $1', [
    payment,
  ]);
  return row?.reference ?? null;
}

/** Coins that users owe of payments that went back; of one user, or of all. */
export const owedOf = (sql: Sql, userId: string | null): Promise<Debt[]> =>
  sql.query<Debt>(
    `select user_id as "userId", currency, owed as amount from quick_buy_order
      where owed > 0 and ($1::bigint is null or user_id = $1)`,
    [userId],
  );

/** Whether a user owes coins of a payment that went back. */
export const owes = async (sql: Sql, userId: string): Promise<boolean> =>
  (await sql.query('select 1 from quick_buy_order where user_id = $1 and owed > 0 limit 1', [userId])).length > 0;
