import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import {
  decimal,
  decimalString,
  flag,
  listOf,
  oneOf,
  optional,
  paging,
  positiveDecimal,
  rowId,
  symbol,
  unixMs,
  whole,
} from '../../kit/fields.ts';
import type { RuleFailure } from '../../kit/rules/failure.ts';
import { bounded, nobodyElse } from '../../kit/value-policy.ts';
import { leverageRoutes } from './routes.ts';

/*
 * Prices count the quote currency of the instrument, quantities its base. Margins, fees, profits and limits count the
 * settlement currency, `currency` of a position. `share` is whole lots: share × lot size = quantity.
 */

/** 1 long, 2 short. */
const direction = oneOf(1, 2);
const wireDirection = z.union([z.literal(1), z.literal(2)]);

/** 0 pending, 1 open, 2 closing, 3 closed, 4 cancelled. */
const positionStatus = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)]);

/** `lever`: leverage with overnight fees. `contract`: perpetual contracts with funding. */
const category = z.enum(['lever', 'contract']);

const mode = z.enum(['cross', 'isolated']);

/** `stop` is a market order that waits for the mark to reach its price. */
const kind = z.enum(['market', 'limit', 'stop']);

/** Why a position is closed, or an order of the exchange was placed. */
const cause = z.enum([
  'user',
  'take_profit',
  'stop_loss',
  'trailing_stop',
  'liquidation',
  /** A position across was closed whose funds were used up. */
  'deleveraging',
  /** The position that it copies was closed, or the copying has ended. */
  'copy',
  'staff',
]);

/** Why an order ended before it was filled whole; what had been filled by then stays. */
const ended = z.enum([
  /** Its owner cancelled it. */
  'user',
  /** Nothing more stood in the book. */
  'market',
  /** Nothing more stood in the book up to the worst price that it accepts. */
  'immediate',
  /** It met an order of the same user, which stays. */
  'own_order',
  /** The market reopened beyond its price, which was not quoted in between. */
  'reopened',
  /** When its stop price was reached, the funds did not suffice. */
  'insufficient_balance',
  /** When its stop price was reached, another rule of opening did not let it pass; or it waited far from the market and gave way. */
  'refused',
  /** A limit that the user has set for their own trading. */
  'brake',
  /** What it was to close is not there any more, or the margin of its position became smaller. */
  'reduced',
  /** Its position is closed. */
  'closed',
  /** The account was liquidated. */
  'liquidation',
]);

const triggerKind = z.enum(['take_profit', 'stop_loss', 'trailing_stop']);

/** How the owner stated the price of a trigger. */
const statedBy = z.enum([
  /** A price. */
  'price',
  /** Result over margin, a ratio: 0.5 is +50 % of the margin for a take profit, −50 % for a stop loss. */
  'ratio',
  /** Result in the settlement currency, without sign. */
  'amount',
  /** Trailing stops: how far the mark comes back from its best, a ratio of that. */
  'distance',
]);

/** A take profit, a stop loss or a trailing stop of a position, on all of it or on a part. */
export const leverTrigger = z.object({
  id: rowId,
  position_id: rowId,
  kind: triggerKind,
  by: statedBy,
  value: decimal,
  /** Lots to close; null: all there is then. */
  share: z.nullable(z.int()),
  /** The mark that closes. Null before the position is open; of a trailing stop, before it is active. */
  price: z.nullable(decimal),
  /** Trailing stops: the mark from which on they trail; null: from the beginning. */
  activation_price: z.nullable(decimal),
  /** Trailing stops: the best mark so far. */
  best_price: z.nullable(decimal),
  /** `triggered`: reached, and about to be executed. */
  status: z.enum(['pending', 'active', 'triggered', 'done', 'cancelled']),
  /** Number of the tick of the symbol whose mark reached it; null before. */
  tick: z.nullable(z.int()),
  created_at: unixMs,
  updated_at: unixMs,
});

