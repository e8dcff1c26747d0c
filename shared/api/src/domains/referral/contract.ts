import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import { decimal, noInput, unixMs, wholeListOf } from '../../kit/fields.ts';
import { referralRoutes } from './routes.ts';

export const referralContract = defineContract(referralRoutes, {
  'GET /user/invitees': {
    input: noInput,
    output: wholeListOf(
      z.object({ account_name: z.string(), level: z.int(), joined_at: unixMs, reward_usdt: decimal }),
    ),
    summary: 'Who came by this user’s invitation (names masked)',
  },
});
export type ReferralContract = typeof referralContract;
