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
  positiveDecimal,
  positiveTermAmount,
  positiveUpTo,
  rowId,
  smallId,
  symbol,
  text,
  time,
  unixMs,
  utcDay,
  whole,
  wholeListOf,
} from '../../kit/fields.ts';
import { localisedInput } from '../../kit/localised.ts';
import { payKey } from '../../kit/person-fields.ts';
import { DESK_ROLES, MONEY_ROLES, staffReads, twoMembers } from '../../kit/staff-policy.ts';
import { nobodyElse } from '../../kit/value-policy.ts';
import { instrumentsContract } from '../instruments/contract.ts';
import { investRoutes } from './routes.ts';
import { dualSides, investSections } from './rules.ts';

const section = z.enum(investSections);
const side = z.enum(dualSides);
const status = z.enum(['purchased', 'settling', 'completed', 'redeemed', 'failed']);

const investProduct = z.object({
  id: z.int(),
  section,
  /** Dual products on coins only: `sell_high` invests the coin, `buy_low` what it is paid with. */
  side: z.nullable(side),
  name: z.string(),
  /** Instrument whose index settles a dual product, and its tick. */
  symbol: z.nullable(z.string()),
  tick: z.nullable(decimal),
  /** Countries whose residents may not buy it, ISO 3166-1 alpha-2: those of its instrument. */
  countries: z.array(z.string()),
  /** The index price of now; null where there is none, or the market is closed. */
  index_price: z.nullable(decimal),
  /** Invested currency, and for a dual product on a coin the one that it may pay instead. */
  currency: z.string(),
  currency_id: z.int(),
  scale: z.int(),
  other_currency: z.nullable(z.string()),
  other_scale: z.nullable(z.int()),
  /** Pegged (offer) price; null for demand and fixed deposits. */
  price: z.nullable(decimal),
  /** Ratios. */
  annual_rate: decimal,
  day_rate: decimal,
  penalty_ratio: decimal,
  /** That it pays for; null: redeemable any time. */
  days: z.nullable(z.int()),
  matures_at: z.nullable(unixMs),
  opens_at: unixMs,
  /** Null: no end. */
  closes_at: z.nullable(unixMs),
  /** One share in the invested currency. */
  share_size: decimal,
  total_shares: z.int(),
  remaining_shares: z.int(),
  min_shares: z.int(),
  /** Of one user; null: no limit. */
  max_shares: z.nullable(z.int()),
  /** `repricing`: the price has moved since its terms were set, and they do not hold now. */
  status: z.enum(['soon', 'open', 'repricing', 'paused', 'sold_out', 'closed']),
  /** Of the terms: a purchase names the one that was seen. */
  version: z.int(),
});

const investOrder = z.object({
  id: rowId,
  product_id: z.int(),
  section,
  side: z.nullable(side),
  name: z.string(),
  symbol: z.nullable(z.string()),
  tick: z.nullable(decimal),
  currency: z.string(),
  currency_id: z.int(),
  scale: z.int(),
  other_currency: z.nullable(z.string()),
  other_scale: z.nullable(z.int()),
  price: z.nullable(decimal),
  /** Of a demand deposit, the one of today. */
  annual_rate: decimal,
  penalty_ratio: decimal,
  days: z.nullable(z.int()),
  share_size: decimal,
  /** Whole shares; of a demand deposit the amount. */
  num: decimal,
  amount: decimal,
  /** Interest paid so far. */
  accrued: decimal,
  status,
  /** Mean index price of the hour before 08:00 UTC on the maturity date, and of how many prices. */
  settlement_price: z.nullable(decimal),
  settlement_ticks: z.nullable(z.int()),
  paid: z.nullable(decimal),
  paid_currency: z.nullable(z.string()),
  /** What was kept when it was redeemed early. */
  penalty: z.nullable(decimal),
  /** Of a fixed deposit: at its end the amount starts a new term, at the terms that are sold then. */
  renew: z.boolean(),
  matures_at: z.nullable(unixMs),
  created_at: unixMs,
  settled_at: z.nullable(unixMs),
});

const span = instrumentsContract['GET /market/ticks'].output;
const heads = instrumentsContract['GET /market/heads'].output;

const settledOrder = z.object({
  /** Raised when the form of the file changes. */
  version: z.literal(1),
  product: z.literal('dual'),
  order: investOrder,
  settlement: z.nullable(
    z.object({
      symbol: z.string(),
      /** The maturity; the prices are of the hour before it. */
      at: unixMs,
      ticks: z.int(),
      /** Sum of the prices; null where they were fewer than 600. */
      total: z.nullable(decimal),
      tick: decimal,
      first_number: z.nullable(z.int()),
      last_number: z.nullable(z.int()),
      /** The ticks are signed, and kept for ever. */
      kept: z.boolean(),
    }),
  ),
});

/** The file that proves a settlement: what `GET /dual/proof` returns, with the recorded ticks of its hour. */
export const dualProof = z.extend(settledOrder, {
  record: z.nullable(z.object({ spans: z.array(span), heads: heads.shape.list, key: heads.shape.key })),
});

const buying = [
  'key_missing',
  'key_wrong',
  'key_locked',
  'key_blocked',
  'account_frozen',
  'currency_closed',
  'insufficient_balance',
  'not_found',
  'sold_out',
  'sale_not_open',
  'order_limit',
  'price_moved',
  'loan_outstanding',
  'refund_owed',
  'deposit_owed',
  'deposit_under_review',
] as const;

