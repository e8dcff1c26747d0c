import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import {
  atMost,
  decimal,
  listOf,
  noInput,
  optional,
  paging,
  positiveDecimal,
  positiveTermAmount,
  positiveUpTo,
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
import { launchpadRoutes } from './routes.ts';

/** Users of the published table that one call returns at most. */
export const SHARES_A_CALL = 5_000;

const projectStatus = z.enum(['warm_up', 'in_progress', 'ended', 'cancelled']);

const project = z.object({
  id: z.int(),
  name: z.string(),
  currency: z.string(),
  /** Fraction digits of the token. */
  scale: z.int(),
  /** USDT; of a token that trades already, what it costs there if that is more. */
  price: decimal,
  /** The currencies that it can be paid with; null while there is no fresh price of one. */
  prices: z.array(
    z.object({
      pay_currency: z.string(),
      currency_id: z.int(),
      scale: z.int(),
      price: z.nullable(decimal),
    }),
  ),
  total_issuance: decimal,
  /** Tokens that users applied for; it may be more than there are. */
  subscribed: decimal,
  /** Tokens that no user applied for. */
  remaining: decimal,
  start_time: unixMs,
  end_time: unixMs,
  /** When the tokens are unlocked and tradable. */
  listing_time: unixMs,
  /** Whole days from the end to the listing, rounded up. */
  lock_days: z.int(),
  status: projectStatus,
  /** Null until it was allocated, and until it was listed. */
  allocated_at: z.nullable(unixMs),
  listed_at: z.nullable(unixMs),
  /** Where the token trades; null where it does not yet. */
  symbol: z.nullable(z.string()),
  /** Users who applied, and those of them who got some. */
  applied_count: z.int(),
  approved_count: z.nullable(z.int()),
});

const subscription = z.object({
  id: rowId,
  project_id: z.int(),
  name: z.string(),
  currency: z.string(),
  scale: z.int(),
  amount: decimal,
  pay_currency: z.string(),
  pay_scale: z.int(),
  /** USDT a token when it was subscribed to, and the one that all users paid, once allocated. */
  price: decimal,
  final_price: z.nullable(decimal),
  paid: decimal,
  /** What was sold for the payment, where the user paid in another currency. */
  sold_currency: z.nullable(z.string()),
  sold: z.nullable(decimal),
  /** Tokens allotted and payment returned, once allocated. */
  approved: z.nullable(decimal),
  returned: z.nullable(decimal),
  status: z.enum(['applied', 'allotted', 'unlocked', 'returned']),
  /** When what was allotted is unlocked. */
  unlock_at: unixMs,
  created_at: unixMs,
});

const link = z.string().check(z.trim(), atMost(200), z.regex(/^https:\/\/[^\s<>"']+$/));

/** Codes separated by commas; `none` for the empty list. */
const codes = (each: string) => z.string().check(z.trim(), z.regex(new RegExp(`^(?:none|${each}(?:,${each}){0,99})$`)));

/** What staff may change of a project before its window opens; later, its texts and links, and the listing to a later time. */
const terms = {
  name: optional(text(40)),
  website: optional(link),
  whitepaper: optional(link),
  /** USDT a token. */
  price: optional(positiveTermAmount),
  pay_currencies: optional(codes('[A-Z0-9]{2,12}')),
  total_issuance: optional(positiveUpTo('1000000000000000')),
  user_cap: optional(positiveTermAmount),
  min_amount: optional(positiveTermAmount),
  start_time: optional(time),
  end_time: optional(time),
  listing_time: optional(time),
  countries: optional(codes('[A-Z]{2}')),
  ...localisedInput('description', 2_000),
};

const staffProject = z.object({
  id: z.int(),
  /** Raised with every change. */
  version: z.int(),
  name: z.string(),
  currency: z.string(),
  scale: z.int(),
  state: z.enum(['open', 'allocating', 'allotted', 'unlocking', 'listed', 'cancelling', 'cancelled']),
  website: z.nullable(z.string()),
  whitepaper: z.nullable(z.string()),
  price: decimal,
  pay_currencies: z.array(z.string()),
  total_issuance: decimal,
  user_cap: decimal,
  min_amount: decimal,
  start_time: unixMs,
  end_time: unixMs,
  listing_time: unixMs,
  /** ISO 3166-1 alpha-2 codes of the countries whose residents may not subscribe. */
  countries: z.array(z.string()),
  descriptions: z.record(z.string(), z.string()),
  subscribed: decimal,
  applied_count: z.int(),
  allotted: z.nullable(decimal),
  approved_count: z.nullable(z.int()),
  demonstration: z.boolean(),
});
const staffProjects = wholeListOf(staffProject);

export const launchpadContract = defineContract(launchpadRoutes, {
  'GET /project': {
    input: z.object({ ...paging, status: optional(projectStatus) }),
    output: listOf(project),
    summary: 'Token sales, those that can be subscribed to first',
  },
  'GET /project/detail': {
    input: z.object({ id: smallId }),
    output: z.extend(project, {
      description: z.string(),
      whitepaper: z.nullable(z.string()),
      website: z.nullable(z.string()),
      /** Most one user may be allotted. */
      user_cap: decimal,
      /** Least of one subscription. */
      min_amount: decimal,
      /** Countries whose residents may not subscribe, ISO 3166-1 alpha-2. */
      countries: z.array(z.string()),
      /** What the largest subscription of this user may be worth, USDT; null for a guest. */
      order_limit: z.nullable(decimal),
      now: unixMs,
    }),
    errors: ['not_found'],
    summary: 'One token sale',
  },
  'GET /project/allocation': {
    weight: 10,
    input: z.object({ id: smallId, from: z._default(whole(0, 10_000_000), 0) }),
    output: z.object({
      id: z.int(),
      name: z.string(),
      currency: z.string(),
      supply: decimal,
      cap: decimal,
      scale: z.int(),
      committed: decimal,
      allotted: decimal,
      users: z.int(),
      allocated_at: unixMs,
      /** `[hash, committed, allotted]` of each user from place `from` on, in the order of the hashes. */
      shares: z.array(z.tuple([z.string(), decimal, decimal])),
    }),
    errors: ['not_found'],
    summary: 'The published table of a sale: what each user committed and got, by salted hashes of the UIDs',
  },
  'POST /project/order': {
    input: z.object({
      project_id: smallId,
      amount: positiveDecimal,
      pay_currency: text(12),
      /** The price the user saw: another one is rejected. */
      price: positiveDecimal,
    }),
    output: subscription,
    errors: [
      'insufficient_balance',
      'not_found',
      'sale_not_open',
      'price_moved',
      'stale_price',
      'market_halted',
      'market_closed',
      'order_limit',
      'amount_too_small',
      'field_too_precise',
      'too_many_orders',
      'currency_unknown',
      'currency_closed',
      'country_restricted',
      'account_frozen',
      'loan_outstanding',
      'refund_owed',
      'deposit_owed',
      'deposit_under_review',
      'conversion_limit',
      'conversion_capped',
    ],
    value: nobodyElse('Tokens are sold by the house, at one price for all.'),
    summary: 'Subscribe; what is not allotted is returned',
  },
  'GET /user/project/order': {
    input: z.object({ ...paging, project_id: optional(smallId) }),
    output: listOf(subscription),
    summary: 'Subscriptions, newest first',
  },
  'GET /user/project/share': {
    input: z.object({ id: smallId }),
    output: z.object({
      uid: z.string(),
      /** Makes the hash of the UID in the published table: SHA-256 of `<project>:<uid>:<salt>`. */
      salt: z.string(),
      hash: z.string(),
      committed: decimal,
      allotted: z.nullable(decimal),
    }),
    errors: ['not_found'],
    summary: 'What this user committed to a sale in all, and how to find it in the published table',
  },
  'GET /staff/launchpad': {
    staff: staffReads(DESK_ROLES),
    input: noInput,
    output: staffProjects,
    summary: 'Token sales with their terms, newest first, for staff',
  },
  'POST /staff/launchpad/create': {
    staff: twoMembers(MONEY_ROLES, { delay: 'standard', current: null }),
    input: z.object({
      ...terms,
      /** Code of the token, which becomes a currency unless it is one. */
      currency: z.string().check(z.trim(), z.regex(/^[A-Z][A-Z0-9]{1,9}$/)),
      /** Fraction digits of a new token. */
      scale: optional(whole(0, 8)),
      reason: text(200),
    }),
    output: staffProjects,
    errors: [
      'forbidden',
      'confirmation_required',
      'field_required',
      'invalid_field',
      'field_too_large',
      'field_too_precise',
      'currency_unknown',
      'field_unknown_choice',
      'symbol_taken',
    ],
    summary: 'Create a token sale; its token becomes a currency',
  },
  'POST /staff/launchpad/change': {
    staff: twoMembers(MONEY_ROLES, {
      delay: 'standard',
      current: { read: 'GET /staff/launchpad', at: [{ list: 'list', by: { id: 'id' } }] },
    }),
    input: z.object({ id: smallId, version: whole(1), reason: text(200), ...terms }),
    output: staffProjects,
    errors: [
      'forbidden',
      'confirmation_required',
      'not_found',
      'changed_meanwhile',
      'sale_begun',
      'invalid_field',
      'field_too_large',
      'field_too_precise',
      'currency_unknown',
      'field_unknown_choice',
    ],
    summary: 'Change a token sale: all of it before its window opens, texts and a later listing after that',
  },
  'POST /staff/launchpad/cancel': {
    // After the allotment, to cancel is to buy the tokens back at what was paid for them, whatever they are worth by then.
    staff: twoMembers(MONEY_ROLES, { delay: 'none', current: null }),
    input: z.object({ id: smallId, reason: text(200) }),
    output: staffProjects,
    errors: ['forbidden', 'confirmation_required', 'not_found', 'sale_settling'],
    summary: 'Cancel a token sale before its listing: every payment is returned whole',
  },
});
export type LaunchpadContract = typeof launchpadContract;
