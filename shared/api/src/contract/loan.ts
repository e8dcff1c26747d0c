import { z } from 'zod';
import { checkMobile } from '../rules/index.ts';
import { byKey, defineCall } from './call.ts';
import {
  decimal,
  noPayload,
  optional,
  positiveDecimal,
  rowId,
  ruled,
  text,
  unixMs,
  uploadLocation,
  whole,
} from './fields.ts';

/* Applications that staff review: OTC loan and visa card. A rejected applicant may apply again. */

const reviewed = {
  id: rowId,
  status: z.enum(['under_review', 'approved', 'rejected']),
  reason: z.string().nullable(),
  created_at: unixMs,
  reviewed_at: unixMs.nullable(),
};

const loanApplication = z.object({
  ...reviewed,
  money: decimal,
  /** The currency of the collateral. */
  margin_currency: z.string(),
  days: z.int(),
  contact: z.string(),
  /** Once it is paid out: what is owed now, and collateral / (principal + interest + penalty). */
  loan: z
    .object({
      principal: decimal,
      interest: decimal,
      penalty: decimal,
      /** Ratio: '1.1' is 110 %, where it is liquidated. */
      risk_rate: decimal,
      day_rate: decimal,
      paid_at: unixMs,
      due_at: unixMs,
      state: z.enum(['running', 'overdue', 'repaid', 'liquidated']),
    })
    .nullable(),
});

const visaApplication = z.object({ ...reviewed, nation: z.string(), address: z.string(), phone: z.string() });

export const loanCalls = byKey(
  defineCall({
    method: 'POST',
    path: '/user/jiedaisave',
    access: 'verified',
    payload: z.object({
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
    answer: loanApplication,
    idempotent: true,
    built: false,
    errors: [
      'loan_level_required',
      'loan_outstanding',
      'already_under_review',
      'amount_too_small',
      'amount_too_large',
      'upload_unknown',
    ],
    summary: 'Apply for a loan against collateral',
  }),
  defineCall({
    method: 'POST',
    path: '/user/jiedaiusernewone',
    access: 'user',
    payload: noPayload,
    answer: z.object({ application: loanApplication.nullable() }),
    built: false,
    summary: 'The latest loan application and the state of its loan',
  }),
  defineCall({
    method: 'POST',
    path: '/user/visasave',
    access: 'verified',
    payload: z.object({
      front_pic: uploadLocation,
      reverse_pic: uploadLocation,
      nation: text(60, 2),
      address: text(200, 5),
      phone: ruled(checkMobile),
    }),
    answer: visaApplication,
    idempotent: true,
    built: false,
    errors: ['visa_balance_too_low', 'already_under_review', 'upload_unknown'],
    summary: 'Apply for a visa card',
  }),
  defineCall({
    method: 'POST',
    path: '/user/visausernewone',
    access: 'user',
    payload: noPayload,
    answer: z.object({
      application: visaApplication.nullable(),
      /** What all accounts are worth, in USDT, and what the card asks for. */
      total: decimal,
      required: decimal,
    }),
    built: false,
    summary: 'The latest visa application',
  }),
);