/** A position, from the order that opens it (`pending`) to its end. Its id is that of the order. */
export const leverPosition = z.object({
  id: rowId,
  symbol: z.string(),
  category,
  type: wireDirection,
  kind,
  mode,
  multiple: z.int(),
  /** Lots that are open; of a pending order what it is for, of one that has ended what it was. */
  share: z.int(),
  /** `share` in units of the base. */
  quantity: decimal,
  opened_share: z.int(),
  closed_share: z.int(),
  /** Limit price of a limit order, stop price of a stop order. */
  price: z.nullable(decimal),
  /** Average of what is open; of a closed position, of all of it. */
  open_price: z.nullable(decimal),
  /** The mark when this was read, while it is open; else null. */
  current_price: z.nullable(decimal),
  /** Average of what is closed. */
  close_price: z.nullable(decimal),
  /** Held for what is open, or for what is pending. */
  margin: decimal,
  /** Of opening and of closing so far. */
  trade_fee: decimal,
  /** Charged so far. */
  overnight_fee: decimal,
  /** Paid so far; negative where it was received. */
  funding_fee: decimal,
  /** side · (mark − open price) · quantity of what is open, before fees; 0 when closed. */
  profit: decimal,
  /** The same of what is closed, as booked; before fees. */
  realized_profit: decimal,
  /** Of the triggers on all of it. */
  target_profit_price: z.nullable(decimal),
  stop_loss_price: z.nullable(decimal),
  /** Those that wait, these two included. */
  triggers: z.array(leverTrigger),
  /**
   * Lights of its place in the queue of auto-deleveraging, 5 being the first fifth, 0 outside of it; null where this was
   * not read.
   */
  queue: z.nullable(z.int()),
  /** Isolated positions only; those of a cross account are liquidated together. */
  liquidation_price: z.nullable(decimal),
  currency: z.string(),
  /**
   * One unit of the quote currency in the settlement currency, by which its result counts: of the moment while it is open;
   * then, and for what former versions opened, that of the opening.
   */
  rate: decimal,
  status: positionStatus,
  close_reason: z.nullable(cause),
  /** Number of the tick whose mark closed it, where a trigger or the liquidation did. */
  trigger_tick: z.nullable(z.int()),
  /** The trader's position this one copies, while it does. */
  source_id: z.nullable(rowId),
  created_at: unixMs,
  opened_at: z.nullable(unixMs),
  closed_at: z.nullable(unixMs),
});

/** An order of leverage: what opens a position, and every order that closes some of it. */
export const leverOrder = z.object({
  id: rowId,
  position_id: rowId,
  symbol: z.string(),
  category,
  /** Of the position. */
  type: wireDirection,
  purpose: z.enum(['open', 'close']),
  kind,
  /** `user` for all that open. */
  cause,
  mode,
  multiple: z.int(),
  share: z.int(),
  filled_share: z.int(),
  price: z.nullable(decimal),
  stop_price: z.nullable(decimal),
  average_price: z.nullable(decimal),
  fee: decimal,
  /** Result of what it closed, before fees; null of one that opens. */
  profit: z.nullable(decimal),
  currency: z.string(),
  status: z.enum(['pending', 'filled', 'cancelled']),
  ended: z.nullable(ended),
  /** Number of the tick whose mark triggered it, and that mark. */
  trigger_tick: z.nullable(z.int()),
  trigger_price: z.nullable(decimal),
  created_at: unixMs,
  updated_at: unixMs,
});

/** The leverage account in one settlement currency. */
export const leverAccount = z.object({
  currency: z.string(),
  available: decimal,
  /** Σ margin of cross positions. */
  margin: decimal,
  /** Σ margin of isolated positions. */
  isolated_margin: decimal,
  /** Held for pending orders. */
  reserved: decimal,
  /** Σ profit of cross positions at the mark. */
  profit: decimal,
  /** Σ fee of closing the cross positions. */
  closing_fees: decimal,
  /** (available + margin + profit − closing_fees) / margin as a ratio; null without a cross position. */
  risk_rate: z.nullable(decimal),
  /** The ratio at which all cross positions are liquidated. */
  threshold: decimal,
  /** What may leave the account now. */
  transferable: decimal,
});

/** A side of an instrument: how full it is, 1 being what the house takes from it in a minute, and what it still opens. */
const openInterest = z.object({
  fill: decimal,
  /** Highest multiple of a new position; null: none is opened. */
  multiple: z.nullable(z.int()),
});

/** What an order can be rejected with when it opens something. */
const opening = [
  'insufficient_balance',
  'instrument_unknown',
  'country_restricted',
  'market_closed',
  'market_halted',
  'stale_price',
  'order_limit',
  'leverage_not_offered',
  'leverage_limit',
  'share_limit',
  'amount_off_lot',
  'price_off_tick',
  'price_too_far',
  'stop_price_wrong',
  'stop_entry_wrong',
  'too_many_orders',
  'too_many_triggers',
  'no_liquidity',
  'exposure_full',
  'open_interest_full',
  'multiple_reduced',
  'openings_paused',
  'would_liquidate',
  'brake_excluded',
  'brake_daily_loss',
  'brake_cool_off',
  'brake_multiple',
  'trades_off_market',
] as const;

