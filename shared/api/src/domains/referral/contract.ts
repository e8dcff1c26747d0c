import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import {
  decimal,
  decimalUpTo,
  listOf,
  noInput,
  oneOf,
  optional,
  paging,
  termAmount,
  text,
  unixMs,
} from '../../kit/fields.ts';
import { DESK_ROLES, MONEY_ROLES, staffReads, twoMembers } from '../../kit/staff-policy.ts';
import { nobodyElse } from '../../kit/value-policy.ts';
import { referralRoutes } from './routes.ts';

const amounts = z.array(z.object({ currency: z.string(), scale: z.int(), amount: decimal }));

/** Of the fees that an invited user pays: level 1 who invited that user, level 2 who invited that one. */
const rates = z.array(z.object({ level: z.union([z.literal(1), z.literal(2)]), rate: decimal }));

const terms = z.object({
  rates,
  /** The least that is paid out at once, in USDT. */
  min_claim: decimal,
});

export const referralContract = defineContract(referralRoutes, {
  'GET /user/invitees': {
    input: z.object(paging),
    output: listOf(
      z.object({
        /** Masked. */
        account_name: z.string(),
        /** 1: invited by this user; 2: by one whom this user invited. */
        level: z.int(),
        state: z.enum(['registered', 'verified', 'traded']),
        joined_at: unixMs,
        /** What their fees have brought so far, by the index of now. */
        reward_usdt: decimal,
      }),
    ),
    summary: 'Who came by this user’s invitation, newest first (names masked)',
  },
  'GET /user/referral': {
    input: noInput,
    output: z.extend(terms, {
      invited: z.int(),
      verified: z.int(),
      traded: z.int(),
      /** Invited by those whom the user invited. */
      second: z.int(),
      /** Since ever, and what is not claimed yet. */
      earned: amounts,
      claimable: amounts,
      /** By the index of now. */
      earned_usdt: decimal,
      claimable_usdt: decimal,
      /** Until which day, UTC, fees are counted; null before the first. */
      counted_until: z.nullable(z.string()),
    }),
    summary: 'What invitations have brought, and the rates',
  },
  'POST /user/referral/claim': {
    input: noInput,
    output: z.object({ paid: amounts }),
    errors: ['referral_minimum', 'account_frozen'],
    value: nobodyElse('The house pays rewards of the caller.'),
    summary: 'Pay out what invitations have brought, to the spot account',
  },
  'GET /staff/referral': {
    staff: staffReads(DESK_ROLES),
    input: noInput,
    output: z.extend(terms, {
      /** What stands in the account that rebates are paid from, and what is promised to users: the same. */
      held: amounts,
      promised: amounts,
    }),
    summary: 'Rates of invitations, for staff',
  },
  'POST /staff/referral/terms': {
    staff: twoMembers(MONEY_ROLES, {
      delay: 'standard',
      current: { read: 'GET /staff/referral', at: [{ list: 'rates', by: { level: 'level' } }] },
    }),
    input: z.object({
      level: optional(oneOf(1, 2)),
      rate: optional(decimalUpTo('1')),
      min_claim: optional(termAmount),
      reason: text(200),
    }),
    output: terms,
    errors: ['forbidden', 'confirmation_required', 'field_required', 'field_too_large'],
    summary: 'Change a rate of invitations, or the least that is paid out; it holds for days that are booked later',
  },
});
export type ReferralContract = typeof referralContract;
