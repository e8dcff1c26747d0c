import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import { decimal, noInput, ruled, text, uploadLocation } from '../../kit/fields.ts';
import { checkMobile } from '../../kit/rules/person.ts';
import { reviewed } from '../loans/contract.ts';
import { visaRoutes } from './routes.ts';

/* Applications that staff review: OTC loan and visa card. A rejected applicant may apply again. */

const visaApplication = z.object({ ...reviewed, nation: z.string(), address: z.string(), phone: z.string() });

export const visaContract = defineContract(visaRoutes, {
  'POST /user/visasave': {
    input: z.object({
      front_pic: uploadLocation,
      reverse_pic: uploadLocation,
      nation: text(60, 2),
      address: text(200, 5),
      phone: ruled(checkMobile),
    }),
    output: visaApplication,
    errors: ['visa_balance_too_low', 'already_under_review', 'upload_unknown'],
    summary: 'Apply for a visa card',
  },
  'POST /user/visausernewone': {
    input: noInput,
    output: z.object({
      application: z.nullable(visaApplication),
      /** What all accounts are worth, in USDT, and what the card asks for. */
      total: decimal,
      required: decimal,
    }),
    summary: 'The latest visa application',
  },
});
export type VisaContract = typeof visaContract;
