import { z } from 'zod';
import { payKey } from './account-fields.ts';
import { byKey, defineCall } from './call.ts';
import {
  decimal,
  listOf,
  noPayload,
  optional,
  paging,
  picture,
  positiveDecimal,
  rowId,
  smallId,
  unixMs,
  wholeListOf,
} from './fields.ts';

const miningStatus = z.enum(['in_progress', 'redeemed', 'redeemed_early']);

const miningProduct = z.object({
  id: z.int(),
  name: z.string(),
  currency: z.string(),
  image: picture.nullable(),
  /** Ratio of each day, day 1 first; fixed for an order when it is made. */
  day_rates: z.array(decimal),
  lock_days: z.int(),
  min_amount: decimal,
  /** Most one user may have locked; null without a limit. */
  purchase_limit: decimal.nullable(),
  penalty_ratio: decimal,
  description: z.string(),
});

const miningOrder = z.object({
  id: rowId,
  config_id: z.int(),
  name: z.string(),
  currency: z.string(),
  amount: decimal,
  day_rates: z.array(decimal),
  paid_days: z.int(),
  interest_paid: decimal,
  penalty: decimal.nullable(),
  status: miningStatus,
  created_at: unixMs,
  expires_at: unixMs,
  closed_at: unixMs.nullable(),
});

export const miningCalls = byKey(
  defineCall({
    method: 'GET',
    path: '/lh/deposit/config',
    access: 'public',
    payload: noPayload,
    answer: wholeListOf(miningProduct),
    built: false,
    summary: 'Locked-mining products',
  }),
  defineCall({
    method: 'GET',
    path: '/lh/deposit/order',
    access: 'user',
    payload: z.object({ ...paging, status: optional(miningStatus) }),
    answer: listOf(miningOrder).extend({
      locked: z.array(z.object({ currency: z.string(), amount: decimal, interest_paid: decimal })),
    }),
    built: false,
    summary: 'Mining positions, newest first, with their sums',
  }),
  defineCall({
    method: 'POST',
    path: '/lh/deposit',
    access: 'user',
    payload: z.object({ config_id: smallId, amount: positiveDecimal, key: payKey }),
    answer: miningOrder,
    idempotent: true,
    built: false,
    errors: ['key_missing', 'key_wrong', 'key_locked', 'insufficient_balance', 'amount_too_small', 'quantity_limit'],
    summary: 'Lock an amount for daily interest',
  }),
  defineCall({
    method: 'POST',
    path: '/lh/deposit/order/cancel',
    access: 'user',
    payload: z.object({ id: rowId }),
    answer: miningOrder,
    idempotent: true,
    built: false,
    errors: ['not_found', 'order_not_open'],
    summary: 'Redeem early: principal less penalty',
  }),
);
