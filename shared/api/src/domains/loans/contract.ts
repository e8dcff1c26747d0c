import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import {
  decimal,
  decimalUpTo,
  flag,
  listOf,
  noInput,
  optional,
  paging,
  positiveDecimal,
  positiveTermAmount,
  positiveUpTo,
  rowId,
  text,
  uid,
  unixMs,
  whole,
} from '../../kit/fields.ts';
import { payKey } from '../../kit/person-fields.ts';
import { DESK_ROLES, MONEY_ROLES, staffReads, twoMembers } from '../../kit/staff-policy.ts';
import { nobodyElse } from '../../kit/value-policy.ts';
import { loanInput } from './inputs.ts';
import { loansRoutes } from './routes.ts';

/* Loans against collateral: an application that staff review, the loan, and what happens to it. */

const keyErrors = ['key_missing', 'key_wrong', 'key_locked', 'key_blocked'] as const;

/** Of an application that staff review. A rejected applicant may apply again. */
export const reviewed = {
  id: rowId,
  status: z.enum(['under_review', 'approved', 'rejected', 'cancelled']),
  reason: z.nullable(z.string()),
  created_at: unixMs,
  reviewed_at: z.nullable(unixMs),
};

const loanEvent = z.object({
  kind: z.enum([
    'paid_out',
    'interest',
    'interest_unpaid',
    'repayment',
    'collateral_added',
    'warning',
    'overdue',
    'repaid',
    'liquidated',
  ]),
  at: unixMs,
  /** USDT; of `collateral_added` in the currency of the collateral. Of a warning the ratio that was reached. */
  number: decimal,
  /** Price of the collateral that it was judged at. */
  price: z.nullable(decimal),
});

const loan = z.object({
  principal: decimal,
  /** Accrued and not paid. */
  interest: decimal,
  penalty: decimal,
  /** What repays all of it now. */
  owed: decimal,
  /** Ratio: '1.1' is 110 %, where it is liquidated. Null while the collateral has no price. */
  risk_rate: z.nullable(decimal),
  day_rate: decimal,
  overdue_rate: decimal,
  liquidation_ratio: decimal,
  liquidation_fee: decimal,
  /** Prices of the collateral at which warnings come, and at which it is liquidated. */
  warnings: z.array(z.object({ ratio: decimal, price: decimal })),
  liquidation_price: decimal,
  /** Why the collateral is not judged now; null where it is. */
  paused: z.nullable(z.enum(['stale_price', 'market_halted', 'market_closed'])),
  paid_at: unixMs,
  due_at: unixMs,
  /** The next settlement of interest; null where it is settled at the end. */
  next_interest: z.nullable(z.object({ at: unixMs, number: decimal, unpaid: z.boolean() })),
  state: z.enum(['running', 'overdue', 'repaid', 'liquidated']),
  ended_at: z.nullable(unixMs),
  /** Paid so far. */
  repaid: z.object({ principal: decimal, interest: decimal, penalty: decimal }),
  /** Oldest first. */
  events: z.array(loanEvent),
});

const loanApplication = z.object({
  ...reviewed,
  money: decimal,
  /** The currency of the collateral. */
  margin_currency: z.string(),
  margin_scale: z.int(),
  /** What is locked of it; zero once it was returned or sold. */
  margin_number: decimal,
  /** USDT for one unit, by the index; null while there is none. */
  margin_price: z.nullable(decimal),
  days: z.int(),
  schedule: z.enum(['monthly', 'end']),
  /** Agreed with the application. */
  day_rate: decimal,
  contact: z.string(),
  /** Fraction digits of USDT. */
  scale: z.int(),
  /** Once it is paid out. */
  loan: z.nullable(loan),
});

const terms = {
  min_amount: decimal,
  max_amount: decimal,
  min_days: z.int(),
  max_days: z.int(),
  initial_ratio: decimal,
  warning_ratios: z.array(decimal),
  liquidation_ratio: decimal,
  overdue_rate: decimal,
  liquidation_fee: decimal,
  /** The least part that is repaid. */
  min_repayment: decimal,
};

const advisor = z.object({ name: z.string(), email: z.string() });

const staffView = z.object({
  version: z.int(),
  terms: z.object({ ...terms, maker_day_rate: decimal }),
  /** USDT: what the house can lend, and what is lent. */
  funds: decimal,
  lent: decimal,
  open: z.int(),
  makers: z.array(z.object({ uid, at: unixMs, reason: z.string() })),
  /** The lowest ratios first. */
  list: z.array(
    z.object({
      id: rowId,
      uid,
      state: z.enum(['running', 'overdue']),
      owed: decimal,
      margin_currency: z.string(),
      margin_number: decimal,
      risk_rate: z.nullable(decimal),
      due_at: unixMs,
    }),
  ),
});

const reason = text(200, 5);

