import { z } from 'zod';
import type { RuleFailure } from '../rules/failure.ts';
import { byKey, defineCall } from './call.ts';
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
} from './fields.ts';

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
  price: decimal.nullable(),
  open_price: decimal.nullable(),
  current_price: decimal.nullable(),
  close_price: decimal.nullable(),
  margin: decimal,
  /** Charged at open and, once closed, at close. */
  trade_fee: decimal,
  overnight_fee: decimal,
  funding_fee: decimal,
  /** (P − EP) · Q · side, before fees. */
  profit: decimal,
  target_profit_price: decimal.nullable(),
  stop_loss_price: decimal.nullable(),
  /** Isolated positions only. */
  liquidation_price: decimal.nullable(),
  currency: z.string(),
  status: positionStatus,
  close_reason: z.enum(['user', 'liquidation', 'take_profit', 'stop_loss', 'staff']).nullable(),
  /** The trader's position this one copies, while it does. */
  source_id: rowId.nullable(),
  created_at: unixMs,
  opened_at: unixMs.nullable(),
  closed_at: unixMs.nullable(),
});

const leverAccount = z.object({
  currency: z.string(),
  available: decimal,
  margin: decimal,
  profit: decimal,
  /** (available + Σ margin + Σ profit) / Σ margin as a ratio; null without a position. */
  risk_rate: decimal.nullable(),
  /** The ratio at which all positions are liquidated. */
  threshold: decimal,
});

const closing = ['position_not_open', 'market_closed', 'stale_price'] as const;

const refuse = (context: z.RefinementCtx, field: string, code: RuleFailure['code']): void => {
  context.addIssue({ code: 'custom', path: [field], message: code, params: { code } });
};

export const leverCalls = byKey(
  defineCall({
    method: 'POST',
    path: '/lever/deal',
    access: 'user',
    payload: z.object({ symbol }),
    answer: z.object({
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
      funding_rate: decimal.nullable(),
      next_funding: unixMs.nullable(),
      spread: decimal,
      positions: z.array(position),
    }),
    built: false,
    errors: ['instrument_unknown'],
    summary: 'Everything the order form of an instrument needs',
  }),
  defineCall({
    method: 'POST',
    path: '/lever/submit',
    access: 'user',
    payload: z
      .object({
        symbol,
        type: direction,
        kind: z.enum(['market', 'limit']).default('market'),
        mode: z.enum(['cross', 'isolated']).default('cross'),
        /** Whole lots. */
        share: whole(1),
        multiple: whole(1, 1000),
        target_price: optional(positiveDecimal),
        target_profit_price: optional(positiveDecimal),
        stop_loss_price: optional(positiveDecimal),
      })
      .superRefine((order, context) => {
        if (order.kind === 'limit' && order.target_price === undefined)
          refuse(context, 'target_price', 'field_required');
        if (order.kind === 'market' && order.target_price !== undefined)
          refuse(context, 'target_price', 'invalid_field');
      }),
    answer: position,
    idempotent: true,
    built: false,
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
  }),
  defineCall({
    method: 'POST',
    path: '/lever/dealall',
    access: 'user',
    payload: z.object({
      ...paging,
      symbol: optional(symbol),
      category: optional(z.enum(['lever', 'contract'])),
    }),
    answer: listOf(position).extend({ accounts: z.array(leverAccount) }),
    built: false,
    summary: 'Open positions with the state of each account',
  }),
  defineCall({
    method: 'POST',
    path: '/lever/my_trade',
    access: 'user',
    payload: z.object({ ...paging, symbol: optional(symbol), status: optional(oneOf(0, 1, 2, 3, 4)) }),
    answer: listOf(position),
    built: false,
    summary: 'Orders and positions by status, newest first',
  }),
  defineCall({
    method: 'POST',
    path: '/lever/close',
    access: 'user',
    payload: z.object({
      id: rowId,
      /** Lots to close; without it, all. */
      share: optional(whole(1)),
    }),
    answer: position,
    idempotent: true,
    built: false,
    errors: closing,
    summary: 'Close a position wholly or partly, or cancel a pending order',
  }),
  defineCall({
    method: 'POST',
    path: '/lever/batch_close',
    access: 'user',
    payload: z.object({
      /** 0 all, 1 longs, 2 shorts. */
      type: oneOf(0, 1, 2),
      symbol: optional(symbol),
    }),
    answer: z.object({
      closed: z.array(position),
      /** Positions that stayed open, and why. */
      refused: z.array(z.object({ id: rowId, error: z.string() })),
    }),
    idempotent: true,
    built: false,
    errors: closing,
    summary: 'Close all positions, or one side',
  }),
  defineCall({
    method: 'POST',
    path: '/lever/setstop',
    access: 'user',
    payload: z.object({
      id: rowId,
      /** Zero takes the price away. */
      target_profit_price: optional(decimalString),
      stop_loss_price: optional(decimalString),
    }),
    answer: position,
    built: false,
    errors: ['position_not_open', 'stop_price_wrong', 'price_off_tick'],
    summary: 'Set take-profit and stop-loss',
  }),
);
