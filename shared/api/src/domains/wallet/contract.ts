import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import {
  atMost,
  decimal,
  listOf,
  noInput,
  oneOf,
  optional,
  paging,
  picture,
  positiveDecimal,
  rowId,
  smallId,
  text,
  time,
  timeZone,
  unixMs,
  wholeListOf,
} from '../../kit/fields.ts';
import { approvalNeeds, approvalProof, otherUser, payKey } from '../../kit/person-fields.ts';
import { accountNames, recordKinds } from '../../kit/rules/vocabulary.ts';
import { nobodyElse, wayOut } from '../../kit/value-policy.ts';
import { factorErrors } from '../identity/contract.ts';
import { walletRoutes } from './routes.ts';
import { HISTORY_DAYS, PROFIT_DAYS } from './rules.ts';

const accountName = z.enum(accountNames);

const accountId = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]);

/* `equivalent` and `total` are in USDT at the price of the moment. */

const holding = z.object({
  currency_id: z.int(),
  currency: z.string(),
  name: z.string(),
  kind: z.enum(['crypto', 'fiat']),
  scale: z.int(),
  image: z.nullable(picture),
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

/** Funds of the user in products, so that the page shows the complete total. */
const heldByProduct = z.object({
  product: z.enum([
    'spot_order',
    'lever_order',
    'lever_position',
    'option',
    'copy_share',
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
  reference: z.nullable(z.string()),
  at: unixMs,
  /** The journal that it is of: an event in full. Its other side is what makes the sum of each currency zero. */
  journal: rowId,
  /** Everything that the journal changed for this user: one of the four accounts, or a product. */
  lines: z.array(
    z.object({
      account: z.string(),
      currency: z.string(),
      scale: z.int(),
      amount: decimal,
      frozen_amount: decimal,
    }),
  ),
});

export type AccountRecord = z.infer<typeof accountRecord>;

/** The funds over a period; see `profitOver`. */
const fundsOver = z.object({
  days: z.literal(PROFIT_DAYS),
  /** Midnight in UTC, or the first day that was valued. */
  from: unixMs,
  start: decimal,
  inflow: decimal,
  outflow: decimal,
  end: decimal,
  profit: decimal,
  ratio: z.nullable(decimal),
});

/** What came in, or went out where it is negative, at the price of its minute. */
const fundsFlow = z.object({
  id: rowId,
  kind: z.enum(recordKinds),
  currency: z.string(),
  scale: z.int(),
  amount: decimal,
  price: decimal,
  value: decimal,
  at: unixMs,
});

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

const payment = z.object({
  id: rowId,
  direction: z.enum(['sent', 'received']),
  /** The other user's name, masked. */
  name: z.string(),
  /** Their UID, masked; of a recipient as the sender wrote it. */
  account: z.string(),
  currency_id: z.int(),
  currency: z.string(),
  scale: z.int(),
  number: decimal,
  fee: decimal,
  at: unixMs,
});

const paymentInput = { account: otherUser, currency_id: smallId, number: positiveDecimal };

const paymentErrors = [
  'currency_unknown',
  'currency_closed',
  'insufficient_balance',
  'recipient_unknown',
  'recipient_is_self',
  'whitelist_recipients',
  'send_limit',
  'stale_price',
  'account_frozen',
  'withdrawals_paused',
  'trades_under_review',
  'loan_outstanding',
  'refund_owed',
  'deposit_owed',
  'deposit_under_review',
] as const;

/** Whether a text is a JSON object. */
function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

export const walletContract = defineContract(walletRoutes, {
  'GET /currency/user_currency_list': {
    input: z.object({ account: z._default(z.enum(accountNames), 'change') }),
    output: wholeListOf(
      z.object({
        currency_id: z.int(),
        currency: z.string(),
        name: z.string(),
        scale: z.int(),
        available: decimal,
        frozen: decimal,
      }),
    ),
    summary: 'The balances of one account, in every currency',
  },
  'GET /wallet/spending': {
    input: z.object({ currency: text(12) }),
    output: z.object({
      /** Why the user's money may be traded with only, in the reader's language: what is owed. Null: it may be spent. */
      kept: z.nullable(z.string()),
      /** Why the user's own limits let nothing new be opened; null: they do. */
      braked: z.nullable(z.string()),
      /** Most that one order may be worth, USDT. */
      order_limit: decimal,
      /** Why an order that is worth more is refused. */
      over_limit: z.string(),
      /** USDT for one unit of the currency; null while there is no price. */
      price: z.nullable(decimal),
    }),
    errors: ['currency_unknown'],
    summary: 'What is known to keep the user from buying, before a purchase is confirmed',
  },
  'POST /wallet/list': {
    weight: 6,
    input: noInput,
    output: walletList,
    summary: 'All accounts with every currency, equivalents and earnings',
  },
  'POST /wallet/detail': {
    weight: 4,
    input: z.object({ currency_id: smallId }),
    output: z.object({
      currency_id: z.int(),
      currency: z.string(),
      name: z.string(),
      scale: z.int(),
      image: z.nullable(picture),
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
    errors: ['currency_unknown'],
    summary: 'One currency over all accounts',
  },
  'POST /wallet/legal_log': {
    weight: 4,
    input: z.object({
      ...paging,
      account: optional(accountName),
      currency_id: optional(smallId),
      kind: optional(z.enum(recordKinds)),
      from: optional(time),
      to: optional(time),
    }),
    output: listOf(accountRecord),
    summary: 'Account-change records, newest first',
  },
  'GET /wallet/history': {
    weight: 4,
    input: z.object({ days: z._default(oneOf(...HISTORY_DAYS), 30) }),
    output: wholeListOf(
      z.object({
        /**
         * Midnight in UTC that ends the day, or the full hour of the last 24 hours; the first of a user whose funds came
         * within this hour is when they came; of the last one, now.
         */
        at: unixMs,
        total: decimal,
        /**
         * What came in since the former point less what went out, at the price of its minute, in USDT: no part of a profit. 0
         * at the first.
         */
        flow: decimal,
      }),
    ),
    summary:
      'What all funds were worth at the end of each day, or at each hour of one, and what came in between, in USDT; the last is now',
  },
  'GET /wallet/profit': {
    weight: 4,
    input: noInput,
    output: z.object({
      /** Empty until a day has been valued. */
      periods: z.array(fundsOver),
      /** The newest of the longest period. */
      flows: z.array(fundsFlow),
      flows_total: z.int(),
      at: unixMs,
    }),
    summary: 'Profit and loss today, over 7 and over 30 days, without deposits and withdrawals',
  },
  'GET /wallet/pnl': {
    weight: 8,
    input: noInput,
    output: z.object({
      /** Most valuable first; USDT, the unit, is left out. */
      list: z.array(
        z.object({
          currency: z.string(),
          scale: z.int(),
          /** Over all accounts, locked and frozen funds included. */
          amount: decimal,
          /** Of one unit; null while nothing is held. */
          average_cost: z.nullable(decimal),
          cost: decimal,
          /** At the price of now; null without one. */
          value: z.nullable(decimal),
          realised: decimal,
          unrealised: z.nullable(decimal),
        }),
      ),
      realised: decimal,
      unrealised: decimal,
    }),
    summary:
      'Average cost, realised and unrealised profit of each currency in USDT, by weighted average cost with fees',
  },
  'POST /wallet/statement': {
    weight: 20,
    input: z.object({
      format: z.enum(['pdf', 'csv']),
      from: optional(time),
      to: optional(time),
      time_zone: timeZone,
      currency_id: optional(smallId),
      account: optional(accountName),
      /** For CSV only: lines of one kind do not add up to a balance. */
      kind: optional(z.enum(recordKinds)),
    }),
    output: z.object({
      /** Opens once, without a session, until the time given. */
      path: z.string(),
      until: unixMs,
    }),
    errors: ['statement_busy', 'statement_too_long', 'currency_unknown'],
    summary: 'A statement of account as PDF, or its records as CSV, in the language of the request',
  },
  'POST /wallet/change': {
    input: z.object({
      currency_id: smallId,
      number: positiveDecimal,
      from_field: accountName,
      to_field: accountName,
    }),
    output: transferRecord,
    errors: ['insufficient_balance', 'same_account', 'currency_unknown', 'margin_in_use', 'share_due'],
    value: nobodyElse('It moves nothing but between accounts of the caller and of the house.'),
    summary: 'Transfer between two accounts of this user, free of charge',
  },
  'POST /wallet/way/begin': {
    input: z.object({
      /** The call that is to be approved, as `POST /bind_box/buyNFT`. */
      call: text(80),
      /** What it will be made with, as JSON: its fields but `key` and the approval. */
      input: z.string().check(atMost(2_000), z.refine(isJsonObject)),
    }),
    /** A passkey signs the hash of the call and its fields; a code is mailed for them. */
    output: z.object({ approval: approvalNeeds }),
    errors: ['not_found', 'invalid_field', 'price_moved'],
    summary: 'What approves a call by which money goes to another user',
  },
  'POST /wallet/zhuanzhan/begin': {
    weight: 4,
    input: z.object(paymentInput),
    output: z.object({
      /** The recipient's name, masked: for the sender to confirm. */
      name: z.string(),
      fee: decimal,
      /** Of 24 hours, USDT. */
      limit: z.nullable(decimal),
      used: decimal,
      /** A passkey signs the hash of recipient, currency and amount; a code is mailed for them. */
      approval: approvalNeeds,
    }),
    errors: [...paymentErrors, 'rate_limited'],
    summary: 'Who would receive this, and what approves it',
  },
  'POST /wallet/zhuanzhan': {
    weight: 6,
    input: z.object({ ...paymentInput, key: payKey, ...approvalProof }),
    output: payment,
    errors: [
      ...paymentErrors,
      ...factorErrors,
      'key_missing',
      'key_wrong',
      'key_locked',
      'key_blocked',
      'code_wrong',
      'code_expired',
      'code_for_other',
      'too_many_tries',
    ],
    value: wayOut({ payee: 'user', amount: 'The amount', limit: 'send', approval: 'always' }),
    summary: 'Send to another user by UID, e-mail or phone',
  },
  'GET /wallet/zhuanzhan/list': {
    weight: 2,
    input: z.object(paging),
    output: listOf(payment),
    summary: 'What this user sent and received, newest first',
  },
  'GET /wallet/transferable': {
    input: z.object({ account: accountName, currency_id: smallId }),
    output: z.object({
      available: decimal,
      /** Of it what open positions need. */
      held: decimal,
      /** What may leave the account now. */
      transferable: decimal,
    }),
    errors: ['currency_unknown'],
    summary: 'What may leave an account of this user now',
  },
  'GET /wallet/hzhistory': {
    weight: 2,
    input: z.object({ ...paging, currency_id: optional(smallId) }),
    output: listOf(transferRecord),
    summary: 'Transfers between this user’s accounts, newest first',
  },
});
export type WalletContract = typeof walletContract;
