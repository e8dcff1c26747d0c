import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import {
  decimal,
  decimalString,
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
import { leverageRoutes } from './routes.ts';

/** 1 long, 2 short. */
const direction = oneOf(1, 2);

/** 0 pending, 1 open, 2 closing, 3 closed, 4 cancelled. */
const positionStatus = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)]);

const position = z.object({
  id: rowId,
  symbol: z.string(),
  type: z.union([z.literal(1), z.literal(2)]),
  kind: z.enum(['market', 'limit']),
  mode: z.enum(['cross', 'isolated']),
  /** Whole lots, and the units of the base they make. */
  share: z.int(),
  quantity: decimal,
  multiple: z.int(),
  /** Limit price of a pending order. */
  price: z.nullable(decimal),
  open_price: z.nullable(decimal),
  current_price: z.nullable(decimal),
  close_price: z.nullable(decimal),
  margin: decimal,
  /** Charged at open and, once closed, at close. */
  trade_fee: decimal,
  overnight_fee: decimal,
  funding_fee: decimal,
  /** (P − EP) · Q · side, before fees. */
  profit: decimal,
  target_profit_price: z.nullable(decimal),
  stop_loss_price: z.nullable(decimal),
  /** Isolated positions only. */
  liquidation_price: z.nullable(decimal),
  currency: z.string(),
  status: positionStatus,
  close_reason: z.nullable(z.enum(['user', 'liquidation', 'take_profit', 'stop_loss', 'staff'])),
  /** The trader's position this one copies, while it does. */
  source_id: z.nullable(rowId),
  created_at: unixMs,
  opened_at: z.nullable(unixMs),
  closed_at: z.nullable(unixMs),
});

const leverAccount = z.object({
  currency: z.string(),
  available: decimal,
  margin: decimal,
  profit: decimal,
  /** (available + Σ margin + Σ profit) / Σ margin as a ratio; null without a position. */
  risk_rate: z.nullable(decimal),
  /** The ratio at which all positions are liquidated. */
  threshold: decimal,
});

const closing = ['position_not_open', 'market_closed', 'stale_price'] as const;

const refuse = (context: z.core.$RefinementCtx, field: string, code: RuleFailure['code']): void => {
  context.addIssue({ code: 'custom', path: [field], message: code, params: { code } });
};

export const leverageContract = defineContract(leverageRoutes, {
  'POST /lever/deal': {
    input: z.object({ symbol }),
    output: z.object({
      account: leverAccount,
      /** Units of the base in one lot. */
      lot_size: decimal,
      min_share: z.int(),
      max_share: z.int(),
      multiples: z.array(z.int()),
      fee_rate: decimal,
      /** A year, as a ratio. */
      overnight_rate: decimal,
      /** Perpetual contracts only: the ratio and when it is next charged. */
      funding_rate: z.nullable(decimal),
      next_funding: z.nullable(unixMs),
      spread: decimal,
      positions: z.array(position),
    }),
    errors: ['instrument_unknown'],
    summary: 'Everything the order form of an instrument needs',
  },
  'POST /lever/submit': {
    input: z
      .object({
        symbol,
        type: direction,
        kind: z._default(z.enum(['market', 'limit']), 'market'),
        mode: z._default(z.enum(['cross', 'isolated']), 'cross'),
        /** Whole lots. */
        share: whole(1),
        multiple: whole(1, 1000),
        target_price: optional(positiveDecimal),
        target_profit_price: optional(positiveDecimal),
        stop_loss_price: optional(positiveDecimal),
      })
      .check(
        z.superRefine((order, context) => {
          if (order.kind === 'limit' && order.target_price === undefined)
            refuse(context, 'target_price', 'field_required');
          if (order.kind === 'market' && order.target_price !== undefined)
            refuse(context, 'target_price', 'invalid_field');
        }),
      ),
    output: position,
    errors: [
      'insufficient_balance',
      'instrument_unknown',
      'market_closed',
      'stale_price',
      'order_limit',
      'leverage_not_offered',
      'price_off_tick',
      'stop_price_wrong',
    ],
    summary: 'Open a position at the market, or place a limit order for one',
  },
  'POST /lever/dealall': {
    input: z.object({
      ...paging,
      symbol: optional(symbol),
      category: optional(z.enum(['lever', 'contract'])),
    }),
    output: z.extend(listOf(position), { accounts: z.array(leverAccount) }),
    summary: 'Open positions with the state of each account',
  },
  'POST /lever/my_trade': {
    input: z.object({ ...paging, symbol: optional(symbol), status: optional(oneOf(0, 1, 2, 3, 4)) }),
    output: listOf(position),
    summary: 'Orders and positions by status, newest first',
  },
  'POST /lever/close': {
    input: z.object({
      id: rowId,
      /** Lots to close; without it, all. */
      share: optional(whole(1)),
    }),
    output: position,
    errors: closing,
    summary: 'Close a position wholly or partly, or cancel a pending order',
  },
  'POST /lever/batch_close': {
    input: z.object({
      /** 0 all, 1 longs, 2 shorts. */
      type: oneOf(0, 1, 2),
      symbol: optional(symbol),
    }),
    output: z.object({
      closed: z.array(position),
      /** Positions that stayed open, and why. */
      refused: z.array(z.object({ id: rowId, error: z.string() })),
    }),
    errors: closing,
    summary: 'Close all positions, or one side',
  },
  'POST /lever/setstop': {
    input: z.object({
      id: rowId,
      /** Zero takes the price away. */
      target_profit_price: optional(decimalString),
      stop_loss_price: optional(decimalString),
    }),
    output: position,
    errors: ['position_not_open', 'stop_price_wrong', 'price_off_tick'],
    summary: 'Set take-profit and stop-loss',
  },
});
export type LeverageContract = typeof leverageContract;
