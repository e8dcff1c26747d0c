import { LOAN_PICTURES } from '@tessera/api/loans/inputs';
import { ratioOf } from '@tessera/api/loans/rules';
import { mul } from '@tessera/money';
import type { Sql } from '../../platform/db/database.ts';
import { pageOf } from '../../platform/db/page.ts';
import type { QueueItem, QueuePage, QueueStatus, StaffQueue } from '../../platform/queues.ts';
import { endApplication } from './apply.ts';
import { sendLoanNotice } from './notices.ts';
import { payOut, requirePayable } from './pay-out.ts';
import { type Prices, priceOf } from './prices.ts';
import { type ApplicationRow, type ApplicationStatus, lockApplication } from './store.ts';

const STATUSES: Readonly<Record<ApplicationStatus, QueueStatus>> = {
  under_review: 'pending',
  approved: 'approved',
  rejected: 'rejected',
  cancelled: 'rejected',
};

type Row = Pick<
  ApplicationRow,
  | 'id'
  | 'money'
  | 'currency'
  | 'collateral'
  | 'days'
  | 'schedule'
  | 'day_rate'
  | 'vip_level'
  | 'market_maker'
  | 'contact'
  | 'status'
  | 'reason'
  | 'created_at'
  | 'reviewed_at'
> & {
  readonly pictures: readonly (string | null)[];
  readonly uid: string;
  readonly account_name: string;
  readonly reviewer: string | null;
};

const COLUMNS = `a.id, a.money, a.currency, a.collateral, a.days, a.schedule, a.day_rate, a.vip_level, a.market_maker, a.contact,
  a.status, a.reason, a.created_at, a.reviewed_at, array[${LOAN_PICTURES.map((name) => `a.${name}`).join(', ')}] as pictures,
  u.uid, coalesce(u.email, '+' || coalesce(u.mobile, u.shared_mobile), u.uid) as account_name, s.name as reviewer`;
const APPLICATIONS = `loan_application a join user_account u on u.id = a.user_id
  left join staff_member s on s.id = a.reviewer_id`;

function itemOf(row: Row, prices: Prices): QueueItem {
  const { price } = priceOf(prices, row.currency);
  const ratio = price === null ? null : ratioOf(mul(row.collateral, price), row.money);
  return {
    id: row.id,
    status: STATUSES[row.status],
    user: { uid: row.uid, accountName: row.account_name },
    details: [
      { name: 'amount', value: row.money },
      { name: 'collateral', value: `${row.collateral} ${row.currency}` },
      ...(ratio === null || row.status !== 'under_review'
        ? []
        : [{ name: 'collateral_ratio', value: ratio.slice(0, 6) }]),
      { name: 'days', value: String(row.days) },
      { name: 'interest', value: row.schedule },
      { name: 'day_rate', value: row.day_rate },
      { name: 'vip_level', value: String(row.vip_level) },
      { name: 'market_maker', value: row.market_maker ? 'yes' : 'no' },
      { name: 'contact', value: row.contact },
    ],
    warnings: [],
    pictures: row.pictures.flatMap((name) => (name === null ? [] : `/api/uploads/${name}`)),
    reason: row.reason,
    reviewer: row.reviewer,
    createdAt: row.created_at,
    reviewedAt: row.reviewed_at,
  };
}

/** Applications for loans. An approval pays out, and takes two members at any amount; a rejection returns the collateral. */
export const loanQueue = (prices: Prices): StaffQueue => ({
  name: 'loan',
  rights: {
    read: ['support', 'reviewer', 'treasury', 'admin'],
    claim: ['reviewer', 'treasury', 'admin'],
    approve: ['treasury', 'admin'],
    confirm: ['treasury', 'admin'],
    reject: ['reviewer', 'treasury', 'admin'],
  },
  takesAmount: false,
  async list(sql: Sql, { status, page, limit }: QueuePage) {
    const wanted =
      status === undefined ? null : Object.entries(STATUSES).flatMap(([own, of]) => (of === status ? [own] : []));
    const { rows, total } = await pageOf<Row>(sql, {
      select: COLUMNS,
      from: `${APPLICATIONS} where ($1::text[] is null or a.status = any($1))`,
      order: `(a.status = 'under_review') desc, case when a.status = 'under_review' then a.id end, a.id desc`,
      values: [wanted],
      page,
      limit,
    });
    return { items: rows.map((row) => itemOf(row, prices)), total };
  },
  async show(sql, id) {
    const [row] = await sql.query<Row>(`select ${COLUMNS} from ${APPLICATIONS} where a.id = $1`, [id]);
    return row ? itemOf(row, prices) : null;
  },
  async itemWith(sql, upload) {
    const [row] = await sql.query<{ id: string }>(
      `select id from loan_application where status = 'under_review' and $1 in (${LOAN_PICTURES.join(', ')})`,
      [upload],
    );
    return row?.id ?? null;
  },
  async weigh(tx, id) {
    const row = await requirePayable(tx, id, prices);
    return {
      needsSecond: true,
      terms: [
        { name: 'amount', value: row.money },
        { name: 'days', value: String(row.days) },
        { name: 'day_rate', value: row.day_rate },
        { name: 'collateral', value: `${row.collateral} ${row.currency}` },
      ],
    };
  },
  approve: (tx, id, decision) => payOut(tx, id, decision, prices),
  async reject(tx, id, { reason, reviewerId, at }) {
    const row = await lockApplication(tx, id, null);
    await endApplication(tx, row, { status: 'rejected', reason, reviewerId, at });
    await sendLoanNotice(tx, { userId: row.user_id, loanId: row.id }, { kind: 'rejected', at, values: { reason } });
  },
});
