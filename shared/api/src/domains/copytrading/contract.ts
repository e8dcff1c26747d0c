import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import {
  decimal,
  decimalString,
  listOf,
  optional,
  paging,
  picture,
  positiveDecimal,
  rowId,
  uid,
  unixMs,
} from '../../kit/fields.ts';
import { copytradingRoutes } from './routes.ts';

/** From real closed orders only; success is a profit above zero; refreshed hourly. */
const trader = z.object({
  trader_user_id: z.string(),
  nickname: z.string(),
  avatar: z.nullable(picture),
  signature: z.string(),
  total_profit: decimal,
  /** Ratios. */
  accuracy: decimal,
  return_rate: decimal,
  follower_count: z.int(),
  follower_limit: z.int(),
  order_count: z.int(),
  profitable_count: z.int(),
  long_success_count: z.int(),
  short_success_count: z.int(),
  profit_share: decimal,
  refreshed_at: unixMs,
});

/** How a copy is sized: a multiple of the trader's lots, or the same lots each time. */
const copyType = z.enum(['multiple', 'lots']);

const follow = z.object({
  id: rowId,
  trader_user_id: z.string(),
  type: copyType,
  number: decimal,
  max_amount: decimal,
  stop_loss: z.nullable(decimal),
  /** Ratio the price may have moved against the copy. */
  slippage: decimal,
  status: z.enum(['following', 'cancelled']),
  profit: decimal,
  started_at: unixMs,
  ended_at: z.nullable(unixMs),
});

const copiedTrade = z.object({
  id: rowId,
  symbol: z.string(),
  type: z.union([z.literal(1), z.literal(2)]),
  share: decimal,
  multiple: z.int(),
  open_price: decimal,
  close_price: z.nullable(decimal),
  profit: z.nullable(decimal),
  opened_at: unixMs,
  closed_at: z.nullable(unixMs),
});

export const copytradingContract = defineContract(copytradingRoutes, {
  'GET /follow/index': {
    input: z.object({
      ...paging,
      sort: z._default(z.enum(['profit', 'accuracy', 'return_rate', 'followers']), 'profit'),
    }),
    output: listOf(trader),
    summary: 'Traders to follow',
  },
  'GET /follow/traderDetail': {
    input: z.object({ trader_user_id: uid }),
    output: z.extend(trader, {
      positions: z.array(copiedTrade),
      /** Profit by day of the last 30, oldest first. */
      profit_by_day: z.array(z.object({ day: unixMs, profit: decimal })),
      /** The caller's own, if signed in and following. */
      follow: z.nullable(follow),
    }),
    errors: ['not_found'],
    summary: 'One trader with current positions',
  },
  'GET /follow/historyTrade': {
    input: z.object({ ...paging, trader_user_id: uid }),
    output: listOf(copiedTrade),
    summary: 'A trader’s closed positions, newest first',
  },
  'POST /follow/follow': {
    input: z.object({
      trader_user_id: uid,
      type: copyType,
      /** Multiplier or lots, by type. */
      number: positiveDecimal,
      /** Most to have in copies at a time, in USDT. */
      amount: positiveDecimal,
      stop_loss: optional(positiveDecimal),
      slippage: optional(decimalString),
      /** Given to change an existing one. */
      follow_user_id: optional(rowId),
    }),
    output: follow,
    errors: ['trader_cannot_follow', 'already_following', 'insufficient_balance', 'not_found', 'sold_out'],
    summary: 'Follow a trader, or change how',
  },
  'POST /follow/cancel': {
    input: z.object({ follow_user_id: rowId }),
    output: follow,
    errors: ['not_following'],
    summary: 'Stop following; copies that are open follow their source to its end',
  },
  'POST /follow/selfHolding': {
    input: z.object({ id: rowId }),
    output: copiedTrade,
    errors: ['position_not_open'],
    summary: 'Turn a copied position into one’s own',
  },
});
export type CopytradingContract = typeof copytradingContract;
