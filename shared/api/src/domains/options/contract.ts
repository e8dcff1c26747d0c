import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import {
  decimal,
  listOf,
  noInput,
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
} from '../../kit/fields.ts';
import { payKey } from '../../kit/person-fields.ts';
import { optionsRoutes } from './routes.ts';

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
  close_price: z.nullable(decimal),
  expected_income: decimal,
  /** What came back less stake; null while open. */
  profit: z.nullable(decimal),
  status: z.enum(['open', 'settled', 'returned']),
  result: z.nullable(z.enum(['won', 'tied', 'lost'])),
  created_at: unixMs,
  /** When it is settled. */
  sell_time: unixMs,
});

export const optionsContract = defineContract(optionsRoutes, {
  'GET /microtrade/payable_currencies': {
    input: noInput,
    output: wholeListOf(
      z.object({
        currency_id: z.int(),
        currency: z.string(),
        available: decimal,
        min_number: decimal,
        max_number: decimal,
        fee_rate: decimal,
      }),
    ),
    errors: ['area_unsupported'],
    summary: 'Currencies an option may be staked in',
  },
  'GET /microtrade/seconds': {
    input: noInput,
    output: wholeListOf(
      z.object({ seconds: z.int(), profit_ratio: decimal, min_number: decimal, max_number: decimal }),
    ),
    summary: 'Terms and what they pay',
  },
  'POST /microtrade/submit': {
    input: z.object({
      match_id: smallId,
      currency_id: smallId,
      type: oneOf(1, 2),
      seconds: whole(1, 86_400),
      number: positiveDecimal,
      key: payKey,
    }),
    output: optionOrder,
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
  },
  'GET /microtrade/lists': {
    input: z.object({
      page: paging.page,
      limit: z._default(whole(1, 100), 5),
      status: optional(z.enum(['open', 'settled'])),
      symbol: optional(symbol),
    }),
    output: listOf(optionOrder),
    summary: 'Options, newest first',
  },
  'GET /microtrade/get_result': {
    input: z.object({ id: rowId }),
    output: z.extend(optionOrder, {
      /** The 25 feed prices of the settlement; the 5 highest and 5 lowest do not count. */
      ticks: z.array(z.object({ price: decimal, at: unixMs, counts: z.boolean() })),
    }),
    errors: ['not_found'],
    summary: 'How an option was settled, with every price that went into it',
  },
});
export type OptionsContract = typeof optionsContract;
