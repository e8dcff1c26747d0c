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
  symbol,
  unixMs,
} from '../../kit/fields.ts';
import type { RuleFailure } from '../../kit/rules/failure.ts';
import { spotRoutes } from './routes.ts';

const side = z.enum(['buy', 'sell']);

const kind = z.enum(['limit', 'market']);

export const spotStatus = z.enum(['pending', 'filled', 'cancelled']);

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
  /** In the base currency; null for a market buy by total that is not filled yet. */
  amount: z.nullable(decimal),
  /** Total to spend of a market buy, in the quote currency; else null. */
  quote_amount: z.nullable(decimal),
  filled_amount: decimal,
  filled_quote_amount: decimal,
  average_price: z.nullable(decimal),
  /** Deducted from the received amount. */
  fee: decimal,
  fee_currency: z.string(),
  status: spotStatus,
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
      })
      .check(
        z.superRefine((order, context) => {
          if (order.kind === 'limit' && order.target_price === undefined)
            reject(context, 'target_price', 'field_required');
          if (order.kind === 'market' && order.target_price !== undefined)
            reject(context, 'target_price', 'invalid_field');
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
      'market_closed',
      'stale_price',
      'order_limit',
      'price_off_tick',
      'price_too_far',
      'amount_off_lot',
      'amount_too_small',
      'total_too_small',
      'too_many_orders',
    ],
    summary: 'Place a spot order; a limit order freezes its funds, a market order fills at once',
  },
  'PUT /coin/trade': {
    input: z.object({ id: rowId }),
    output: spotOrder,
    errors: ['not_found', 'order_not_open'],
    summary: 'Cancel a pending spot order and release its funds',
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
