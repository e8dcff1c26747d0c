import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import {
  decimal,
  decimalUpTo,
  flag,
  listOf,
  noInput,
  optional,
  paging,
  positiveTermAmount,
  rowId,
  smallId,
  text,
  typedText,
  unixMs,
  whole,
} from '../../kit/fields.ts';
import { DESK_ROLES, MONEY_ROLES, oneMember, staffReads, twoMembers } from '../../kit/staff-policy.ts';
import { nobodyElse } from '../../kit/value-policy.ts';
import { orderInput, quoteInput, voucherInput } from './inputs.ts';
import { quickbuyRoutes } from './routes.ts';
import { BUY_METHODS, BUY_STATUSES } from './rules.ts';

/* Coins bought with money from a bank or from another provider's checkout. */

const method = z.enum(BUY_METHODS);
const status = z.enum(BUY_STATUSES);

/** Where a bank transfer goes. */
const bankAccount = {
  account_name: z.string(),
  iban: z.nullable(z.string()),
  account_number: z.nullable(z.string()),
  beneficiary_country: z.string(),
  swift: z.string(),
  bank_name: z.string(),
  bank_address: z.string(),
};

const order = z.object({
  id: rowId,
  /** What the payment names; of this order for good. */
  reference: z.string(),
  currency_id: z.int(),
  currency: z.string(),
  scale: z.int(),
  fiat: z.string(),
  country: z.string(),
  amount: decimal,
  method,
  /** Units of fiat for one USDT. */
  rate: decimal,
  fee_rate: decimal,
  /** USDT. */
  fee: decimal,
  /** USDT that buy the coin. */
  net: decimal,
  /** USDT for one coin: fixed of USDT; of others the price when the order was made. */
  price: decimal,
  /** Whether `receive` is fixed; if not, the price of the moment of the payment decides, from `least` on. */
  fixed: z.boolean(),
  receive: decimal,
  /** What a payment in time of all of it brings at least; what would bring less is sent back. Null of orders that state none. */
  least: z._default(z.nullable(decimal), null),
  /** What a payment that was sent back would have brought. */
  brings: z._default(z.nullable(decimal), null),
  /** What was credited, in the coin. */
  credited: z.nullable(decimal),
  status,
  /** Why it was cancelled. */
  cause: z.nullable(z.enum(['late', 'user', 'failed'])),
  /** Paid after the pay-by time. */
  late: z.boolean(),
  /** Why staff rejected it. */
  reason: z.nullable(z.string()),
  payer: z.string(),
  /** Of a bank transfer. */
  bank: z.nullable(z.object(bankAccount)),
  /** The account is for demonstration: money sent there is lost. */
  demonstration: z.boolean(),
  /** Whether a screenshot may be sent now. */
  takes_voucher: z.boolean(),
  has_voucher: z.boolean(),
  created_at: unixMs,
  pay_by: unixMs,
  timeline: z.array(z.object({ status, at: unixMs })),
});

const terms = z.object({
  /** The user's country; null while it is not known. */
  country: z.nullable(z.string()),
  /** Countries that coins are bought from. */
  countries: z.array(z.string()),
  currencies: z.array(
    z.object({
      currency_id: z.int(),
      currency: z.string(),
      scale: z.int(),
      /** USDT for one, as a quote of now would have it; null while there is none. */
      price: z.nullable(decimal),
    }),
  ),
  fiats: z.array(z.object({ fiat: z.string(), rate: decimal, rate_at: unixMs })),
  methods: z.array(
    z.object({
      method,
      /** Null where it can be chosen. */
      unavailable: z.nullable(z.enum(['not_configured', 'closed'])),
      countries: z.array(z.string()),
      fiats: z.array(z.string()),
      fee_rate: decimal,
      /** USDT, of one order. */
      min: decimal,
      max: decimal,
      /** Minutes. */
      pay_within: z.int(),
      banks: z.array(z.object({ bank_id: z.int(), bank_name: z.string(), fiat: z.string() })),
    }),
  ),
  /** USDT in 24 hours by the identity level; null where it allows none. */
  limit: z.nullable(decimal),
  left: decimal,
  /** The name of the verified document, which the payer has to have. */
  verified_name: z.nullable(z.string()),
  /** Of the account, for the payer’s form. */
  email: z.nullable(z.string()),
});

const staffMethod = z.object({
  method,
  provider: z.enum(['bank', 'checkout']),
  open: z.boolean(),
  countries: z.array(z.string()),
  fiats: z.array(z.string()),
  fee_rate: decimal,
  min: decimal,
  max: decimal,
  pay_within: z.int(),
});

const staffView = z.object({
  /** Whether the settings name a checkout provider. */
  checkout: z.boolean(),
  methods: z.array(staffMethod),
  accounts: z.array(
    z.object({ id: z.int(), fiat: z.string(), ...bankAccount, demonstration: z.boolean(), open: z.boolean() }),
  ),
});

const codes = (length: 2 | 3) => z.string().check(z.regex(new RegExp(`^(?:[A-Z]{${length}}(?: [A-Z]{${length}})*)?$`)));

const termErrors = [
  'area_unsupported',
  'currency_unknown',
  'currency_closed',
  'fiat_unsupported',
  'method_unavailable',
  'field_not_whole',
  'amount_too_small',
  'amount_too_large',
  'buy_limit',
  'stale_price',
  'market_closed',
  'market_halted',
] as const;

