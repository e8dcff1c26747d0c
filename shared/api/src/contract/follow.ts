import { z } from 'zod';
import { byKey, defineCall } from './call.ts';
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
} from './fields.ts';

/** From real closed orders only; success is a profit above zero; refreshed hourly. */
const trader = z.object({
  trader_user_id: z.string(),
  nickname: z.string(),
  avatar: picture.nullable(),
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
  stop_loss: decimal.nullable(),
  /** Ratio the price may have moved against the copy. */
  slippage: decimal,
  status: z.enum(['following', 'cancelled']),
  profit: decimal,
  started_at: unixMs,
  ended_at: unixMs.nullable(),
});

const copiedTrade = z.object({
  id: rowId,
  symbol: z.string(),
  type: z.union([z.literal(1), z.literal(2)]),
  share: decimal,
  multiple: z.int(),
  open_price: decimal,
  close_price: decimal.nullable(),
  profit: decimal.nullable(),
  opened_at: unixMs,
  closed_at: unixMs.nullable(),
});

export const followCalls = byKey(
  defineCall({
    method: 'GET',
    path: '/follow/index',
    access: 'public',
    payload: z.object({
      ...paging,
      sort: z.enum(['profit', 'accuracy', 'return_rate', 'followers']).default('profit'),
    }),
    answer: listOf(trader),
    built: false,
    summary: 'Traders to follow',
  }),
  defineCall({
    method: 'GET',
    path: '/follow/traderDetail',
    access: 'public',
    payload: z.object({ trader_user_id: uid }),
    answer: trader.extend({
      positions: z.array(copiedTrade),
      /** Profit by day of the last 30, oldest first. */
      profit_by_day: z.array(z.object({ day: unixMs, profit: decimal })),
      /** The caller's own, if signed in and following. */
      follow: follow.nullable(),
    }),
    built: false,
    errors: ['not_found'],
    summary: 'One trader with current positions',
  }),
  defineCall({
    method: 'GET',
    path: '/follow/historyTrade',
    access: 'public',
    payload: z.object({ ...paging, trader_user_id: uid }),
    answer: listOf(copiedTrade),
    built: false,
    summary: 'A trader’s closed positions, newest first',
  }),
  defineCall({
    method: 'POST',
    path: '/follow/follow',
    access: 'user',
    payload: z.object({
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
    answer: follow,
    idempotent: true,
    built: false,
    errors: ['trader_cannot_follow', 'already_following', 'insufficient_balance', 'not_found', 'sold_out'],
    summary: 'Follow a trader, or change how',
  }),
  defineCall({
    method: 'POST',
    path: '/follow/cancel',
    access: 'user',
    payload: z.object({ follow_user_id: rowId }),
    answer: follow,
    idempotent: true,
    built: false,
    errors: ['not_following'],
    summary: 'Stop following; copies that are open follow their source to its end',
  }),
  defineCall({
    method: 'POST',
    path: '/follow/selfHolding',
    access: 'user',
    payload: z.object({ id: rowId }),
    answer: copiedTrade,
    idempotent: true,
    built: false,
    errors: ['position_not_open'],
    summary: 'Turn a copied position into one’s own',
  }),
);
