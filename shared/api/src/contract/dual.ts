import { z } from 'zod';
import { payKey } from './account-fields.ts';
import { byKey, defineCall } from './call.ts';
import {
  decimal,
  listOf,
  optional,
  paging,
  positiveDecimal,
  rowId,
  smallId,
  unixMs,
  whole,
  wholeListOf,
} from './fields.ts';

const section = z.enum(['metals', 'blockchain', 'demand', 'fixed']);

const investProduct = z.object({
  id: z.int(),
  section,
  /** Dual products only: `sell_high` invests the coin, `buy_low` invests USDT. */
  side: z.enum(['sell_high', 'buy_low']).nullable(),
  name: z.string(),
  /** Invested currency, and for a dual product the one it may settle in instead. */
  currency: z.string(),
  other_currency: z.string().nullable(),
  /** Pegged (offer) price; null for demand and fixed deposits. */
  price: decimal.nullable(),
  /** Ratios. */
  annual_rate: decimal,
  day_rate: decimal,
  penalty_ratio: decimal,
  /** Null: redeemable any time. */
  days: z.int().nullable(),
  matures_at: unixMs.nullable(),
  /** One share in the invested currency. */
  share_size: decimal,
  total_shares: z.int(),
  remaining_shares: z.int(),
  min_shares: z.int(),
});

const investOrder = z.object({
  id: rowId,
  product: investProduct,
  num: z.int(),
  amount: decimal,
  accrued: decimal,
  status: z.enum(['purchased', 'settling', 'completed', 'redeemed', 'failed']),
  /** Mean index price of the hour before 08:00 UTC on the maturity date. */
  settlement_price: decimal.nullable(),
  paid: decimal.nullable(),
  paid_currency: z.string().nullable(),
  created_at: unixMs,
  settled_at: unixMs.nullable(),
});

const buying = ['key_missing', 'key_wrong', 'key_locked', 'insufficient_balance', 'sold_out', 'sale_not_open'] as const;

export const dualCalls = byKey(
  defineCall({
    method: 'GET',
    path: '/dual/index',
    access: 'public',
    payload: z.object({ section: optional(section) }),
    answer: wholeListOf(investProduct),
    built: false,
    summary: 'Investment products by section',
  }),
  defineCall({
    method: 'GET',
    path: '/dual/detail',
    access: 'public',
    payload: z.object({ id: smallId }),
    answer: investProduct.extend({ description: z.string(), index_price: decimal.nullable() }),
    built: false,
    errors: ['not_found'],
    summary: 'One investment product',
  }),
  defineCall({
    method: 'POST',
    path: '/dual/buyDual',
    access: 'user',
    payload: z.object({ id: smallId, num: whole(1), key: payKey }),
    answer: investOrder,
    idempotent: true,
    built: false,
    errors: [...buying, 'quantity_limit', 'price_moved'],
    summary: 'Buy whole shares of a dual or fixed product',
  }),
  defineCall({
    method: 'POST',
    path: '/dual/buyDemand',
    access: 'user',
    payload: z.object({ id: smallId, num: positiveDecimal, key: payKey }),
    answer: investOrder.extend({ num: decimal }),
    idempotent: true,
    built: false,
    errors: buying,
    summary: 'Put an amount into a demand deposit',
  }),
  defineCall({
    method: 'POST',
    path: '/dual/dual_list',
    access: 'user',
    payload: z.object({
      ...paging,
      section: optional(section),
      status: optional(z.enum(['purchased', 'settling', 'completed', 'redeemed', 'failed'])),
    }),
    answer: listOf(investOrder.extend({ num: decimal })),
    built: false,
    summary: 'Investments, newest first',
  }),
  defineCall({
    method: 'POST',
    path: '/dual/order_sh',
    access: 'user',
    payload: z.object({
      id: rowId,
      /** Of a demand deposit: what to take out; without it, all. */
      number: optional(positiveDecimal),
    }),
    answer: investOrder.extend({ num: decimal }),
    idempotent: true,
    built: false,
    errors: ['not_found', 'order_not_open', 'wrong_amount'],
    summary: 'Redeem: demand any time, fixed early with its penalty',
  }),
);
