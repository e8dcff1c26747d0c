import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import {
  decimal,
  listOf,
  noInput,
  optional,
  paging,
  picture,
  positiveDecimal,
  rowId,
  ruled,
  smallId,
  text,
  typedText,
  unixMs,
  uploadLocation,
  wholeListOf,
} from '../../kit/fields.ts';
import { staffReads } from '../../kit/staff-policy.ts';
import { nobodyElse } from '../../kit/value-policy.ts';
import { depositsRoutes } from './routes.ts';
import { checkTransactionId } from './rules.ts';

/** A coin on a network, as the deposit list shows it: the id is the currency's, so USDT comes twice. */
const depositCoin = z.object({
  id: z.int(),
  name: z.string(),
  /** The network: `ERC20`. */
  subName: z.string(),
  /** Label of the kind of deposit. */
  type: z.string(),
  status: z.enum(['open', 'suspended']),
  image: z.nullable(picture),
  min_number: decimal,
  scale: z.int(),
});

/** A transaction id as wallets and explorers show it, or the link of an explorer; `transactionIdOf` normalises it. */
const transactionId = ruled(checkTransactionId);

export const depositClaim = z.object({
  id: rowId,
  currency_id: z.int(),
  currency: z.string(),
  /** The network. */
  type: z.string(),
  amount: decimal,
  /** Credited amount, once approved. */
  credited: z.nullable(decimal),
  status: z.enum(['pending', 'approved', 'rejected']),
  /** 64 hexadecimal digits; null where the user stated none. */
  txid: z.nullable(z.string()),
  /** Null once it was deleted, a configured time after the decision. */
  voucher: z.nullable(picture),
  reason: z.nullable(z.string()),
  created_at: unixMs,
  reviewed_at: z.nullable(unixMs),
});

export type DepositClaim = z.infer<typeof depositClaim>;

/** A deposit that was seen on its chain. */
const chainDeposit = z.object({
  id: rowId,
  currency_id: z.int(),
  currency: z.string(),
  network: z.string(),
  amount: decimal,
  /** 64 hexadecimal digits. */
  txid: z.string(),
  /** `gone`: the transaction was replaced or dropped. `reversed`: credited, and then on the chain no more. */
  status: z.enum(['pending', 'credited', 'gone', 'reversed', 'below_minimum']),
  /** So far, at most what is required; 0 before a block holds it. */
  confirmations: z.int(),
  required: z.int(),
  created_at: unixMs,
  credited_at: z.nullable(unixMs),
});

/** The same as treasury sees it, with what no user is credited. */
const staffDeposit = z.object({
  id: rowId,
  chain: z.enum(['bitcoin', 'ethereum', 'tron']),
  txid: z.string(),
  part: z.string(),
  uid: z.string(),
  address: z.string(),
  currency: z.nullable(z.string()),
  contract: z.nullable(z.string()),
  /** Of the chain. */
  units: z.string(),
  amount: z.nullable(decimal),
  height: z.nullable(z.int()),
  state: z.enum(['pending', 'credited', 'claimed', 'gone', 'reversed', 'ignored']),
  ignored_as: z.nullable(z.enum(['unknown_token', 'below_minimum', 'dust', 'too_large', 'contract_changed'])),
  /** Why a pending deposit is not credited; null where nothing holds it. */
  held_as: z.nullable(z.enum(['contract_changed', 'not_in_signer', 'signer_differs', 'below_signer'])),
  /** What its user still owes of it. */
  owed: decimal,
  seen_at: unixMs,
});

export const depositsContract = defineContract(depositsRoutes, {
  'GET /currency/lists_deposit': {
    input: noInput,
    output: wholeListOf(depositCoin),
    summary: 'Coins and networks that take deposits',
  },
  'GET /currency/lists_deposit_detail': {
    weight: 3,
    input: z.object({ id: smallId, subName: optional(text(20)) }),
    output: z.extend(depositCoin, {
      /** By whose rules the address is checked again before it is shown. */
      chain: z.enum(['bitcoin', 'ethereum', 'tron']),
      address: z.string(),
      /** Content of the QR code. */
      uri: z.string(),
      confirmations: z.int(),
      notes: z.array(z.string()),
    }),
    errors: ['currency_unknown', 'network_unknown', 'deposits_suspended'],
    summary: 'Deposit address of this user for a coin on a network',
  },
  'POST /wallet/get_in_address': {
    input: z.object({ currency_id: smallId, network: text(20) }),
    output: z.object({
      currency_id: z.int(),
      currency: z.string(),
      network: z.string(),
      address: z.string(),
      /** Content of the QR code. */
      uri: z.string(),
      min_number: decimal,
      confirmations: z.int(),
    }),
    errors: ['currency_unknown', 'network_unknown', 'deposits_suspended'],
    summary: 'Deposit address of this user',
  },
  'POST /wallet/charge_req': {
    input: z.object({
      /** Id of the currency. */
      currency: smallId,
      /** The network. */
      type: text(20),
      amount: positiveDecimal,
      /** Id of the payment's transaction on the network. Staff need it to approve the claim. */
      txid: optional(transactionId),
      /** Source of the payment: an address or an account. */
      account: optional(typedText(120)),
      /** Uploaded screenshot of the payment. */
      voucher: uploadLocation,
    }),
    output: depositClaim,
    errors: [
      'currency_unknown',
      'network_unknown',
      'deposits_suspended',
      'amount_too_small',
      'txid_invalid',
      'txid_used',
      'voucher_required',
      'upload_unknown',
      'limit_exceeded',
    ],
    value: nobodyElse('It asks for a credit to the caller.'),
    summary: 'Claim a deposit by voucher; nothing is credited before staff approve it',
  },
  'GET /recharge/log': {
    weight: 2,
    input: z.object({ ...paging, status: optional(z.enum(['pending', 'approved', 'rejected'])) }),
    output: listOf(depositClaim),
    summary: 'Deposit claims, newest first',
  },
  'GET /recharge/chain': {
    weight: 2,
    input: z.object({ ...paging }),
    output: listOf(chainDeposit),
    summary: 'Deposits that were seen on their chains, newest first',
  },
  'GET /staff/deposits/chain': {
    staff: staffReads(['reviewer', 'treasury', 'operator', 'admin']),
    input: z.object({
      ...paging,
      /** `claimed_by_others`: what is `claimed` though its own user was credited by no claim. */
      state: optional(z.enum(['pending', 'credited', 'claimed', 'claimed_by_others', 'gone', 'reversed', 'ignored'])),
    }),
    output: listOf(staffDeposit),
    errors: ['forbidden'],
    summary: 'Deposits on chains, newest first: dust, unknown tokens and what is below the minimum are `ignored`',
  },
});
export type DepositsContract = typeof depositsContract;
