import type { Output } from '../../kit/contract.ts';
import type { LoansContract } from './contract.ts';

type Wire = Output<LoansContract['POST /user/jiedaisave']>;
type Loan = NonNullable<Wire['loan']>;

const DAY = 86_400_000;
const AT = Date.UTC(2026, 10, 20, 15);

/** A running loan of 500,000 USDT against bitcoin, as the exchange sends it. */
export const loan = (changes: Partial<Loan> = {}): Loan => ({
  principal: '500000',
  interest: '300',
  penalty: '0',
  owed: '500300',
  risk_rate: '1.9988',
  day_rate: '0.0002',
  overdue_rate: '0.005',
  liquidation_ratio: '1.1',
  liquidation_fee: '0.01',
  warnings: [
    { ratio: '1.5', price: '45027' },
    { ratio: '1.3', price: '39023.4' },
    { ratio: '1.2', price: '36021.6' },
  ],
  liquidation_price: '33019.8',
  paused: null,
  paid_at: AT,
  due_at: AT + 30 * DAY,
  next_interest: null,
  state: 'running',
  ended_at: null,
  repaid: { principal: '0', interest: '0', penalty: '0' },
  events: [{ kind: 'paid_out', at: AT, number: '500000', price: '60000' }],
  ...changes,
});

/** An application that waits for its review. */
export const loanApplication = (changes: Partial<Wire> = {}): Wire => ({
  id: '12',
  status: 'under_review',
  reason: null,
  created_at: AT - DAY,
  reviewed_at: null,
  money: '500000',
  margin_currency: 'BTC',
  margin_scale: 8,
  margin_number: '16.66666667',
  margin_price: '60000',
  days: 30,
  schedule: 'end',
  day_rate: '0.0002',
  contact: '10000021',
  scale: 6,
  loan: null,
  ...changes,
});

/** The application once it is paid out. */
export const paidOut = (changes: Partial<Loan> = {}): Wire =>
  loanApplication({ status: 'approved', reviewed_at: AT, loan: loan(changes) });

const terms = {
  min_amount: '500000',
  max_amount: '10000000',
  min_days: 7,
  max_days: 365,
  initial_ratio: '2',
  warning_ratios: ['1.5', '1.3', '1.2'],
  liquidation_ratio: '1.1',
  overdue_rate: '0.005',
  liquidation_fee: '0.01',
  min_repayment: '100',
};

const staffView = {
  version: 1,
  terms: { ...terms, maker_day_rate: '0.0002' },
  funds: '99500000',
  lent: '500000',
  open: 1,
  makers: [{ uid: '10000021', at: AT, reason: 'Contract of November' }],
  list: [
    {
      id: '12',
      uid: '10000021',
      state: 'running' as const,
      owed: '500300',
      margin_currency: 'BTC',
      margin_number: '16.66666667',
      risk_rate: '1.9988',
      due_at: AT + 30 * DAY,
    },
  ],
};

export const loansFixtures = {
  'GET /loan/terms': {
    ...terms,
    version: 1,
    scale: 6,
    currencies: [
      { currency: 'BTC', currency_id: 1, scale: 8, price: '60000' },
      { currency: 'ETH', currency_id: 2, scale: 8, price: '3000' },
      { currency: 'USDT', currency_id: 3, scale: 6, price: '1' },
      { currency: 'USDC', currency_id: 5, scale: 6, price: '0.9998' },
    ],
    levels: [
      { level: 0, loan: null },
      { level: 1, loan: null },
      { level: 2, loan: { limit: '1000000', day_rate: '0.0002' } },
      { level: 3, loan: { limit: '2500000', day_rate: '0.00018' } },
      { level: 4, loan: { limit: '5000000', day_rate: '0.00016' } },
      { level: 5, loan: { limit: '10000000', day_rate: '0.00014' } },
    ],
    maker: { limit: '10000000', day_rate: '0.0002' },
    loan_advisor: { name: 'Loan desk', email: 'loans@tessera.example' },
    repayment_advisor: { name: 'Repayment desk', email: 'repayments@tessera.example' },
  },
  'POST /user/jiedaisave': loanApplication(),
  'POST /user/jiedaiusernewone': {
    application: null,
    mine: { level: 2, maker: false, verified: true, loan: { limit: '1000000', day_rate: '0.0002' } },
  },
  'GET /user/loans': {
    list: [paidOut(), loanApplication({ id: '9', status: 'rejected', reason: 'The deed is not readable' })],
    page: 1,
    limit: 10,
    total: 2,
  },
  'POST /user/loan/cancel': loanApplication({ status: 'cancelled', margin_number: '0' }),
  'POST /user/loan/collateral': paidOut({ risk_rate: '2.1' }),
  'POST /user/loan/repay': paidOut({ principal: '400000', interest: '0', owed: '400000' }),
  'GET /staff/loans': staffView,
  'POST /staff/loans/terms': staffView,
  'POST /staff/loans/maker': staffView,
} satisfies { readonly [K in keyof LoansContract]: Output<LoansContract[K]> };
