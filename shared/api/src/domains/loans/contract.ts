import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import {
  decimal,
  noInput,
  optional,
  positiveDecimal,
  rowId,
  text,
  unixMs,
  uploadLocation,
  whole,
} from '../../kit/fields.ts';
import { loansRoutes } from './routes.ts';

/* Applications that staff review: OTC loan and visa card. A rejected applicant may apply again. */

export const reviewed = {
  id: rowId,
  status: z.enum(['under_review', 'approved', 'rejected']),
  reason: z.nullable(z.string()),
  created_at: unixMs,
  reviewed_at: z.nullable(unixMs),
};

const loanApplication = z.object({
  ...reviewed,
  money: decimal,
  /** The currency of the collateral. */
  margin_currency: z.string(),
  days: z.int(),
  contact: z.string(),
  /** Once it is paid out: what is owed now, and collateral / (principal + interest + penalty). */
  loan: z.nullable(
    z.object({
      principal: decimal,
      interest: decimal,
      penalty: decimal,
      /** Ratio: '1.1' is 110 %, where it is liquidated. */
      risk_rate: decimal,
      day_rate: decimal,
      paid_at: unixMs,
      due_at: unixMs,
      state: z.enum(['running', 'overdue', 'repaid', 'liquidated']),
    }),
  ),
});

export const loansContract = defineContract(loansRoutes, {
  'POST /user/jiedaisave': {
    input: z.object({
      /** In USDT. */
      money: positiveDecimal,
      margin_currency: z.enum(['BTC', 'ETH', 'USDT', 'USDC']),
      days: whole(1, 366),
      /** UID, or an e-mail address if there is none. */
      contact: text(254),
      front_pic: uploadLocation,
      reverse_pic: uploadLocation,
      /** Property papers. */
      fangchan_pic: optional(uploadLocation),
      fangchan_pic1: optional(uploadLocation),
      /** Vehicle papers. */
      qiche_pic: optional(uploadLocation),
      qiche_pic1: optional(uploadLocation),
    }),
    output: loanApplication,
    errors: [
      'loan_level_required',
      'loan_outstanding',
      'already_under_review',
      'amount_too_small',
      'amount_too_large',
      'upload_unknown',
    ],
    summary: 'Apply for a loan against collateral',
  },
  'POST /user/jiedaiusernewone': {
    input: noInput,
    output: z.object({ application: z.nullable(loanApplication) }),
    summary: 'The latest loan application and the state of its loan',
  },
});
export type LoansContract = typeof loansContract;
