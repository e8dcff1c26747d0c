import { z } from 'zod';
import { payKey } from './account-fields.ts';
import { byKey, defineCall } from './call.ts';
import {
  decimal,
  listOf,
  noPayload,
  oneOf,
  optional,
  paging,
  positiveDecimal,
  rowId,
  smallId,
  symbol,
  unixMs,
  whole,
  wholeListOf,
} from './fields.ts';

const optionOrder = z.object({
  id: rowId,
  match_id: z.int(),
  symbol: z.string(),
  currency_id: z.int(),
  currency: z.string(),
  /** 1 up, 2 down. */
  type: z.union([z.literal(1), z.literal(2)]),
  seconds: z.int(),
  number: decimal,
  fee: decimal,
  /** Ratio: '0.85' pays stake × 1.85. */
  profit_ratio: decimal,
  open_price: decimal,
  close_price: decimal.nullable(),
  expected_income: decimal,
  /** What came back less stake; null while open. */
  profit: decimal.nullable(),
  status: z.enum(['open', 'settled', 'returned']),
  result: z.enum(['won', 'tied', 'lost']).nullable(),
  created_at: unixMs,
  /** When it is settled. */
  sell_time: unixMs,
});

export const microtradeCalls = byKey(
  defineCall({
    method: 'GET',
    path: '/microtrade/payable_currencies',
    access: 'user',
    payload: noPayload,
    answer: wholeListOf(
      z.object({
        currency_id: z.int(),
        currency: z.string(),
        available: decimal,
        min_number: decimal,
        max_number: decimal,
        fee_rate: decimal,
      }),
    ),
    built: false,
    errors: ['area_unsupported'],
    summary: 'Currencies an option may be staked in',
  }),
  defineCall({
    method: 'GET',
    path: '/microtrade/seconds',
    access: 'public',
    payload: noPayload,
    answer: wholeListOf(
      z.object({ seconds: z.int(), profit_ratio: decimal, min_number: decimal, max_number: decimal }),
    ),
    built: false,
    summary: 'Terms and what they pay',
  }),
  defineCall({
    method: 'POST',
    path: '/microtrade/submit',
    access: 'user',
    payload: z.object({
      match_id: smallId,
      currency_id: smallId,
      type: oneOf(1, 2),
      seconds: whole(1, 86_400),
      number: positiveDecimal,
      key: payKey,
    }),
    answer: optionOrder,
    idempotent: true,
    built: false,
    errors: [
      'key_missing',
      'key_wrong',
      'key_locked',
      'insufficient_balance',
      'instrument_unknown',
      'market_closed',
      'stale_price',
      'order_limit',
      'amount_too_small',
      'amount_too_large',
      'area_unsupported',
    ],
    summary: 'Open an option: stake and fee leave the micro account',
  }),
  defineCall({
    method: 'GET',
    path: '/microtrade/lists',
    access: 'user',
    payload: z.object({
      page: paging.page,
      limit: whole(1, 100).default(5),
      status: optional(z.enum(['open', 'settled'])),
      symbol: optional(symbol),
    }),
    answer: listOf(optionOrder),
    built: false,
    summary: 'Options, newest first',
  }),
  defineCall({
    method: 'GET',
    path: '/microtrade/get_result',
    access: 'user',
    payload: z.object({ id: rowId }),
    answer: optionOrder.extend({
      /** The 25 feed prices of the settlement; the 5 highest and 5 lowest do not count. */
      ticks: z.array(z.object({ price: decimal, at: unixMs, counts: z.boolean() })),
    }),
    built: false,
    errors: ['not_found'],
    summary: 'How an option was settled, with every price that went into it',
  }),
);
