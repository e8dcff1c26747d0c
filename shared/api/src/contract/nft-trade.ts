import { z } from 'zod';
import type { RuleFailure } from '../rules/failure.ts';
import { payKey } from './account-fields.ts';
import { byKey, defineCall } from './call.ts';
import { optional, positiveDecimal, rowId, time } from './fields.ts';
import { artwork, bid, draw, nftOrder, saleType, workCode } from './nft-fields.ts';

const keyErrors = ['key_missing', 'key_wrong', 'key_locked'] as const;

const endsLater = (
  value: { start_time?: number | undefined; end_time?: number | undefined },
  context: z.RefinementCtx,
) => {
  if (value.start_time === undefined || value.end_time === undefined || value.end_time > value.start_time) return;
  const params: RuleFailure = { code: 'ends_before_start' };
  context.addIssue({ code: 'custom', path: ['end_time'], message: params.code, params });
};

export const nftTradeCalls = byKey(
  defineCall({
    method: 'POST',
    path: '/bind_box/buyNFT',
    access: 'user',
    payload: z.object({ code: workCode, price: positiveDecimal, key: payKey }),
    answer: nftOrder,
    idempotent: true,
    built: false,
    errors: [...keyErrors, 'insufficient_balance', 'sale_not_open', 'sold_out', 'price_moved'],
    summary: 'Buy at the shown price',
  }),
  defineCall({
    method: 'POST',
    path: '/bind_box/marginNFT',
    access: 'user',
    payload: z.object({ code: workCode, key: payKey }),
    answer: nftOrder,
    idempotent: true,
    built: false,
    errors: [...keyErrors, 'insufficient_balance', 'sale_not_open'],
    summary: 'Pay the deposit that an auction asks for',
  }),
  defineCall({
    method: 'POST',
    path: '/bind_box/auctionNFT',
    access: 'user',
    payload: z.object({
      code: workCode,
      /** The whole bid, not what it adds. */
      price: positiveDecimal,
    }),
    answer: bid,
    idempotent: true,
    built: false,
    errors: ['bid_too_low', 'sale_not_open', 'insufficient_balance', 'wrong_price'],
    summary: 'Bid in an auction',
  }),
  defineCall({
    method: 'POST',
    path: '/bind_box/openBlindBox',
    access: 'user',
    payload: z.object({ code: workCode }),
    answer: z.object({ work: artwork, draw }),
    idempotent: true,
    built: false,
    errors: ['not_owner', 'already_opened'],
    summary: 'Open a blind box; the answer lets the page check the draw',
  }),
  defineCall({
    method: 'POST',
    path: '/bind_box/resellNFT',
    access: 'user',
    payload: z
      .object({
        code: workCode,
        sale_type: saleType,
        price: positiveDecimal,
        /** Auctions only. */
        increment: optional(positiveDecimal),
        start_time: optional(time),
        end_time: optional(time),
        key: payKey,
      })
      .superRefine(endsLater),
    answer: artwork,
    idempotent: true,
    built: false,
    errors: [...keyErrors, 'not_owner', 'wrong_price', 'wrong_increment', 'ends_before_start'],
    summary: 'Put an owned artwork up for sale or auction; it cannot be withdrawn',
  }),
  defineCall({
    method: 'POST',
    path: '/bind_box/payNFTOrder',
    access: 'user',
    payload: z.object({ id: rowId, key: payKey }),
    answer: nftOrder,
    idempotent: true,
    built: false,
    errors: [...keyErrors, 'insufficient_balance', 'payment_expired', 'not_found'],
    summary: 'Pay the rest for a won auction, within a day',
  }),
);
