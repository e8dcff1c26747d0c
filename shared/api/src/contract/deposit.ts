import { z } from 'zod';
import { byKey, defineCall } from './call.ts';
import {
  decimal,
  listOf,
  noPayload,
  optional,
  paging,
  picture,
  positiveDecimal,
  rowId,
  smallId,
  text,
  unixMs,
  uploadLocation,
  wholeListOf,
} from './fields.ts';

/** A coin on a network, as the deposit list shows it: the id is the currency's, so USDT comes twice. */
const depositCoin = z.object({
  id: z.int(),
  name: z.string(),
  /** The network: `ERC20`. */
  subName: z.string(),
  /** Label of the kind of deposit. */
  type: z.string(),
  status: z.enum(['open', 'suspended']),
  image: picture.nullable(),
  min_number: decimal,
  scale: z.int(),
});

export const depositClaim = z.object({
  id: rowId,
  currency_id: z.int(),
  currency: z.string(),
  /** The network. */
  type: z.string(),
  amount: decimal,
  /** What was credited, once approved. */
  credited: decimal.nullable(),
  status: z.enum(['pending', 'approved', 'rejected']),
  voucher: picture,
  reason: z.string().nullable(),
  created_at: unixMs,
  reviewed_at: unixMs.nullable(),
});

export type DepositClaim = z.infer<typeof depositClaim>;

export const depositCalls = byKey(
  defineCall({
    method: 'GET',
    path: '/currency/lists_deposit',
    access: 'user',
    payload: noPayload,
    answer: wholeListOf(depositCoin),
    built: true,
    summary: 'Coins and networks that take deposits',
  }),
  defineCall({
    method: 'GET',
    path: '/currency/lists_deposit_detail',
    access: 'user',
    payload: z.object({ id: smallId, subName: optional(text(20)) }),
    answer: depositCoin.extend({
      address: z.string(),
      /** What the QR code holds. */
      uri: z.string(),
      confirmations: z.int(),
      notes: z.array(z.string()),
    }),
    built: true,
    errors: ['currency_unknown', 'network_unknown', 'deposits_suspended'],
    summary: 'Deposit address of this user for a coin on a network',
  }),
  defineCall({
    method: 'POST',
    path: '/wallet/get_in_address',
    access: 'user',
    payload: z.object({ currency_id: smallId, network: text(20) }),
    answer: z.object({
      currency_id: z.int(),
      currency: z.string(),
      network: z.string(),
      address: z.string(),
      /** What the QR code holds. */
      uri: z.string(),
      min_number: decimal,
      confirmations: z.int(),
    }),
    built: true,
    errors: ['currency_unknown', 'network_unknown', 'deposits_suspended'],
    summary: 'Deposit address of this user',
  }),
  defineCall({
    method: 'POST',
    path: '/wallet/charge_req',
    access: 'user',
    payload: z.object({
      /** Id of the currency. */
      currency: smallId,
      /** The network. */
      type: text(20),
      amount: positiveDecimal,
      /** Where the payment came from: an address, an account, a transaction id. */
      account: optional(text(120)),
      /** Uploaded screenshot of the payment. */
      voucher: uploadLocation,
    }),
    answer: depositClaim,
    idempotent: true,
    built: true,
    errors: [
      'currency_unknown',
      'network_unknown',
      'deposits_suspended',
      'amount_too_small',
      'voucher_required',
      'upload_unknown',
      'order_limit',
    ],
    summary: 'Claim a deposit by voucher; nothing is credited before staff approve it',
  }),
  defineCall({
    method: 'GET',
    path: '/recharge/log',
    access: 'user',
    payload: z.object({ ...paging, status: optional(z.enum(['pending', 'approved', 'rejected'])) }),
    answer: listOf(depositClaim),
    built: true,
    summary: 'Deposit claims, newest first',
  }),
);
