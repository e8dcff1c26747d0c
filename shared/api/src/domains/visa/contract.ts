import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import { decimal, noInput, rowId, unixMs } from '../../kit/fields.ts';
import { nobodyElse } from '../../kit/value-policy.ts';
import { visaInput } from './inputs.ts';
import { visaRoutes } from './routes.ts';

/* Applications for visa cards, which staff review. A rejected applicant may apply again. */

const visaApplication = z.object({
  id: rowId,
  status: z.enum(['under_review', 'approved', 'rejected']),
  reason: z.nullable(z.string()),
  created_at: unixMs,
  reviewed_at: z.nullable(unixMs),
  nation: z.string(),
  address: z.string(),
  phone: z.string(),
});

export const visaContract = defineContract(visaRoutes, {
  'POST /user/visasave': {
    weight: 5,
    input: visaInput,
    output: visaApplication,
    errors: [
      'visa_balance_too_low',
      'already_under_review',
      'visa_already_approved',
      'account_frozen',
      'pictures_required',
      'upload_unknown',
    ],
    value: nobodyElse('It moves nothing.'),
    summary: 'Apply for a visa card',
  },
  'POST /user/visausernewone': {
    weight: 3,
    input: noInput,
    output: z.object({
      application: z.nullable(visaApplication),
      /** What is available in all accounts by the index, less what is owed, and what the card asks for: USDT. */
      total: decimal,
      required: decimal,
    }),
    summary: 'The latest visa application, and what the accounts are worth',
  },
});
export type VisaContract = typeof visaContract;
