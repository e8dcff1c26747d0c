import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import { decimal, listOf, paging, positiveDecimal, rowId, smallId, unixMs } from '../../kit/fields.ts';
import { bounded } from '../../kit/value-policy.ts';
import { convertRoutes } from './routes.ts';

const conversionQuote = z.object({
  quote_id: z.string(),
  from_currency_id: z.int(),
  to_currency_id: z.int(),
  number: decimal,
  /** Units of the target for one of the source, before the fee. */
  rate: decimal,
  /** The same by the index of the market, without spread. */
  market_rate: decimal,
  /** What the rate is worse than that; a ratio. */
  spread: decimal,
  fee_rate: decimal,
  /** In the target currency. */
  fee: decimal,
  receive: decimal,
  at: unixMs,
  usable_from: unixMs,
  valid_until: unixMs,
});

const conversion = z.object({
  id: rowId,
  from_currency: z.string(),
  to_currency: z.string(),
  number: decimal,
  rate: decimal,
  spread: decimal,
  fee: decimal,
  receive: decimal,
  at: unixMs,
});

const priceErrors = [
  'currency_unknown',
  'currency_closed',
  'same_currency',
  'stale_price',
  'market_closed',
  'market_halted',
] as const;
const limitErrors = ['order_limit', 'conversion_limit', 'conversion_capped'] as const;

export const convertContract = defineContract(convertRoutes, {
  'GET /wallet/getRateCurrency': {
    input: z.object({ from_currency_id: smallId, to_currency_id: smallId }),
    output: z.object({
      rate: decimal,
      market_rate: decimal,
      spread: decimal,
      fee_rate: decimal,
      min_number: decimal,
      /** What the user may convert now, by the limit of an order and of 24 hours. */
      max_number: decimal,
      at: unixMs,
    }),
    errors: priceErrors,
    summary: 'Conversion rate between two currencies',
  },
  'POST /user/getTransferFee': {
    weight: 3,
    input: z.object({ number: positiveDecimal, from_currency_id: smallId, to_currency_id: smallId }),
    output: conversionQuote,
    errors: [...priceErrors, ...limitErrors, 'amount_too_small'],
    summary: 'A quote of a conversion, good for 10 s and once; it replaces the last quote of this user',
  },
  'POST /user/Transfer': {
    input: z.object({
      quote_id: z.uuid(),
      /** What the quote is for, as the user saw it. */
      number: positiveDecimal,
      from_currency_id: smallId,
      to_currency_id: smallId,
    }),
    output: conversion,
    errors: [...priceErrors, ...limitErrors, 'insufficient_balance', 'price_moved', 'quote_expired', 'quote_early'],
    value: bounded(
      'who referred the caller',
      'The house is the counterparty, at the index; a referrer gets a share of the fee.',
    ),
    summary: 'Convert at a quote',
  },
  'POST /user/getTransferList': {
    input: z.object(paging),
    output: listOf(conversion),
    summary: 'Conversions, newest first',
  },
});
export type ConvertContract = typeof convertContract;