export const loansContract = defineContract(loansRoutes, {
  'GET /loan/terms': {
    input: noInput,
    output: z.object({
      ...terms,
      version: z._default(z.int(), 0),
      scale: z.int(),
      currencies: z.array(
        z.object({
          currency: z.string(),
          currency_id: z.int(),
          scale: z.int(),
          /** USDT for one unit, by the index; null while there is none. */
          price: z.nullable(decimal),
        }),
      ),
      /** By VIP level; null where the level opens no loan. */
      levels: z.array(z.object({ level: z.int(), loan: z.nullable(z.object({ limit: decimal, day_rate: decimal })) })),
      maker: z.object({ limit: decimal, day_rate: decimal }),
      loan_advisor: advisor,
      repayment_advisor: advisor,
    }),
    summary: 'Terms, rates and collateral of loans',
  },
  'POST /user/jiedaisave': {
    weight: 10,
    input: loanInput,
    output: loanApplication,
    errors: [
      ...keyErrors,
      'terms_changed',
      'loan_level_required',
      'loan_vip_required',
      'loan_outstanding',
      'loan_contact_invalid',
      'already_under_review',
      'account_frozen',
      'currency_closed',
      'deposit_owed',
      'refund_owed',
      'amount_too_small',
      'amount_too_large',
      'collateral_too_low',
      'insufficient_balance',
      'stale_price',
      'market_halted',
      'market_closed',
      'pictures_required',
      'upload_unknown',
    ],
    value: nobodyElse('It asks the house for a loan to the caller.'),
    summary: 'Apply for a loan; the collateral is locked until it is decided',
  },
  'POST /user/jiedaiusernewone': {
    weight: 2,
    input: noInput,
    output: z.object({
      application: z.nullable(loanApplication),
      /** What the user may borrow; null where neither level nor mark opens a loan. */
      mine: z.object({
        level: z.int(),
        maker: z.boolean(),
        verified: z.boolean(),
        loan: z.nullable(z.object({ limit: decimal, day_rate: decimal })),
      }),
    }),
    summary: 'The latest loan application and the state of its loan',
  },
  'GET /user/loans': {
    weight: 2,
    input: z.object(paging),
    output: listOf(loanApplication),
    summary: 'Loan applications and loans, newest first',
  },
  'POST /user/loan/cancel': {
    input: z.object({ id: rowId }),
    output: loanApplication,
    errors: ['not_found', 'already_reviewed'],
    value: nobodyElse('It gives back collateral of the caller.'),
    summary: 'Take an application back that staff have not decided; its collateral is returned',
  },
  'POST /user/loan/collateral': {
    weight: 5,
    input: z.object({ id: rowId, number: positiveDecimal, key: payKey }),
    output: loanApplication,
    errors: [...keyErrors, 'not_found', 'loan_not_open', 'insufficient_balance'],
    value: nobodyElse('It moves money of the caller into collateral of their own loan.'),
    summary: 'Add collateral to an application or a loan',
  },
  'POST /user/loan/repay': {
    weight: 5,
    input: z.object({
      id: rowId,
      /** USDT; left out, all that is owed at that moment. */
      number: optional(positiveDecimal),
      key: payKey,
    }),
    output: loanApplication,
    errors: [
      ...keyErrors,
      'not_found',
      'loan_not_open',
      'insufficient_balance',
      'amount_too_small',
      'amount_too_large',
    ],
    value: nobodyElse('The lender is the house.'),
    summary: 'Repay a loan, wholly or partly, from the exchange account',
  },
  'GET /staff/loans': {
    staff: staffReads(DESK_ROLES),
    weight: 5,
    input: noInput,
    output: staffView,
    summary: 'Terms, funds and open loans',
  },
  'POST /staff/loans/terms': {
    staff: twoMembers(MONEY_ROLES, {
      delay: 'standard',
      current: { read: 'GET /staff/loans', at: [{ list: 'terms', by: {} }] },
    }),
    input: z.object({
      min_amount: optional(positiveTermAmount),
      max_amount: optional(positiveTermAmount),
      min_days: optional(whole(1, 366)),
      max_days: optional(whole(1, 366)),
      initial_ratio: optional(positiveUpTo('10')),
      liquidation_ratio: optional(positiveUpTo('10')),
      overdue_rate: optional(decimalUpTo('0.05')),
      liquidation_fee: optional(decimalUpTo('0.05')),
      min_repayment: optional(positiveTermAmount),
      maker_day_rate: optional(decimalUpTo('0.01')),
      reason,
    }),
    output: staffView,
    errors: ['forbidden', 'confirmation_required'],
    summary: 'Change the terms of loans that are applied for later',
  },
  'POST /staff/loans/maker': {
    staff: twoMembers(MONEY_ROLES, {
      delay: 'standard',
      current: null,
      alone: 'Take the mark away.',
    }),
    input: z.object({ uid, marked: flag(), reason }),
    output: staffView,
    errors: ['forbidden', 'confirmation_required', 'own_request', 'not_found'],
    summary: 'Mark a user as market maker, who may borrow at any VIP level, or take the mark away',
  },
});
export type LoansContract = typeof loansContract;
