import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import {
  atMost,
  decimal,
  decimalUpTo,
  flag,
  listOf,
  noInput,
  optional,
  paging,
  positiveDecimal,
  positiveTermAmount,
  rowId,
  smallId,
  termAmount,
  text,
  time,
  unixMs,
  wholeListOf,
} from '../../kit/fields.ts';
import { localisedInput } from '../../kit/localised.ts';
import { payKey } from '../../kit/person-fields.ts';
import { DESK_ROLES, MONEY_ROLES, staffReads, twoMembers } from '../../kit/staff-policy.ts';
import { nobodyElse } from '../../kit/value-policy.ts';
import { miningRoutes } from './routes.ts';

const miningStatus = z.enum(['in_progress', 'redeemed', 'redeemed_early']);

const miningProduct = z.object({
  id: z.int(),
  /** Raised by every change of the terms. */
  version: z.int(),
  name: z.string(),
  description: z.string(),
  currency: z.string(),
  currency_id: z.int(),
  /** Fraction digits of the currency. */
  scale: z.int(),
  /** Ratio of each day, day 1 first; fixed for an order when it is made. */
  day_rates: z.array(decimal),
  lock_days: z.int(),
  min_amount: decimal,
  /** Most one user may have locked; null without a limit. */
  purchase_limit: z.nullable(decimal),
  /** What the signed-in user has locked in it; zero of guests. */
  locked: decimal,
  penalty_ratio: decimal,
  /** `sold_out`: the house could not cover the interest of even the smallest amount. */
  status: z.enum(['upcoming', 'open', 'sold_out', 'ended']),
  opens_at: unixMs,
  closes_at: z.nullable(unixMs),
});

const miningOrder = z.object({
  id: rowId,
  config_id: z.int(),
  name: z.string(),
  currency: z.string(),
  scale: z.int(),
  amount: decimal,
  day_rates: z.array(decimal),
  penalty_ratio: decimal,
  paid_days: z.int(),
  interest_paid: decimal,
  /** Of all days, paid or not. */
  interest_total: decimal,
  penalty: z.nullable(decimal),
  /** At its end the amount is locked again, at the rates that hold then. */
  renew: z.boolean(),
  status: miningStatus,
  created_at: unixMs,
  expires_at: unixMs,
  closed_at: z.nullable(unixMs),
});

const staffProducts = wholeListOf(
  z.object({
    id: z.int(),
    product: z.string(),
    version: z.int(),
    valid_from: unixMs,
    name: z.string(),
    currency: z.string(),
    day_rates: z.string(),
    min_amount: decimal,
    purchase_limit: z.nullable(decimal),
    penalty_ratio: decimal,
    open: z.boolean(),
    opens_at: unixMs,
    closes_at: z.nullable(unixMs),
    /** Open positions, what is locked in them, and the interest they will still be paid. */
    positions: z.int(),
    locked: decimal,
    owed: decimal,
  }),
);

/** Ratios in the order of the days: `0.003 0.0035 0.004`. */
const rateTable = z.string().check(z.trim(), atMost(8_000), z.regex(/^0\.\d{1,10}(?:[\s,]+0\.\d{1,10}){0,365}$/));

export const miningContract = defineContract(miningRoutes, {
  'GET /lh/deposit/config': {
    input: noInput,
    output: wholeListOf(miningProduct),
    summary: 'Locked-mining products: those that are sold or will be, and those that ended lately',
  },
  'GET /lh/deposit/order': {
    input: z.object({ ...paging, status: optional(miningStatus) }),
    output: z.extend(listOf(miningOrder), {
      /** By currency: what is locked now, and the interest that was ever paid. */
      locked: z.array(z.object({ currency: z.string(), amount: decimal, interest_paid: decimal })),
    }),
    summary: 'Mining positions, newest first, with their sums',
  },
  'POST /lh/deposit': {
    input: z.object({
      config_id: smallId,
      amount: positiveDecimal,
      key: payKey,
      /** The version of the terms that the user saw: others are rejected. */
      version: optional(smallId),
      renew: optional(flag()),
    }),
    output: miningOrder,
    errors: [
      'key_missing',
      'key_wrong',
      'key_locked',
      'key_blocked',
      'insufficient_balance',
      'amount_too_small',
      'field_too_precise',
      'quantity_limit',
      'too_many_orders',
      'sale_not_open',
      'sold_out',
      'terms_changed',
      'currency_closed',
      'account_frozen',
      'loan_outstanding',
      'refund_owed',
      'deposit_owed',
      'deposit_under_review',
      'not_found',
    ],
    value: nobodyElse('The house pays the yield.'),
    summary: 'Lock an amount for daily interest',
  },
  'POST /lh/deposit/order/cancel': {
    input: z.object({ id: rowId }),
    output: miningOrder,
    errors: ['not_found', 'order_not_open'],
    value: nobodyElse('It gives back a deposit of the caller, less a penalty that is the house’s.'),
    summary: 'Redeem early: principal less penalty; one whose days are over is returned without',
  },
  'POST /lh/deposit/order/renew': {
    input: z.object({ id: rowId, renew: flag() }),
    output: miningOrder,
    errors: ['not_found', 'order_not_open', 'service_paused'],
    value: nobodyElse('It moves nothing.'),
    summary: 'Whether a position is locked again at its end',
  },
  'GET /staff/mining': {
    staff: staffReads(DESK_ROLES),
    input: noInput,
    output: staffProducts,
    summary: 'Mining products with what is locked in them, for staff',
  },
  'POST /staff/mining/product': {
    staff: twoMembers(MONEY_ROLES, {
      delay: 'standard',
      current: { read: 'GET /staff/mining', at: [{ list: 'list', by: { product: 'product' } }] },
      alone: 'Close a product.',
    }),
    input: z.object({
      /** Names the product among staff, such as `usdt-5`: one that is not known is new. */
      product: z.string().check(z.trim(), z.regex(/^[a-z0-9-]{2,40}$/)),
      reason: text(200),
      currency: optional(text(12)),
      ...localisedInput('name', 60),
      ...localisedInput('description', 400),
      day_rates: optional(rateTable),
      min_amount: optional(positiveTermAmount),
      /** 0: without a limit. */
      purchase_limit: optional(termAmount),
      penalty_ratio: optional(decimalUpTo('1')),
      open: optional(flag()),
      opens_at: optional(time),
      closes_at: optional(time),
    }),
    output: staffProducts,
    errors: [
      'forbidden',
      'confirmation_required',
      'field_required',
      'field_too_large',
      'field_too_small',
      'field_too_precise',
      'currency_unknown',
    ],
    summary: 'Change the terms of a mining product, or add one; it holds for positions that are made later',
  },
});
export type MiningContract = typeof miningContract;
