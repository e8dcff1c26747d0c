import { z } from 'zod';
import { accountNames, recordKinds } from '../rules/vocabulary.ts';
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
  time,
  unixMs,
} from './fields.ts';

const accountName = z.enum(accountNames);
const accountId = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]);

/* `equivalent` and `total` are in USDT at the price of the moment. */

const holding = z.object({
  currency_id: z.int(),
  currency: z.string(),
  name: z.string(),
  kind: z.enum(['crypto', 'fiat']),
  scale: z.int(),
  image: picture.nullable(),
  available: decimal,
  frozen: decimal,
  equivalent: decimal,
});

const account = z.object({
  id: accountId,
  type: accountName,
  total: decimal,
  available: decimal,
  frozen: decimal,
  yesterday_earnings: decimal,
  total_earnings: decimal,
  currencies: z.array(holding),
});

/** What products hold of the user's, so that the page accounts for every cent. */
const heldByProduct = z.object({
  product: z.enum([
    'spot_order',
    'mining',
    'invest',
    'dual',
    'subscription',
    'collateral',
    'nft',
    'withdrawal',
    'quiz',
  ]),
  currency_id: z.int(),
  currency: z.string(),
  amount: decimal,
  equivalent: decimal,
});

const walletList = z.object({
  total: decimal,
  /** The same in BTC. */
  total_btc: decimal,
  yesterday_earnings: decimal,
  total_earnings: decimal,
  accounts: z.array(account),
  products: z.array(heldByProduct),
  at: unixMs,
});
export type WalletList = z.infer<typeof walletList>;

const accountRecord = z.object({
  id: rowId,
  account: accountName,
  currency_id: z.int(),
  currency: z.string(),
  scale: z.int(),
  kind: z.enum(recordKinds),
  /** Change of available and of frozen; either may be zero. */
  amount: decimal,
  frozen_amount: decimal,
  /** Available after it. */
  balance: decimal,
  /** What caused it: an order, a deposit … */
  reference: z.string().nullable(),
  at: unixMs,
});
export type AccountRecord = z.infer<typeof accountRecord>;

const transferRecord = z.object({
  id: rowId,
  currency_id: z.int(),
  currency: z.string(),
  scale: z.int(),
  from_field: accountName,
  to_field: accountName,
  number: decimal,
  at: unixMs,
});

export const walletCalls = byKey(
  defineCall({
    method: 'POST',
    path: '/wallet/list',
    access: 'user',
    payload: noPayload,
    answer: walletList,
    built: true,
    summary: 'All accounts with every currency, equivalents and earnings',
  }),
  defineCall({
    method: 'POST',
    path: '/wallet/detail',
    access: 'user',
    payload: z.object({ currency_id: smallId }),
    answer: z.object({
      currency_id: z.int(),
      currency: z.string(),
      name: z.string(),
      scale: z.int(),
      image: picture.nullable(),
      available: decimal,
      frozen: decimal,
      equivalent: decimal,
      accounts: z.array(
        z.object({ id: accountId, type: accountName, available: decimal, frozen: decimal, equivalent: decimal }),
      ),
      deposits_open: z.boolean(),
      withdrawals_open: z.boolean(),
      /** Spot instruments that trade it. */
      symbols: z.array(z.string()),
    }),
    built: true,
    errors: ['currency_unknown'],
    summary: 'One currency over all accounts',
  }),
  defineCall({
    method: 'POST',
    path: '/wallet/legal_log',
    access: 'user',
    payload: z.object({
      ...paging,
      account: optional(accountName),
      currency_id: optional(smallId),
      kind: optional(z.enum(recordKinds)),
      from: optional(time),
      to: optional(time),
    }),
    answer: listOf(accountRecord),
    built: true,
    summary: 'Account-change records, newest first',
  }),
  defineCall({
    method: 'POST',
    path: '/wallet/change',
    access: 'user',
    payload: z.object({
      currency_id: smallId,
      number: positiveDecimal,
      from_field: accountName,
      to_field: accountName,
    }),
    answer: transferRecord,
    idempotent: true,
    built: true,
    errors: ['insufficient_balance', 'same_account', 'currency_unknown'],
    summary: 'Transfer between two accounts of this user, free of charge',
  }),
  defineCall({
    method: 'GET',
    path: '/wallet/hzhistory',
    access: 'user',
    payload: z.object({ ...paging, currency_id: optional(smallId) }),
    answer: listOf(transferRecord),
    built: true,
    summary: 'Transfers between this user’s accounts, newest first',
  }),
);
