import { z } from 'zod';
import { code, otherUser, payKey, totpCode } from './account-fields.ts';
import { byKey, defineCall } from './call.ts';
import { decimal, decimalString, listOf, optional, paging, positiveDecimal, rowId, smallId, unixMs } from './fields.ts';

/* Money that leaves an account: withdrawal, sending to another user, conversion. */

const keyErrors = ['key_missing', 'key_wrong', 'key_locked'] as const;

export const withdrawalStatus = z.enum(['under_review', 'approved', 'sent', 'rejected', 'cancelled']);

const withdrawal = z.object({
  id: rowId,
  currency_id: z.int(),
  currency: z.string(),
  way: z.enum(['address', 'card', 'card_international']),
  network: z.string().nullable(),
  /** Address, or the card's last four digits. */
  target: z.string(),
  number: decimal,
  fee: decimal,
  /** number − fee. */
  received: decimal,
  status: withdrawalStatus,
  txid: z.string().nullable(),
  reason: z.string().nullable(),
  created_at: unixMs,
  updated_at: unixMs,
});

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

export const payoutCalls = byKey(
  defineCall({
    method: 'POST',
    path: '/wallet/get_info',
    access: 'user',
    payload: z.object({ currency_id: smallId }),
    answer: z.object({
      currency_id: z.int(),
      currency: z.string(),
      scale: z.int(),
      available: decimal,
      networks: z.array(z.object({ network: z.string(), fee: decimal, min_number: decimal })),
      /** Rolling 24 h, valued in BTC when requested. */
      limit_btc: decimal,
      used_btc: decimal,
      withdrawals_blocked_until: unixMs.nullable(),
      blocked_by_loan: z.boolean(),
    }),
    built: false,
    errors: ['currency_unknown'],
    summary: 'What a withdrawal of this currency costs and may be',
  }),
  defineCall({
    method: 'POST',
    path: '/wallet/out',
    access: 'verified',
    payload: z
      .object({
        currency_id: smallId,
        number: positiveDecimal,
        /** Exactly one: a saved address, or a saved card. */
        address_id: optional(rowId),
        bank_card_id: optional(rowId),
        key: payKey,
        code,
        totp: totpCode,
      })
      .superRefine((value, context) => {
        if ((value.address_id === undefined) === (value.bank_card_id === undefined)) {
          const params = { code: 'address_required' } as const;
          context.addIssue({ code: 'custom', path: ['address_id'], message: params.code, params });
        }
      }),
    answer: withdrawal,
    idempotent: true,
    built: false,
    errors: [
      ...keyErrors,
      'insufficient_balance',
      'withdrawal_limit',
      'withdrawals_blocked',
      'withdrawals_suspended',
      'loan_outstanding',
      'amount_too_small',
      'address_required',
      'code_wrong',
      'code_expired',
      'totp_required',
      'totp_wrong',
    ],
    summary: 'Ask for a withdrawal; its amount is frozen until staff decide',
  }),
  defineCall({
    method: 'GET',
    path: '/user/withdraw/list',
    access: 'user',
    payload: z.object({ ...paging, status: optional(withdrawalStatus) }),
    answer: listOf(withdrawal),
    built: false,
    summary: 'Withdrawals, newest first',
  }),
  defineCall({
    method: 'POST',
    path: '/wallet/zhuanzhan',
    access: 'verified',
    payload: z.object({ account: otherUser, currency_id: smallId, number: positiveDecimal, key: payKey }),
    answer: z.object({
      id: rowId,
      /** The recipient, masked. */
      to: z.string(),
      currency: z.string(),
      number: decimal,
      fee: decimal,
      at: unixMs,
    }),
    idempotent: true,
    built: false,
    errors: [...keyErrors, 'insufficient_balance', 'recipient_unknown', 'recipient_is_self', 'withdrawals_blocked'],
    summary: 'Send to another user by UID, e-mail or phone',
  }),
  defineCall({
    method: 'GET',
    path: '/wallet/getRateCurrency',
    access: 'user',
    payload: z.object({ from_currency_id: smallId, to_currency_id: smallId }),
    answer: z.object({ rate: decimal, fee_rate: decimal, min_number: decimal, at: unixMs }),
    built: false,
    errors: ['currency_unknown', 'same_currency', 'stale_price'],
    summary: 'Conversion rate between two currencies',
  }),
  defineCall({
    method: 'POST',
    path: '/user/getTransferFee',
    access: 'user',
    payload: z.object({ number: positiveDecimal, from_currency_id: smallId, to_currency_id: smallId }),
    answer: conversionOffer,
    built: false,
    errors: ['currency_unknown', 'same_currency', 'stale_price', 'amount_too_small'],
    summary: 'What a conversion would cost and yield now',
  }),
  defineCall({
    method: 'POST',
    path: '/user/Transfer',
    access: 'user',
    payload: z.object({
      number: positiveDecimal,
      from_currency_id: smallId,
      to_currency_id: smallId,
      /** Refuse rather than pay out less than this. */
      min_receive: optional(decimalString),
    }),
    answer: conversion,
    idempotent: true,
    built: false,
    errors: ['insufficient_balance', 'same_currency', 'stale_price', 'price_moved', 'amount_too_small', 'order_limit'],
    summary: 'Convert at the current quote less the shown fee',
  }),
  defineCall({
    method: 'POST',
    path: '/user/getTransferList',
    access: 'user',
    payload: z.object(paging),
    answer: listOf(conversion),
    built: false,
    summary: 'Conversions, newest first',
  }),
);
