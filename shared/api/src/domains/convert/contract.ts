import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import {
  decimal,
  decimalString,
  listOf,
  optional,
  paging,
  positiveDecimal,
  rowId,
  smallId,
  unixMs,
} from '../../kit/fields.ts';
import { otherUser, payKey } from '../../kit/person-fields.ts';
import { keyErrors } from '../withdrawals/contract.ts';
import { convertRoutes } from './routes.ts';

/* Money that leaves an account: withdrawal, sending to another user, conversion. */

const conversionOffer = z.object({
  from_currency_id: z.int(),
  to_currency_id: z.int(),
  number: decimal,
  /** Units of the target for one of the source, before the fee. */
  rate: decimal,
  fee_rate: decimal,
  /** In the target currency. */
  fee: decimal,
  receive: decimal,
  at: unixMs,
  valid_until: unixMs,
});

const conversion = z.object({
  id: rowId,
  from_currency: z.string(),
  to_currency: z.string(),
  number: decimal,
  rate: decimal,
  fee: decimal,
  receive: decimal,
  at: unixMs,
});

export const convertContract = defineContract(convertRoutes, {
  'POST /wallet/zhuanzhan': {
    input: z.object({ account: otherUser, currency_id: smallId, number: positiveDecimal, key: payKey }),
    output: z.object({
      id: rowId,
      /** The recipient, masked. */
      to: z.string(),
      currency: z.string(),
      number: decimal,
      fee: decimal,
      at: unixMs,
    }),
    errors: [...keyErrors, 'insufficient_balance', 'recipient_unknown', 'recipient_is_self', 'withdrawals_blocked'],
    summary: 'Send to another user by UID, e-mail or phone',
  },
  'GET /wallet/getRateCurrency': {
    input: z.object({ from_currency_id: smallId, to_currency_id: smallId }),
    output: z.object({ rate: decimal, fee_rate: decimal, min_number: decimal, at: unixMs }),
    errors: ['currency_unknown', 'currency_closed', 'same_currency', 'stale_price'],
    summary: 'Conversion rate between two currencies',
  },
  'POST /user/getTransferFee': {
    input: z.object({ number: positiveDecimal, from_currency_id: smallId, to_currency_id: smallId }),
    output: conversionOffer,
    errors: ['currency_unknown', 'currency_closed', 'same_currency', 'stale_price', 'amount_too_small'],
    summary: 'What a conversion would cost and yield now',
  },
  'POST /user/Transfer': {
    input: z.object({
      number: positiveDecimal,
      from_currency_id: smallId,
      to_currency_id: smallId,
      /** Rejects the conversion if it yields less than this. */
      min_receive: optional(decimalString),
    }),
    output: conversion,
    errors: ['insufficient_balance', 'same_currency', 'stale_price', 'price_moved', 'amount_too_small', 'order_limit'],
    summary: 'Convert at the current quote less the shown fee',
  },
  'POST /user/getTransferList': {
    input: z.object(paging),
    output: listOf(conversion),
    summary: 'Conversions, newest first',
  },
});
export type ConvertContract = typeof convertContract;
