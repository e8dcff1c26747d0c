import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import {
  decimal,
  listOf,
  noInput,
  optional,
  paging,
  picture,
  positiveDecimal,
  rowId,
  smallId,
  unixMs,
  wholeListOf,
} from '../../kit/fields.ts';
import { payKey } from '../../kit/person-fields.ts';
import { miningRoutes } from './routes.ts';

const miningStatus = z.enum(['in_progress', 'redeemed', 'redeemed_early']);

const miningProduct = z.object({
  id: z.int(),
  name: z.string(),
  currency: z.string(),
  image: z.nullable(picture),
  /** Ratio of each day, day 1 first; fixed for an order when it is made. */
  day_rates: z.array(decimal),
  lock_days: z.int(),
  min_amount: decimal,
  /** Most one user may have locked; null without a limit. */
  purchase_limit: z.nullable(decimal),
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
  penalty: z.nullable(decimal),
  status: miningStatus,
  created_at: unixMs,
  expires_at: unixMs,
  closed_at: z.nullable(unixMs),
});

export const miningContract = defineContract(miningRoutes, {
  'GET /lh/deposit/config': {
    input: noInput,
    output: wholeListOf(miningProduct),
    summary: 'Locked-mining products',
  },
  'GET /lh/deposit/order': {
    input: z.object({ ...paging, status: optional(miningStatus) }),
    output: z.extend(listOf(miningOrder), {
      locked: z.array(z.object({ currency: z.string(), amount: decimal, interest_paid: decimal })),
    }),
    summary: 'Mining positions, newest first, with their sums',
  },
  'POST /lh/deposit': {
    input: z.object({ config_id: smallId, amount: positiveDecimal, key: payKey }),
    output: miningOrder,
    errors: ['key_missing', 'key_wrong', 'key_locked', 'insufficient_balance', 'amount_too_small', 'quantity_limit'],
    summary: 'Lock an amount for daily interest',
  },
  'POST /lh/deposit/order/cancel': {
    input: z.object({ id: rowId }),
    output: miningOrder,
    errors: ['not_found', 'order_not_open'],
    summary: 'Redeem early: principal less penalty',
  },
});
export type MiningContract = typeof miningContract;