const staffInvest = z.object({
  products: z.array(
    z.extend(investProduct, { volatility: z.nullable(decimal), sold: decimal, open: z.boolean(), holders: z.int() }),
  ),
  /** What the house holds for dual products by currency, and the most that open ones may take of it. */
  house: z.array(z.object({ currency: z.string(), balance: decimal, needed: decimal })),
});

export const investContract = defineContract(investRoutes, {
  'GET /dual/index': {
    input: z.object({ section: optional(section) }),
    output: wholeListOf(investProduct),
    summary: 'Investment products by section',
  },
  'GET /dual/detail': {
    input: z.object({ id: smallId }),
    output: z.extend(investProduct, { description: z.string() }),
    errors: ['not_found'],
    summary: 'One investment product',
  },
  'POST /dual/buyDual': {
    input: z.object({
      id: smallId,
      num: whole(1),
      /** Of the terms that the user saw; without it those of now hold. */
      version: optional(whole(1)),
      /** Of a fixed deposit; see the order. */
      renew: optional(flag()),
      key: payKey,
    }),
    output: investOrder,
    errors: [
      ...buying,
      'quantity_limit',
      'too_many_orders',
      'field_too_small',
      'field_too_large',
      'market_closed',
      'market_halted',
      'stale_price',
      'country_restricted',
      'brake_excluded',
      'brake_cool_off',
      'brake_daily_loss',
    ],
    value: nobodyElse('The house takes the other side.'),
    summary: 'Buy whole shares of a dual or fixed product',
  },
  'POST /dual/buyDemand': {
    input: z.object({ id: smallId, num: positiveDecimal, version: optional(whole(1)), key: payKey }),
    output: investOrder,
    errors: [...buying, 'amount_too_small', 'field_too_precise'],
    value: nobodyElse('The house pays and gets interest.'),
    summary: 'Put an amount into a demand deposit',
  },
  'POST /dual/dual_list': {
    input: z.object({
      ...paging,
      section: optional(section),
      status: optional(z.enum(['open', ...status.options])),
    }),
    output: listOf(investOrder),
    summary: 'Investments, newest first; `open` are those that are not over',
  },
  'GET /dual/order': {
    input: z.object({ id: rowId }),
    output: investOrder,
    errors: ['not_found'],
    summary: 'One investment',
  },
  'GET /dual/accruals': {
    input: z.object({ ...paging, id: rowId }),
    output: listOf(z.object({ day: utcDay, low: decimal, annual_rate: decimal, amount: decimal })),
    errors: ['not_found'],
    summary: 'What each day of a demand deposit paid, newest first; days are ISO dates in UTC',
  },
  'GET /dual/proof': {
    input: z.object({ id: rowId }),
    output: settledOrder,
    errors: ['not_found'],
    summary: 'How a dual product was settled; `GET /market/ticks` returns the recorded prices of its hour',
  },
  'POST /dual/order_sh': {
    input: z.object({
      id: rowId,
      /** Of a demand deposit: what to take out; without it, all. */
      number: optional(positiveDecimal),
    }),
    output: investOrder,
    errors: ['not_found', 'order_not_open', 'wrong_amount', 'field_too_precise'],
    value: nobodyElse('It gives back a deposit of the caller.'),
    summary: 'Redeem: demand any time, fixed early with its penalty',
  },
  'POST /dual/renew': {
    input: z.object({ id: rowId, renew: flag() }),
    output: investOrder,
    errors: ['not_found', 'order_not_open', 'service_paused'],
    value: nobodyElse('It moves nothing.'),
    summary: 'Whether a fixed deposit starts a new term at its end',
  },
  'GET /staff/invest': {
    staff: staffReads(DESK_ROLES),
    input: noInput,
    output: staffInvest,
    summary: 'Investment products and what the house holds for them, for staff',
  },
  'POST /staff/invest/product': {
    staff: twoMembers(MONEY_ROLES, {
      delay: 'standard',
      current: { read: 'GET /staff/invest', at: [{ list: 'products', by: { id: 'id' } }] },
      alone: 'Close a product.',
    }),
    input: z.object({
      /** Of the product that changes; without it one is added. */
      id: optional(smallId),
      /** Names one that is added: none is added twice. */
      code: optional(text(60)),
      reason: text(200),
      section: optional(section),
      side: optional(side),
      symbol: optional(symbol),
      currency: optional(text(12)),
      price: optional(positiveTermAmount),
      annual_rate: optional(decimalUpTo('5')),
      penalty_ratio: optional(decimalUpTo('1')),
      days: optional(whole(1, 730)),
      matures_at: optional(time),
      volatility: optional(positiveUpTo('10')),
      share_size: optional(positiveTermAmount),
      total_shares: optional(whole(1, 1_000_000_000)),
      min_shares: optional(whole(1, 1_000_000_000)),
      max_shares: optional(whole(1, 1_000_000_000)),
      opens_at: optional(time),
      closes_at: optional(time),
      open: optional(flag()),
      ...localisedInput('name', 60),
      ...localisedInput('description', 600),
    }),
    output: staffInvest,
    errors: [
      'forbidden',
      'confirmation_required',
      'not_found',
      'field_required',
      'field_too_large',
      'field_too_small',
      'invalid_field',
      'instrument_unknown',
      'currency_unknown',
      'market_closed',
    ],
    summary: 'Add an investment product, or change one; orders keep the terms that they were bought at',
  },
});
export type InvestContract = typeof investContract;
