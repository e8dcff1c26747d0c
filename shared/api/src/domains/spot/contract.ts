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
  time,
  timeZone,
  unixMs,
} from '../../kit/fields.ts';
import type { RuleFailure } from '../../kit/rules/failure.ts';
import { bounded, nobodyElse } from '../../kit/value-policy.ts';
import { spotRoutes } from './routes.ts';

const side = z.enum(['buy', 'sell']);

/** What an order is placed as. */
const placedKind = z.enum(['limit', 'market', 'stop_limit', 'oco']);

/** `stop_market` is what a stop-loss without a limit price becomes. */
const kind = z.enum(['limit', 'market', 'stop_limit', 'stop_market', 'oco']);

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
  /** Its trigger price was reached, and one of its currencies was closed by then. */
  'closed',
  /** Its trigger price was reached, and it no longer fits the steps of price and amount. */
  'terms',
  /** The stop-loss of what it had filled was reached. */
  'stop_loss',
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
  /** Limit price; null for a market order, and of a stop order until its trigger price is reached. */
  price: z.nullable(decimal),
  /** Reached by a mark at this price or beyond; null of orders that wait for none. */
  stop_price: z.nullable(decimal),
  /** Limit price from then on; null where it trades at market. */
  stop_limit_price: z.nullable(decimal),
  /** The mark that reaches `stop_price`: at it or higher, at it or lower. */
  stop_when: z.nullable(z.enum(['above', 'below'])),
  /** When it was reached, and by which recorded tick; else null. */
  triggered_at: z.nullable(unixMs),
  trigger_tick: z.nullable(z.int()),
  /** What is placed for what fills of this order: a limit order, a stop order, or both as one. */
  take_profit: z.nullable(decimal),
  stop_loss: z.nullable(decimal),
  stop_loss_limit: z.nullable(decimal),
  /** The order that this one takes profit or stops the loss of. */
  parent_id: z.nullable(rowId),
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
        kind: z._default(placedKind, 'limit'),
        /** Limit price; a market order has none. Of a stop-limit order, from its trigger on. */
        target_price: optional(positiveDecimal),
        /** Trigger price of a stop-limit order and of an OCO. */
        stop_price: optional(positiveDecimal),
        /** Limit price of an OCO from its trigger on. */
        stop_limit_price: optional(positiveDecimal),
        /** Placed for what of this order fills, as one order where both are stated. */
        take_profit: optional(positiveDecimal),
        stop_loss: optional(positiveDecimal),
        /** Without it a stop-loss trades at market; after a sale it is required. */
        stop_loss_limit: optional(positiveDecimal),
        /** In the base currency. */
        amount: optional(positiveDecimal),
        /** A market buy may state the total to spend instead, in the quote currency. */
        quote_amount: optional(positiveDecimal),
        /** Of a market order, the average price that was shown: it is refused where it would be filled worse than slips explain. */
        expected_price: optional(positiveDecimal),
        /** Of a limit order, GTC without it: rests until it is filled or cancelled; IOC, what is not filled at once ends; FOK, all at once or nothing. */
        time_in_force: optional(timeInForce),
        /** The order ends instead of taking from the book; GTC only. */
        post_only: optional(flag()),
      })
      .check(
        z.superRefine((order, context) => {
          if (order.kind !== 'market' && order.target_price === undefined)
            reject(context, 'target_price', 'field_required');
          const waits = order.kind === 'stop_limit' || order.kind === 'oco';
          if (waits !== (order.stop_price !== undefined))
            reject(context, 'stop_price', waits ? 'field_required' : 'invalid_field');
          const hasSecond = order.kind === 'oco';
          if (hasSecond !== (order.stop_limit_price !== undefined))
            reject(context, 'stop_limit_price', hasSecond ? 'field_required' : 'invalid_field');
          const exits = order.take_profit !== undefined || order.stop_loss !== undefined;
          if (exits && order.kind === 'oco') reject(context, 'take_profit', 'invalid_field');
          if (order.stop_loss_limit !== undefined && order.stop_loss === undefined)
            reject(context, 'stop_loss_limit', 'invalid_field');
          if (order.type === 'sell' && order.stop_loss !== undefined && order.stop_loss_limit === undefined)
            reject(context, 'stop_loss_limit', 'field_required');
          if (order.kind === 'market' && order.target_price !== undefined)
            reject(context, 'target_price', 'invalid_field');
          if (order.kind !== 'market' && order.expected_price !== undefined)
            reject(context, 'expected_price', 'invalid_field');
          const rests = order.kind === 'limit' && (order.time_in_force ?? 'GTC') === 'GTC';
          if (order.kind !== 'limit' && order.time_in_force !== undefined)
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
      'price_worse',
      'amount_off_lot',
      'amount_too_small',
      'total_too_small',
      'too_many_orders',
      'stop_reached',
      'oco_prices_wrong',
      'stop_price_wrong',
      'trades_off_market',
    ],
    value: bounded(
      'who trades with the order, who referred the caller',
      'Both prices lie within the band of the breaker around the index, so a trade carries at most that share of its size; a referrer gets a share of the fee.',
    ),
    summary:
      'Place a spot order; what of a limit order rests has its funds frozen, a market order ends with what it got',
  },
  'POST /coin/amend': {
    weight: 4,
    input: z
      .object({
        id: rowId,
        target_price: optional(positiveDecimal),
        /** Of the whole order, with what is filled. */
        amount: optional(positiveDecimal),
        stop_price: optional(positiveDecimal),
        stop_limit_price: optional(positiveDecimal),
      })
      .check(
        z.superRefine(({ id: _, ...changes }, context) => {
          if (Object.values(changes).every((change) => change === undefined))
            reject(context, 'amount', 'field_required');
        }),
      ),
    output: spotOrder,
    errors: [
      'not_found',
      'order_not_open',
      'insufficient_balance',
      'currency_closed',
      'market_closed',
      'market_halted',
      'stale_price',
      'order_limit',
      'price_off_tick',
      'price_too_far',
      'amount_off_lot',
      'amount_too_small',
      'total_too_small',
      'stop_reached',
      'oco_prices_wrong',
      'would_trade',
      'amount_filled',
      'trades_off_market',
    ],
    value: bounded(
      'who trades with the order, who referred the caller',
      'Both prices lie within the band of the breaker around the index, so a trade carries at most that share of its size; a referrer gets a share of the fee.',
    ),
    summary:
      'Change price and amount of a pending spot order in one step; it keeps its place in the book only where nothing but its amount falls',
  },
  'POST /coin/cancel_all': {
    weight: 4,
    input: z.object({
      /** Of every pair without it. */
      symbol: optional(symbol),
    }),
    output: z.object({
      cancelled: z.array(rowId),
      /** Not cancelled: prices that were traded are not known yet. */
      kept: z.array(rowId),
    }),
    value: nobodyElse('It gives back what was reserved for an order of the caller.'),
    summary: 'Cancel all pending spot orders, of one pair or of every one, and release their funds',
  },
  'PUT /coin/trade': {
    input: z.object({ id: rowId }),
    output: spotOrder,
    errors: ['not_found', 'order_not_open', 'stale_price'],
    value: nobodyElse('It gives back what was reserved for an order of the caller.'),
    summary: 'Cancel what is left of a pending spot order and release its funds',
  },
  'POST /coin/trades/export': {
    weight: 20,
    input: z.object({
      /** Of the trades, both inclusive. */
      from: optional(time),
      to: optional(time),
      time_zone: timeZone,
      symbol: optional(symbol),
      type: optional(side),
    }),
    output: z.object({
      /** Opens once, without a session, until the time given. */
      path: z.string(),
      until: unixMs,
    }),
    errors: ['statement_busy', 'statement_too_long'],
    summary: 'The user’s spot trades as CSV, order by order, in the language of the request',
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