export const quickbuyContract = defineContract(quickbuyRoutes, {
  'GET /quickbuy/terms': {
    weight: 3,
    input: noInput,
    output: terms,
    summary: 'What can be bought, from where, how it is paid, and what is left of the limit',
  },
  'POST /quickbuy/quote': {
    weight: 3,
    input: quoteInput,
    output: z.object({
      quote_id: z.string(),
      amount: decimal,
      rate: decimal,
      fee_rate: decimal,
      fee: decimal,
      net: decimal,
      price: decimal,
      fixed: z.boolean(),
      receive: decimal,
      least: z._default(z.nullable(decimal), null),
      at: unixMs,
      valid_until: unixMs,
    }),
    errors: termErrors,
    summary: 'What an amount buys; holds for a minute and replaces the user’s last quote',
  },
  'POST /quickbuy/order': {
    weight: 5,
    input: orderInput,
    output: order,
    errors: [
      ...termErrors,
      'quote_expired',
      'bank_unknown',
      'payer_differs',
      'tax_id_invalid',
      'too_many_buys',
      'unpaid_buys',
      'refund_owed',
      'account_frozen',
    ],
    value: nobodyElse('It asks for a credit against a payment from outside.'),
    summary: 'Order coins at a quote; they are credited once the money has come',
  },
  'GET /quickbuy/order': {
    input: z.object({ id: rowId }),
    output: order,
    errors: ['not_found'],
    summary: 'One order with how to pay it',
  },
  'GET /quickbuy/orders': {
    weight: 2,
    input: z.object({ ...paging, status: optional(status) }),
    output: listOf(order),
    summary: 'Orders, newest first',
  },
  'POST /quickbuy/order/voucher': {
    input: voucherInput,
    output: order,
    errors: ['not_found', 'order_not_payable', 'upload_unknown'],
    value: nobodyElse('It adds a picture to an order of the caller.'),
    summary: 'Send the screenshot of a bank transfer; staff compare it with the money that came',
  },
  'POST /quickbuy/order/cancel': {
    input: z.object({ id: rowId }),
    output: order,
    errors: ['not_found', 'order_not_payable'],
    value: nobodyElse('It ends an order that has moved nothing.'),
    summary: 'Cancel an order that was not paid',
  },
  'POST /quickbuy/order/checkout': {
    weight: 5,
    input: z.object({ id: rowId }),
    output: z.object({ url: z.string() }),
    errors: ['not_found', 'order_not_payable', 'checkout_unavailable'],
    summary: 'The provider’s page on which an order is paid',
  },
  'GET /staff/quickbuy': {
    staff: staffReads(DESK_ROLES),
    input: noInput,
    output: staffView,
    summary: 'Methods and bank accounts of buying coins, for staff',
  },
  'POST /staff/quickbuy/method': {
    staff: twoMembers(MONEY_ROLES, {
      delay: 'standard',
      current: { read: 'GET /staff/quickbuy', at: [{ list: 'methods', by: { method: 'method' } }] },
      alone: 'Close a way to pay.',
    }),
    input: z.object({
      method,
      reason: text(200),
      open: optional(flag()),
      countries: optional(codes(2)),
      fiats: optional(codes(3)),
      fee_rate: optional(decimalUpTo('0.05')),
      min: optional(positiveTermAmount),
      max: optional(positiveTermAmount),
      pay_within: optional(whole(30, 10_080)),
    }),
    output: staffView,
    errors: ['forbidden', 'confirmation_required', 'field_too_large', 'field_too_small', 'field_unknown_choice'],
    summary: 'Change a way to pay; it holds for orders that are made later',
  },
  'POST /staff/quickbuy/account': {
    staff: twoMembers(MONEY_ROLES, {
      delay: 'standard',
      current: { read: 'GET /staff/quickbuy', at: [{ list: 'accounts', by: { id: 'id' } }] },
      alone: 'Close an account.',
    }),
    input: z.object({
      /** Left out, an account is added. */
      id: optional(smallId),
      reason: text(200),
      fiat: optional(z.string().check(z.regex(/^[A-Z]{3}$/))),
      account_name: optional(text(140)),
      iban: optional(typedText(42)),
      account_number: optional(typedText(40)),
      beneficiary_country: optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
      swift: optional(typedText(11, 8)),
      bank_name: optional(text(140)),
      bank_address: optional(text(200)),
      open: optional(flag()),
    }),
    output: staffView,
    errors: ['forbidden', 'confirmation_required', 'field_required', 'invalid_field', 'not_found'],
    summary: 'Change a bank account that transfers go to, or add one; orders keep the account they were made with',
  },
  'POST /staff/quickbuy/late': {
    staff: oneMember(MONEY_ROLES, 'It puts an order into the queue, where it is decided.'),
    input: z.object({ reference: z.string().check(z.trim(), z.regex(/^[0-9A-Z]{10}$/)), reason: text(200) }),
    output: z.object({ id: rowId }),
    errors: ['forbidden', 'confirmation_required', 'not_found', 'order_not_payable'],
    summary: 'Money came for an order that was cancelled as late: puts it into the queue of reviews',
  },
});
export type QuickbuyContract = typeof quickbuyContract;
