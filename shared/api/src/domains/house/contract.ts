import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import { decimal, noInput, positiveTermAmount, text, wholeListOf } from '../../kit/fields.ts';
import { DESK_ROLES, MONEY_ROLES, staffReads, twoMembers } from '../../kit/staff-policy.ts';
import { houseRoutes } from './routes.ts';

/** Accounts of the house that are funded on purpose, rather than by what users pay. */
const fundedAccount = z.enum(['interest', 'insurance', 'dual', 'loans', 'promotions']);

const funds = wholeListOf(
  z.object({
    account: fundedAccount,
    currency: z.string(),
    balance: decimal,
    /** The most that open products will still be paid out of it. */
    promised: decimal,
    /** What new products may promise: never below zero. */
    free: decimal,
  }),
);

export const houseContract = defineContract(houseRoutes, {
  'GET /staff/house': {
    staff: staffReads(DESK_ROLES),
    input: noInput,
    output: funds,
    summary: 'What the house holds for interest, for losses and for dual products, and what it promised',
  },
  'POST /staff/house/fund': {
    staff: twoMembers(MONEY_ROLES, { delay: 'standard', current: null }),
    input: z.object({
      account: fundedAccount,
      currency: text(12),
      amount: positiveTermAmount,
      /** `fees`: what the house earned; `capital`: what its owners brought in from outside. */
      from: z.enum(['fees', 'capital']),
      /** Names the payment, such as a transaction id: a reference funds once. */
      reference: text(100),
      reason: text(200),
    }),
    output: funds,
    errors: [
      'forbidden',
      'confirmation_required',
      'currency_unknown',
      'field_too_precise',
      'field_too_large',
      'idempotency_conflict',
    ],
    summary: 'Fund an account of the house out of what it earned or brought in',
  },
});
export type HouseContract = typeof houseContract;