const closing = [
  'position_not_open',
  'market_closed',
  'market_halted',
  'stale_price',
  'no_liquidity',
  'trades_off_market',
] as const;

const triggering = ['position_not_open', 'stop_price_wrong', 'price_off_tick'] as const;

const refuse = (context: z.core.$RefinementCtx, field: string, code: RuleFailure['code']): void => {
  context.addIssue({ code: 'custom', path: [field], message: code, params: { code } });
};

/** At most one of each group states it. */
const stops = {
  target_profit_price: optional(decimalString),
  target_profit_ratio: optional(decimalString),
  target_profit_amount: optional(decimalString),
  stop_loss_price: optional(decimalString),
  stop_loss_ratio: optional(decimalString),
  stop_loss_amount: optional(decimalString),
};

type Fields = Readonly<Record<string, unknown>>;

const refuseSeveral = (context: z.core.$RefinementCtx, input: Fields, fields: readonly string[]): void => {
  const [, second] = fields.filter((field) => input[field] !== undefined);
  if (second) refuse(context, second, 'invalid_field');
};

const refuseTwoPrices = (context: z.core.$RefinementCtx, input: Fields): void => {
  for (const name of ['target_profit', 'stop_loss']) {
    refuseSeveral(context, input, [`${name}_price`, `${name}_ratio`, `${name}_amount`]);
  }
};

/** A trigger's price, as its owner states it. */
const stated = {
  price: optional(positiveDecimal),
  ratio: optional(positiveDecimal),
  amount: optional(positiveDecimal),
  /** Of a trailing stop; at least 0.001, at most 0.2. */
  distance: optional(positiveDecimal),
  /** Lots to close; without it, all. */
  share: optional(whole(1)),
};

