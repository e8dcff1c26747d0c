import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
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
} from '../../kit/fields.ts';
import { payKey } from '../../kit/person-fields.ts';
import { investRoutes } from './routes.ts';

const section = z.enum(['metals', 'blockchain', 'demand', 'fixed']);

const investProduct = z.object({
  id: z.int(),
  section,
  /** Dual products only: `sell_high` invests the coin, `buy_low` invests USDT. */
  side: z.nullable(z.enum(['sell_high', 'buy_low'])),
  name: z.string(),
  /** Invested currency, and for a dual product the one it may settle in instead. */
  currency: z.string(),
  other_currency: z.nullable(z.string()),
  /** Pegged (offer) price; null for demand and fixed deposits. */
  price: z.nullable(decimal),
  /** Ratios. */
  annual_rate: decimal,
  day_rate: decimal,
  penalty_ratio: decimal,
  /** Null: redeemable any time. */
  days: z.nullable(z.int()),
  matures_at: z.nullable(unixMs),
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
  settlement_price: z.nullable(decimal),
  paid: z.nullable(decimal),
  paid_currency: z.nullable(z.string()),
  created_at: unixMs,
  settled_at: z.nullable(unixMs),
});

const buying = ['key_missing', 'key_wrong', 'key_locked', 'insufficient_balance', 'sold_out', 'sale_not_open'] as const;

export const investContract = defineContract(investRoutes, {
  'GET /dual/index': {
    input: z.object({ section: optional(section) }),
    output: wholeListOf(investProduct),
    summary: 'Investment products by section',
  },
  'GET /dual/detail': {
    input: z.object({ id: smallId }),
    output: z.extend(investProduct, { description: z.string(), index_price: z.nullable(decimal) }),
    errors: ['not_found'],
    summary: 'One investment product',
  },
  'POST /dual/buyDual': {
    input: z.object({ id: smallId, num: whole(1), key: payKey }),
    output: investOrder,
    errors: [...buying, 'quantity_limit', 'price_moved'],
    summary: 'Buy whole shares of a dual or fixed product',
  },
  'POST /dual/buyDemand': {
    input: z.object({ id: smallId, num: positiveDecimal, key: payKey }),
    output: z.extend(investOrder, { num: decimal }),
    errors: buying,
    summary: 'Put an amount into a demand deposit',
  },
  'POST /dual/dual_list': {
    input: z.object({
      ...paging,
      section: optional(section),
      status: optional(z.enum(['purchased', 'settling', 'completed', 'redeemed', 'failed'])),
    }),
    output: listOf(z.extend(investOrder, { num: decimal })),
    summary: 'Investments, newest first',
  },
  'POST /dual/order_sh': {
    input: z.object({
      id: rowId,
      /** Of a demand deposit: what to take out; without it, all. */
      number: optional(positiveDecimal),
    }),
    output: z.extend(investOrder, { num: decimal }),
    errors: ['not_found', 'order_not_open', 'wrong_amount'],
    summary: 'Redeem: demand any time, fixed early with its penalty',
  },
});
export type InvestContract = typeof investContract;
