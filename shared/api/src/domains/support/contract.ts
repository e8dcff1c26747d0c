import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import { rowId, unixMs } from '../../kit/fields.ts';
import { codeRequest } from '../identity/contract.ts';
import { supportRoutes } from './routes.ts';

export const supportContract = defineContract(supportRoutes, {
  'POST /sms_mail_kf': {
    input: codeRequest,
    output: z.object({ ticket: rowId, at: unixMs }),
    summary: 'Ask customer service for help with a code that does not arrive',
  },
});
export type SupportContract = typeof supportContract;