export const leverageContract = defineContract(leverageRoutes, {
  'POST /lever/deal': {
    weight: 2,
    input: z.object({ symbol }),
    output: z.object({
      symbol: z.string(),
      category,
      account: leverAccount,
      /** Units of the base in one lot. */
      lot_size: decimal,
      min_share: z.int(),
      max_share: z.int(),
      multiples: z.array(z.int()),
      /** How full each side is with what is open and pending; see `mostMultiple`. */
      open_interest: z.object({ long: openInterest, short: openInterest }),
      /** Insurance has paid its limit of the day: nothing more is opened until the next one. */
      openings_paused: z.boolean(),
      /** Up to this notional value in the settlement currency, at most this multiple; smallest limit first. */
      tiers: z.array(z.object({ limit: decimal, multiple: z.int() })),
      /** Ratios of the notional value. `fee_rate` is the taker's. */
      fee_rate: decimal,
      maker_fee_rate: decimal,
      /** A position is liquidated when this share of its margin is left; a ratio. */
      threshold: decimal,
      /** A year, as a ratio; 0 for perpetual contracts. */
      overnight_rate: decimal,
      /** When it is next charged; null for perpetual contracts. */
      next_overnight: z.nullable(unixMs),
      /** Perpetual contracts only: the ratio as it stands now, and when it is next charged. */
      funding_rate: z.nullable(decimal),
      next_funding: z.nullable(unixMs),
      mark: z.nullable(decimal),
      index: z.nullable(decimal),
      bid: z.nullable(decimal),
      ask: z.nullable(decimal),
      /** One unit of the quote currency in the settlement currency. */
      rate: z.nullable(decimal),
      /** Largest notional value of an order of this user, in USDT. */
      order_limit: decimal,
      spread: decimal,
      positions: z.array(leverPosition),
      /** Orders that are pending: those that open, and limit orders that close. */
      orders: z.array(leverOrder),
    }),
    errors: ['instrument_unknown'],
    summary: 'Everything the order form of an instrument needs',
  },
  'POST /lever/submit': {
    weight: 4,
    input: z
      .object({
        symbol,
        type: direction,
        kind: z._default(kind, 'market'),
        mode: z._default(mode, 'cross'),
        /** Whole lots, or `amount` in units of the base. */
        share: optional(whole(1, Number.MAX_SAFE_INTEGER)),
        amount: optional(positiveDecimal),
        multiple: whole(1, 1000),
        /** The limit price of a limit order, the stop price of a stop order. */
        target_price: optional(positiveDecimal),
        /** At the market, the average price that was shown: refused where it would be filled worse than slips explain. */
        expected_price: optional(positiveDecimal),
        ...stops,
        /** With a trailing stop of this distance, a ratio. */
        trailing_distance: optional(positiveDecimal),
        /** The mark from which on it trails. */
        trailing_from: optional(positiveDecimal),
      })
      .check(
        z.superRefine((order, context) => {
          if (order.kind !== 'market' && order.target_price === undefined)
            refuse(context, 'target_price', 'field_required');
          if (order.kind === 'market' && order.target_price !== undefined)
            refuse(context, 'target_price', 'invalid_field');
          if (order.kind !== 'market' && order.expected_price !== undefined)
            refuse(context, 'expected_price', 'invalid_field');
          if (order.share === undefined && order.amount === undefined) refuse(context, 'share', 'field_required');
          refuseSeveral(context, order, ['share', 'amount']);
          refuseTwoPrices(context, order);
          if (order.trailing_from !== undefined && order.trailing_distance === undefined)
            refuse(context, 'trailing_distance', 'field_required');
        }),
      ),
    output: leverPosition,
    errors: [...opening, 'price_worse'],
    value: bounded(
      'who trades with the order, who referred the caller, the trader who is copied',
      'Prices lie within the band of the breaker around the index; a referrer gets a share of the fee, a trader of the profit.',
    ),
    summary: 'Open a position at the market, or place a limit or stop order for one',
  },
  'POST /lever/amend': {
    weight: 3,
    input: z.object({ id: rowId, target_price: positiveDecimal }),
    output: leverPosition,
    errors: [
      'not_found',
      'order_not_open',
      'price_off_tick',
      'price_too_far',
      'stop_entry_wrong',
      'stale_price',
      'market_closed',
      'market_halted',
      'insufficient_balance',
      'order_limit',
      'leverage_limit',
      'exposure_full',
      'open_interest_full',
      'multiple_reduced',
      'openings_paused',
      'would_liquidate',
      'brake_excluded',
      'brake_daily_loss',
      'brake_cool_off',
      'brake_multiple',
    ],
    value: bounded(
      'who trades with the order, who referred the caller, the trader who is copied',
      'Prices lie within the band of the breaker around the index; a referrer gets a share of the fee, a trader of the profit.',
    ),
    summary: 'Move the limit or stop price of a pending order; `id` is the position’s',
  },
  'POST /lever/cancel': {
    weight: 2,
    input: z.object({
      id: rowId,
      /** A limit order that closes some of the position; without it, the order that opens it. */
      order_id: optional(rowId),
    }),
    output: leverPosition,
    errors: ['not_found', 'order_not_open', 'stale_price'],
    value: nobodyElse('It gives back what was reserved for an order of the caller.'),
    summary: 'Cancel what of an order for a position is not filled; `id` is the position’s',
  },
  'POST /lever/dealall': {
    weight: 2,
    input: z.object({ ...paging, symbol: optional(symbol), category: optional(category) }),
    output: z.extend(listOf(leverPosition), { accounts: z.array(leverAccount) }),
    summary: 'Open positions with the state of each account',
  },
  'POST /lever/my_trade': {
    weight: 2,
    input: z.object({
      ...paging,
      symbol: optional(symbol),
      category: optional(category),
      status: optional(oneOf(0, 1, 2, 3, 4)),
    }),
    output: listOf(leverPosition),
    summary: 'Positions by status, newest first; 3 is the history',
  },
  'GET /lever/orders': {
    weight: 2,
    input: z.object({
      ...paging,
      symbol: optional(symbol),
      category: optional(category),
      /** `history` is everything that is no longer pending. */
      status: z._default(z.enum(['pending', 'history']), 'pending'),
      position_id: optional(rowId),
    }),
    output: listOf(leverOrder),
    summary: 'Entrusts: orders in progress, or complete; newest first',
  },
  'POST /lever/close': {
    weight: 4,
    input: z.object({
      id: rowId,
      /** Lots to close; without it, all, of a limit order all that others are not to close. */
      share: optional(whole(1, Number.MAX_SAFE_INTEGER)),
      /** At this price or better: what the book does not take at once rests. Without it, at the market. */
      target_price: optional(positiveDecimal),
    }),
    output: leverPosition,
    errors: [...closing, 'share_limit', 'price_off_tick', 'price_too_far', 'insufficient_balance', 'would_liquidate'],
    value: bounded(
      'who trades with the order, who referred the caller, the trader who is copied',
      'Prices lie within the band of the breaker around the index; a referrer gets a share of the fee, a trader of the profit.',
    ),
    summary: 'Close a position wholly or partly at the market or at a limit, or cancel a pending order',
  },
  'POST /lever/batch_close': {
    weight: 6,
    input: z.object({
      /** 0 all, 1 longs, 2 shorts. */
      type: oneOf(0, 1, 2),
      symbol: optional(symbol),
      category: optional(category),
    }),
    output: z.object({
      /** Positions that closed, or of which some did. */
      closed: z.array(leverPosition),
      /** Positions that stayed open, and why. */
      refused: z.array(z.object({ id: rowId, error: z.string() })),
    }),
    value: bounded(
      'who trades with the order, who referred the caller, the trader who is copied',
      'Prices lie within the band of the breaker around the index; a referrer gets a share of the fee, a trader of the profit.',
    ),
    summary: 'Close all positions, or one side',
  },
  'POST /lever/reverse': {
    weight: 5,
    input: z.object({ id: rowId }),
    output: z.object({ closed: leverPosition, opened: leverPosition }),
    errors: [...opening, 'position_not_open'],
    value: bounded(
      'who trades with the order, who referred the caller, the trader who is copied',
      'Prices lie within the band of the breaker around the index; a referrer gets a share of the fee, a trader of the profit.',
    ),
    summary: 'Close a position at the market and open the opposite of the same size, both or nothing',
  },
  'POST /lever/margin': {
    weight: 3,
    input: z.object({
      id: rowId,
      direction: z.enum(['add', 'remove']),
      /** In the settlement currency. */
      amount: positiveDecimal,
    }),
    output: leverPosition,
    errors: [
      'position_not_open',
      'isolated_only',
      'insufficient_balance',
      'field_too_precise',
      'margin_in_use',
      'stale_price',
      'market_closed',
      'market_halted',
    ],
    value: nobodyElse('It moves margin of a position of the caller.'),
    summary: 'Add margin to an isolated position, or take out what is beyond its initial margin',
  },
  'POST /lever/setstop': {
    weight: 2,
    input: z.object({ id: rowId, ...stops }).check(z.superRefine((input, context) => refuseTwoPrices(context, input))),
    output: leverPosition,
    errors: [...triggering, 'too_many_triggers'],
    value: bounded(
      'who trades with the order, who referred the caller, the trader who is copied',
      'Prices lie within the band of the breaker around the index; a referrer gets a share of the fee, a trader of the profit.',
    ),
    summary: 'Set take profit and stop loss of all of a position; zero takes one away, what is not sent stays',
  },
  'POST /lever/trigger': {
    weight: 2,
    input: z
      .object({
        /** The position's. */
        id: rowId,
        kind: triggerKind,
        ...stated,
        /** Of a trailing stop: the mark from which on it trails. */
        activation_price: optional(positiveDecimal),
      })
      .check(
        z.superRefine((input, context) => {
          const ways = input.kind === 'trailing_stop' ? ['distance'] : ['price', 'ratio', 'amount'];
          if (!ways.some((field) => input[field as 'price'] !== undefined))
            refuse(context, ways[0] as string, 'field_required');
          refuseSeveral(context, input, ['price', 'ratio', 'amount', 'distance']);
          if (input.kind !== 'trailing_stop' && input.activation_price !== undefined)
            refuse(context, 'activation_price', 'invalid_field');
        }),
      ),
    output: leverTrigger,
    errors: [...triggering, 'too_many_triggers', 'share_limit'],
    value: bounded(
      'who trades with the order, who referred the caller, the trader who is copied',
      'Prices lie within the band of the breaker around the index; a referrer gets a share of the fee, a trader of the profit.',
    ),
    summary: 'Add a take profit, stop loss or trailing stop on all or a part of a position',
  },
  'PUT /lever/trigger': {
    weight: 2,
    input: z
      .object({
        /** The trigger's. */
        id: rowId,
        ...stated,
        /** The trigger closes all of the position from now on. */
        all: optional(flag()),
      })
      .check(
        z.superRefine((input, context) => {
          refuseSeveral(context, input, ['price', 'ratio', 'amount', 'distance']);
          refuseSeveral(context, input, ['share', 'all']);
        }),
      ),
    output: leverTrigger,
    errors: [...triggering, 'not_found', 'trigger_not_active', 'share_limit'],
    value: bounded(
      'who trades with the order, who referred the caller, the trader who is copied',
      'Prices lie within the band of the breaker around the index; a referrer gets a share of the fee, a trader of the profit.',
    ),
    summary: 'Move a trigger; what is not sent stays',
  },
  'POST /lever/trigger/cancel': {
    weight: 2,
    input: z.object({ id: rowId }),
    output: leverTrigger,
    errors: ['not_found', 'trigger_not_active'],
    value: nobodyElse('It ends a trigger that has moved nothing.'),
    summary: 'Take a trigger away',
  },
});
export type LeverageContract = typeof leverageContract;
