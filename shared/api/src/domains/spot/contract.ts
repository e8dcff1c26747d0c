import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import {
  decimal,
  flag,
  listOf,
  optional,
  paging,
  positiveDecimal,
  rowId,
  smallId,
  symbol,
  unixMs,
} from '../../kit/fields.ts';
import type { RuleFailure } from '../../kit/rules/failure.ts';
import { spotRoutes } from './routes.ts';

const side = z.enum(['buy', 'sell']);

const kind = z.enum(['limit', 'market']);

const timeInForce = z.enum(['GTC', 'IOC', 'FOK']);

export const spotStatus = z.enum(['pending', 'filled', 'cancelled']);

/** Why an order ended before it was filled whole; what had been filled by then stays. */
const ended = z.enum([
  /** Its owner cancelled it. */
  'user',
  /** A market order: nothing more stood in the book. */
  'market',
  /** IOC: the rest could not be filled at once. */
  'immediate',
  /** FOK: not all of it could be filled at once. */
  'all_or_nothing',
  /** It would have taken from the book. */
  'post_only',
  /** It met an order of the same user, which stays. */
  'own_order',
  /** The market reopened beyond its price, which was not quoted in between. */
  'reopened',
]);

const fill = z.object({
  id: rowId,
  price: decimal,
  amount: decimal,
  quote_amount: decimal,
  fee: decimal,
  fee_currency: z.string(),
  at: unixMs,
});

export const spotOrder = z.object({
  id: rowId,
  symbol: z.string(),
  currency_id: z.int(),
  legal_id: z.int(),
  type: side,
  kind,
  /** Limit price; null for a market order. */
  price: z.nullable(decimal),
  /** In the base currency; of a market buy by total what it bought, null where that is nothing. */
  amount: z.nullable(decimal),
  /** Total to spend of a market buy, in the quote currency; else null. */
  quote_amount: z.nullable(decimal),
  filled_amount: decimal,
  filled_quote_amount: decimal,
  average_price: z.nullable(decimal),
  /** Deducted from the received amount. */
  fee: decimal,
  fee_currency: z.string(),
  /** IOC for a market order. */
  time_in_force: timeInForce,
  post_only: z.boolean(),
  status: spotStatus,
  /** Null unless cancelled. */
  ended: z.nullable(ended),
  created_at: unixMs,
  updated_at: unixMs,
  fills: z.array(fill),
});

const reject = (context: z.core.$RefinementCtx, field: string, code: RuleFailure['code']): void => {
  context.addIssue({ code: 'custom', path: [field], message: code, params: { code } });
};

export const spotContract = defineContract(spotRoutes, {
  'POST /coin/trade': {
    weight: 4,
    input: z
      .object({
        currency_id: smallId,
        legal_id: smallId,
        type: side,
        kind: z._default(kind, 'limit'),
        /** Limit price; a market order has none. */
        target_price: optional(positiveDecimal),
        /** In the base currency. */
        amount: optional(positiveDecimal),
        /** A market buy may state the total to spend instead, in the quote currency. */
        quote_amount: optional(positiveDecimal),
        /** Of a limit order, GTC without it: rests until it is filled or cancelled; IOC, what is not filled at once ends; FOK, all at once or nothing. */
        time_in_force: optional(timeInForce),
        /** The order ends instead of taking from the book; GTC only. */
        post_only: optional(flag()),
      })
      .check(
        z.superRefine((order, context) => {
          if (order.kind === 'limit' && order.target_price === undefined)
            reject(context, 'target_price', 'field_required');
          if (order.kind === 'market' && order.target_price !== undefined)
            reject(context, 'target_price', 'invalid_field');
          const rests = order.kind === 'limit' && (order.time_in_force ?? 'GTC') === 'GTC';
          if (order.kind === 'market' && order.time_in_force !== undefined)
            reject(context, 'time_in_force', 'invalid_field');
          if (order.post_only && !rests) reject(context, 'post_only', 'invalid_field');
          const byTotal = order.kind === 'market' && order.type === 'buy';
          if (!byTotal && order.quote_amount !== undefined) reject(context, 'quote_amount', 'invalid_field');
          const ways = Number(order.amount !== undefined) + Number(byTotal && order.quote_amount !== undefined);
          if (ways === 0) reject(context, 'amount', 'field_required');
          if (ways === 2) reject(context, 'quote_amount', 'invalid_field');
        }),
      ),
    output: spotOrder,
    errors: [
      'insufficient_balance',
      'instrument_unknown',
      'currency_closed',
      'country_restricted',
      'market_closed',
      'market_halted',
      'stale_price',
      'order_limit',
      'price_off_tick',
      'price_too_far',
      'amount_off_lot',
      'amount_too_small',
      'total_too_small',
      'too_many_orders',
    ],
    summary:
      'Place a spot order; what of a limit order rests has its funds frozen, a market order ends with what it got',
  },
  'PUT /coin/trade': {
    input: z.object({ id: rowId }),
    output: spotOrder,
    errors: ['not_found', 'order_not_open', 'stale_price'],
    summary: 'Cancel what is left of a pending spot order and release its funds',
  },
  'GET /coin/list': {
    weight: 2,
    input: z.object({
      ...paging,
      /** `history` is everything that is no longer pending. */
      status: optional(z.enum(['pending', 'filled', 'cancelled', 'history'])),
      symbol: optional(symbol),
      type: optional(side),
    }),
    output: listOf(spotOrder),
    summary: 'Spot orders with their fills, newest first',
  },
});
export type SpotContract = typeof spotContract;
