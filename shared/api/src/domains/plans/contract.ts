import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import {
  decimal,
  listOf,
  optional,
  paging,
  positiveDecimal,
  rowId,
  symbol,
  time,
  unixMs,
  whole,
} from '../../kit/fields.ts';
import type { RuleFailure } from '../../kit/rules/failure.ts';
import { nobodyElse } from '../../kit/value-policy.ts';
import { spotOrder } from '../spot/contract.ts';
import { plansRoutes } from './routes.ts';
import {
  LEAST_MINUTES,
  LEAST_SCALED,
  MOST_MINUTES,
  MOST_RUNNING,
  MOST_RUNS,
  MOST_SCALED,
  MOST_SLICES,
} from './rules.ts';

const kind = z.enum(['twap', 'scaled', 'recurring']);
const side = z.enum(['buy', 'sell']);
const sizes = z.enum(['flat', 'increasing']);

/** Why a plan ended. */
const ended = z.enum([
  /** Its last order is over; one that placed none ends as `refused`. */
  'done',
  /** Its owner stopped it. */
  'user',
  /** Several orders one after the other were refused, or none was placed; `refusal` says why the last one was not. */
  'refused',
  /** The account was frozen or closed. */
  'account',
]);

const plan = z.object({
  id: rowId,
  kind,
  symbol: z.string(),
  side,
  /** Of all orders together, in the base currency; null of a recurring purchase. */
  amount: z.nullable(decimal),
  /** What each purchase of a recurring one spends, in the quote currency; else null. */
  quote_amount: z.nullable(decimal),
  /** Of a TWAP order: nothing trades at a worse price. */
  limit_price: z.nullable(decimal),
  /** Of a scaled order: of its first and of its last order. */
  price_from: z.nullable(decimal),
  price_to: z.nullable(decimal),
  sizes: z.nullable(sizes),
  /** Between two orders; null where `every` is no interval. */
  interval_seconds: z.nullable(z.int()),
  every: z.enum(['interval', 'day', 'week', 'month']),
  /** How many orders it is cut into; null: until it is stopped. */
  slots: z.nullable(z.int()),
  status: z.enum(['running', 'ended']),
  /** Null while it runs. */
  ended: z.nullable(ended),
  /** Error code of its last order that was refused, or `missed`; null where the last one was placed. */
  refusal: z.nullable(z.string()),
  starts_at: unixMs,
  /** When the next order is due; null where none is. */
  next_at: z.nullable(unixMs),
  created_at: unixMs,
  ended_at: z.nullable(unixMs),
  /** Orders that were placed, those of them that are open, and those that were refused or missed. */
  placed: z.int(),
  open: z.int(),
  skipped: z.int(),
  filled_amount: decimal,
  filled_quote_amount: decimal,
  /** Null before the first fill. */
  average_price: z.nullable(decimal),
  /** Deducted from what was received, in `fee_currency`. */
  fee: decimal,
  fee_currency: z.string(),
});

const slot = z.object({
  /** Its number, counted from 1. */
  id: rowId,
  /** Counted from 0. */
  slot: z.int(),
  at: unixMs,
  /** Null where none was placed. */
  order: z.nullable(spotOrder),
  /** Error code by which it was refused; `missed` where its time passed. Null where it was placed. */
  refusal: z.nullable(z.string()),
});

const reject = (context: z.core.$RefinementCtx, field: string, code: RuleFailure['code']): void => {
  context.addIssue({ code: 'custom', path: [field], message: code, params: { code } });
};

/** What each kind is started with; a recurring purchase may do without `runs`. */
const FIELDS = {
  twap: ['amount', 'minutes', 'interval_seconds'],
  scaled: ['amount', 'price_from', 'price_to', 'orders', 'sizes'],
  recurring: ['quote_amount', 'every', 'first_at'],
} as const;
const OPTIONAL = { twap: ['limit_price'], scaled: [], recurring: ['runs'] } as const;

export const plansContract = defineContract(plansRoutes, {
  'POST /plans/start': {
    weight: 20,
    input: z
      .object({
        kind,
        symbol,
        side,
        amount: optional(positiveDecimal),
        quote_amount: optional(positiveDecimal),
        limit_price: optional(positiveDecimal),
        minutes: optional(whole(LEAST_MINUTES, MOST_MINUTES)),
        interval_seconds: optional(whole(10, 3_600)),
        price_from: optional(positiveDecimal),
        price_to: optional(positiveDecimal),
        orders: optional(whole(LEAST_SCALED, MOST_SCALED)),
        sizes: optional(sizes),
        every: optional(z.enum(['day', 'week', 'month'])),
        /** Of the first purchase; the others follow at the same time of day (UTC). */
        first_at: optional(time),
        /** Purchases; without it they go on until they are stopped. */
        runs: optional(whole(1, MOST_RUNS)),
      })
      .check(
        z.superRefine((input, context) => {
          const needed: readonly string[] = FIELDS[input.kind];
          const allowed: readonly string[] = [...needed, ...OPTIONAL[input.kind]];
          for (const [field, value] of Object.entries(input)) {
            if (field === 'kind' || field === 'symbol' || field === 'side' || value === undefined) continue;
            if (!allowed.includes(field)) reject(context, field, 'invalid_field');
          }
          const given: Readonly<Record<string, unknown>> = input;
          for (const field of needed) if (given[field] === undefined) reject(context, field, 'field_required');
          if (input.kind === 'recurring' && input.side !== 'buy') reject(context, 'side', 'invalid_field');
        }),
      ),
    output: plan,
    errors: [
      'instrument_unknown',
      'currency_closed',
      'country_restricted',
      'stale_price',
      'insufficient_balance',
      'order_limit',
      'price_off_tick',
      'price_too_far',
      'amount_off_lot',
      'amount_too_small',
      'total_too_small',
      'field_too_precise',
      'field_too_small',
      'field_too_large',
      'too_many_orders',
      'too_many_plans',
      'same_prices',
      'rate_limited',
    ],
    value: nobodyElse(
      'It moves nothing. Each of its orders is placed by the command of POST /coin/trade, and is judged by that call’s bound.',
    ),
    summary: `Start a plan of spot orders: a TWAP order (${MOST_SLICES} orders at most), a scaled order (${MOST_SCALED} at most) or a recurring purchase; at most ${MOST_RUNNING} run at once`,
  },
  'POST /plans/stop': {
    weight: 4,
    reachesMarket: true,
    input: z.object({ id: rowId }),
    output: plan,
    errors: ['not_found', 'stale_price'],
    value: nobodyElse('It gives back what was reserved for orders of the caller.'),
    summary: 'Stop a plan and cancel its open orders; what was filled stays',
  },
  'GET /plans/list': {
    weight: 2,
    input: z.object({ ...paging, status: optional(z.enum(['running', 'ended'])) }),
    output: listOf(plan),
    summary: 'Plans with what was filled of them, newest first',
  },
  'GET /plans/detail': {
    input: z.object({ id: rowId }),
    output: plan,
    errors: ['not_found'],
    summary: 'A plan with what was filled of it',
  },
  'GET /plans/orders': {
    weight: 2,
    input: z.object({ id: rowId, ...paging }),
    output: listOf(slot),
    errors: ['not_found'],
    summary: 'The orders that a plan placed or could not place, newest first',
  },
});
export type PlansContract = typeof plansContract;
