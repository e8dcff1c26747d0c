import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import { decimal, noInput, unixMs } from '../../kit/fields.ts';
import { fiatCodes } from '../../kit/rules/vocabulary.ts';
import { fiatRoutes } from './routes.ts';

export const fiatContract = defineContract(fiatRoutes, {
  'GET /fiat/rates': {
    input: noInput,
    output: z.object({
      base: z.literal('USD'),
      /** When the rates were fetched. */
      at: unixMs,
      /** `kept` is the last good table while its source fails; `built_in` the one shipped with the server. */
      source: z.enum(['live', 'kept', 'built_in']),
      rates: z.array(z.object({ currency_code: z.enum(fiatCodes), rate: decimal })),
    }),
    summary: 'Units of each fiat currency for one US dollar',
  },
});
export type FiatContract = typeof fiatContract;
