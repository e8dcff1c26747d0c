import { LOAN_PICTURES } from '@tessera/api/loans/inputs';
import { ratioOf } from '@tessera/api/loans/rules';
import { mul } from '@tessera/money';
import { type ApplicationTable, applicationsShown } from '../../platform/applications.ts';
import type { QueueItem, QueueStatus, StaffQueue } from '../../platform/queues.ts';
import { endApplication } from './apply.ts';
import { sendLoanNotice } from './notices.ts';
import { type PayingOut, payOut, requirePayable } from './pay-out.ts';
import { type Prices, priceOf } from './prices.ts';
import { type ApplicationRow, lockApplication } from './store.ts';

/** Pictures of a loan stay as long as the loan, and for their time after it. */
export const applicationTable: ApplicationTable = {
  table: 'loan_application',
  state: 'status',
  states: { pending: ['under_review'], approved: ['approved'], rejected: ['rejected', 'cancelled'] },
  madeAt: 'created_at',
  pictures: LOAN_PICTURES,
  doneAt: '(select l.ended_at from loan l where l.id = a.id)',
};

type Row = Pick<
  ApplicationRow,
  'money' | 'currency' | 'collateral' | 'days' | 'schedule' | 'day_rate' | 'vip_level' | 'market_maker' | 'contact'
>;

function detailsOf(row: Row, status: QueueStatus, prices: Prices): QueueItem['details'] {
  const { price } = priceOf(prices, row.currency);
  const ratio = price === null || status !== 'pending' ? null : ratioOf(mul(row.collateral, price), row.money);
  return [
    { name: 'amount', value: row.money },
    { name: 'collateral', value: `${row.collateral} ${row.currency}` },
    ...(ratio === null ? [] : [{ name: 'collateral_ratio', value: ratio.slice(0, 6) }]),
    { name: 'days', value: String(row.days) },
    { name: 'interest', value: row.schedule },
    { name: 'day_rate', value: row.day_rate },
    { name: 'vip_level', value: String(row.vip_level) },
    { name: 'market_maker', value: row.market_maker ? 'yes' : 'no' },
    { name: 'contact', value: row.contact },
  ];
}

/** Applications for loans. An approval pays out, and takes two members at any amount; a rejection returns the collateral. */
export const loanQueue = (prices: PayingOut): StaffQueue => ({
  name: 'loan',
  rights: {
    read: ['support', 'reviewer', 'treasury', 'admin'],
    claim: ['reviewer', 'treasury', 'admin'],
    approve: ['treasury', 'admin'],
    confirm: ['treasury', 'admin'],
    reject: ['reviewer', 'treasury', 'admin'],
  },
  takesAmount: false,
  ...applicationsShown<Row>(applicationTable, {
    columns: `a.money, a.currency, a.collateral, a.days, a.schedule, a.day_rate, a.vip_level, a.market_maker, a.contact`,
    details: (row, status) => detailsOf(row, status, prices),
  }),
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
