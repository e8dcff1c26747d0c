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
  positiveTermAmount,
  rowId,
  smallId,
  text,
  time,
  unixMs,
  whole,
  wholeListOf,
} from '../../kit/fields.ts';
import { localisedInput } from '../../kit/localised.ts';
import { DESK_ROLES, MONEY_ROLES, staffReads, twoMembers } from '../../kit/staff-policy.ts';
import { nobodyElse } from '../../kit/value-policy.ts';
import { couponsRoutes } from './routes.ts';
import { couponKinds, couponStatuses } from './rules.ts';

const terms = {
  title: z.string(),
  kind: z.enum(couponKinds),
  /** Of the fees that come back, or of the yield that comes on top; null of cash. */
  rate: z.nullable(decimal),
  currency: z.string(),
  scale: z.int(),
  /** The most that it pays; of cash, what it pays. */
  amount: decimal,
  /** Volume on the spot market and with leverage after which cash is paid, USDT; null of the others. */
  volume: z.nullable(decimal),
};

const coupon = z.object({
  id: rowId,
  ...terms,
  status: z.enum(couponStatuses),
  paid: decimal,
  /** Volume so far, USDT. */
  traded: decimal,
  issued_at: unixMs,
  expires_at: unixMs,
  activated_at: z.nullable(unixMs),
  ended_at: z.nullable(unixMs),
});

const staffCampaigns = wholeListOf(
  z.object({
    id: z.int(),
    name: z.string(),
    ...terms,
    min_level: z.int(),
    valid_days: z.int(),
    supply: z.int(),
    issued: z.int(),
    open: z.boolean(),
    ends_at: z.nullable(unixMs),
    /** Of its coupons: what they paid, and what is set aside for those that are open. */
    paid: decimal,
    held: decimal,
  }),
);

/* Coupons: fees that come back, yield on top, and cash after a volume. */

export const couponsContract = defineContract(couponsRoutes, {
  'GET /user/coupons': {
    input: z.object({ ...paging, status: optional(z.enum(couponStatuses)) }),
    output: z.extend(listOf(coupon), {
      /** Up to where fees, yields and volumes are counted. */
      counted_until: z.nullable(unixMs),
    }),
    summary: 'The user’s coupons, newest first',
  },
  'GET /user/coupon/offers': {
    input: noInput,
    output: wholeListOf(
      z.object({
        id: z.int(),
        ...terms,
        valid_days: z.int(),
        min_level: z.int(),
        /** How many can still be taken. */
        left: z.int(),
        ends_at: z.nullable(unixMs),
      }),
    ),
    summary: 'Coupons that the user can take',
  },
  'POST /user/coupon/claim': {
    input: z.object({ campaign_id: smallId }),
    output: z.object({ id: rowId }),
    errors: ['not_found', 'sold_out', 'verification_required', 'account_frozen', 'coupon_taken'],
    value: nobodyElse('The house gives the coupon.'),
    summary: 'Take a coupon',
  },
  'POST /user/coupon/use': {
    input: z.object({ id: rowId }),
    output: z.object({ id: rowId }),
    errors: ['not_found', 'account_frozen', 'coupon_not_open', 'coupon_other_active'],
    value: nobodyElse('The house pays what the coupon is worth to the caller.'),
    summary: 'Start a coupon: what follows it counts, until it expires or has paid all',
  },
  'GET /staff/coupons': {
    staff: staffReads(DESK_ROLES),
    input: noInput,
    output: staffCampaigns,
    summary: 'Campaigns with what their coupons paid, for staff',
  },
  'POST /staff/coupons/campaign': {
    staff: twoMembers(MONEY_ROLES, {
      delay: 'standard',
      current: { read: 'GET /staff/coupons', at: [{ list: 'list', by: { name: 'name' } }] },
      alone: 'Close a campaign.',
    }),
    input: z.object({
      /** Names the campaign among staff, such as `welcome-2026`: one that is not known is new. */
      name: z.string().check(z.trim(), z.regex(/^[a-z0-9-]{2,40}$/)),
      reason: text(200),
      kind: optional(z.enum(couponKinds)),
      ...localisedInput('title', 60),
      rate: optional(decimalUpTo('1')),
      currency: optional(text(12)),
      amount: optional(positiveTermAmount),
      volume: optional(positiveTermAmount),
      min_level: optional(whole(0, 2)),
      valid_days: optional(whole(1, 366)),
      supply: optional(whole(0, 10_000_000)),
      open: optional(flag()),
      ends_at: optional(time),
    }),
    output: staffCampaigns,
    errors: [
      'forbidden',
      'confirmation_required',
      'field_required',
      'field_too_large',
      'field_too_small',
      'field_too_precise',
      'currency_unknown',
    ],
    summary: 'Change a campaign, or add one; coupons that were issued keep their terms',
  },
  'POST /staff/coupons/issue': {
    staff: {
      roles: MONEY_ROLES,
      confirmed: true,
      members: 1,
      because:
        'The campaign, its value and its supply were decided by two members, and what a member issues counts in what they credit alone.',
      credits: true,
    },
    input: z.object({ name: text(40), uid: text(20), reason: text(200) }),
    output: z.object({ id: rowId }),
    errors: [
      ...(['forbidden', 'confirmation_required', 'own_request', 'not_found', 'second_member_required'] as const),
      ...(['sold_out', 'coupon_taken'] as const),
    ],
    summary: 'Issue a coupon of a campaign to a user',
  },
});
export type CouponsContract = typeof couponsContract;
