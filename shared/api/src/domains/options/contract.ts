import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import {
  decimal,
  decimalString,
  decimalUpTo,
  flag,
  listOf,
  noInput,
  oneOf,
  optional,
  paging,
  positiveDecimal,
  positiveTermAmount,
  positiveUpTo,
  rowId,
  smallId,
  symbol,
  termAmount,
  text,
  unixMs,
  utcDay,
  whole,
  wholeListOf,
} from '../../kit/fields.ts';
import { payKey } from '../../kit/person-fields.ts';
import { DESK_ROLES, MONEY_ROLES, staffReads, twoMembers } from '../../kit/staff-policy.ts';
import { bounded } from '../../kit/value-policy.ts';
import { instrumentsContract } from '../instruments/contract.ts';
import { optionsRoutes } from './routes.ts';

const optionOrder = z.object({
  id: rowId,
  match_id: z.int(),
  symbol: z.string(),
  currency_id: z.int(),
  currency: z.string(),
  /** Fraction digits of the currency. */
  scale: z.int(),
  /** 1 up, 2 down. */
  type: z.union([z.literal(1), z.literal(2)]),
  seconds: z.int(),
  /** The stake. */
  number: decimal,
  fee: decimal,
  /** Ratio: '0.85' pays stake × 1.85. */
  profit_ratio: decimal,
  /** The rules that it was opened under: 1 in whole ticks of the instrument, 2 in thousandths of a tick. */
  rules: z._default(z.union([z.literal(1), z.literal(2)]), 1),
  /** The price step: how far apart prices are at least. */
  tick: decimal,
  /** The strike, which is not known before the entry; stays null where there was no price. */
  open_price: z.nullable(decimal),
  /** The settlement price; null while open, and of an option that was returned. */
  close_price: z.nullable(decimal),
  /** What a win pays: stake × (1 + ratio). */
  expected_income: decimal,
  /** What came back less stake and fee; null while open. */
  profit: z.nullable(decimal),
  status: z.enum(['open', 'settled', 'returned']),
  result: z.nullable(z.enum(['won', 'tied', 'lost'])),
  /** Why stake and fee went back. */
  reason: z.nullable(z.enum(['no_strike', 'no_ticks'])),
  created_at: unixMs,
  /** From when the first price is the strike. */
  entry_at: unixMs,
  /** When it expires. */
  sell_time: unixMs,
});

/** A recorded price: its number in the chain of the symbol, and when it was made. */
const tick = z.object({ number: z.int(), price: decimal, at: unixMs });

const span = instrumentsContract['GET /market/ticks'].output;
const heads = instrumentsContract['GET /market/heads'].output;

/**
 * A term that is not sold on an instrument for now. `calm`: its index moves too little within the term. `wins`: more options
 * won than chance allows, until staff have looked. `unmeasured`: it is not known yet how much its index moves.
 */
const paused = z.object({ symbol: z.string(), seconds: z.int(), reason: z.enum(['calm', 'wins', 'unmeasured']) });

/** What staff change; it holds for options that are opened later. */
const staffOptions = z.object({
  terms: z.array(
    z.object({
      seconds: z.int(),
      profit_ratio: decimal,
      fee_rate: decimal,
      /** Of a stake, in USDT. */
      min_number: decimal,
      max_number: decimal,
      /** Whether it is offered. */
      open: z.boolean(),
    }),
  ),
  /** ISO 3166-1 alpha-2: of whose users none are taken. */
  countries: z.array(z.string()),
  /** What wins may take from the house, in USDT: of one direction of a symbol within a minute, of a symbol, of all. */
  capacity_expiry: decimal,
  capacity_symbol: decimal,
  capacity: decimal,
  /** Open options of a user. */
  max_open: z.int(),
  /** Null figures are not known: how many price steps the index moves within the term, and the evidence of wins. */
  paused: z.array(
    z.extend(paused, { since: z.nullable(unixMs), moves: z.nullable(z.number()), evidence: z.nullable(z.number()) }),
  ),
});

/** Country codes, separated by spaces; `none`: no country. */
const countryCodes = z.string().check(z.trim(), z.regex(/^(?:none|[A-Za-z]{2}(?: [A-Za-z]{2})*)$/));

export const optionsContract = defineContract(optionsRoutes, {
  'GET /microtrade/payable_currencies': {
    input: noInput,
    output: wholeListOf(
      z.object({
        currency_id: z.int(),
        currency: z.string(),
        scale: z.int(),
        /** In the options account. */
        available: decimal,
        min_number: decimal,
        max_number: decimal,
      }),
    ),
    errors: ['area_unsupported'],
    summary: 'Currencies an option may be staked in',
  },
  'GET /microtrade/seconds': {
    input: noInput,
    output: z.object({
      list: z.array(
        z.object({
          seconds: z.int(),
          profit_ratio: decimal,
          /** Of the stake; a ratio. */
          fee_rate: decimal,
          /** What a stake is worth, in USDT. */
          min_number: decimal,
          max_number: decimal,
        }),
      ),
      /** The instruments that options are on. */
      matches: z.array(z.object({ match_id: z.int(), symbol: z.string() })),
      paused: z._default(z.array(paused), []),
    }),
    summary: 'Terms and what they pay, and the instruments with options',
  },
  'POST /microtrade/submit': {
    input: z.object({
      match_id: smallId,
      currency_id: smallId,
      type: oneOf(1, 2),
      seconds: whole(1, 86_400),
      number: positiveDecimal,
      /** What the user saw of the term: another one is rejected. */
      profit_ratio: optional(decimalString),
      fee_rate: optional(decimalString),
      key: payKey,
    }),
    output: optionOrder,
    errors: [
      'price_moved',
      'key_missing',
      'key_wrong',
      'key_locked',
      'key_blocked',
      'insufficient_balance',
      'instrument_unknown',
      'currency_unknown',
      'currency_closed',
      'market_closed',
      'market_closes_first',
      'market_halted',
      'stale_price',
      'order_limit',
      'amount_too_small',
      'amount_too_large',
      'option_capacity',
      'option_paused',
      'too_many_orders',
      'area_unsupported',
      'country_restricted',
      'brake_excluded',
      'brake_daily_loss',
      'brake_cool_off',
    ],
    value: bounded(
      'who referred the caller',
      'The house takes the other side; a referrer gets a share of what the house earns by it.',
    ),
    summary: 'Open an option: stake and fee leave the options account',
  },
  'GET /microtrade/lists': {
    input: z.object({
      page: paging.page,
      limit: z._default(whole(1, 100), 5),
      status: optional(z.enum(['open', 'settled'])),
      symbol: optional(symbol),
    }),
    output: listOf(optionOrder),
    summary: 'Options, newest first; `settled` are all that are not open',
  },
  'GET /microtrade/get_result': {
    input: z.object({ id: rowId }),
    output: z.extend(optionOrder, {
      /** The price that is the strike. */
      strike: z.nullable(tick),
      /** The 25 prices of the settlement, oldest first; the 5 highest and 5 lowest do not count. */
      ticks: z.array(z.extend(tick, { counts: z.boolean() })),
    }),
    errors: ['not_found'],
    summary: 'How an option was settled, with every price that went into it',
  },
  'GET /microtrade/proof': {
    weight: 6,
    input: z.object({ id: rowId }),
    output: z.object({
      /** Raised when the form of the file changes. In the first version options have no `rules`. */
      version: z.union([z.literal(1), z.literal(2)]),
      option: z.extend(optionOrder, {
        /** How old a price may be, ms. */
        max_age: z.int(),
        payout: decimal,
        /** Numbers of the strike and of the newest price of the settlement. */
        strike_number: z.nullable(z.int()),
        settlement_number: z.nullable(z.int()),
      }),
      /** Recorded ticks around the entry and before the expiry, from one signed head to another; null until they are signed. */
      record: z.nullable(z.object({ entry: span, settlement: span, heads: heads.shape.list, key: heads.shape.key })),
    }),
    errors: ['not_found'],
    summary: 'What proves the settlement of an option: the recorded ticks and the signed heads around them',
  },
  'GET /microtrade/house': {
    input: noInput,
    output: wholeListOf(
      z.object({
        /** The day of the settlement. */
        day: utcDay,
        currency_id: z.int(),
        currency: z.string(),
        scale: z.int(),
        won: z.int(),
        tied: z.int(),
        lost: z.int(),
        returned: z.int(),
        /** Stakes and fees of the options that were settled, and what they paid. */
        staked: decimal,
        fees: decimal,
        paid: decimal,
        /** What the house kept; negative where it lost. */
        result: decimal,
      }),
    ),
    summary: 'What options paid and what the house kept, by day; the last 30 days, newest first',
  },
  'GET /staff/options': {
    staff: staffReads(DESK_ROLES),
    input: noInput,
    output: staffOptions,
    summary: 'Terms, capacities and countries of options, for staff',
  },
  'POST /staff/options/term': {
    staff: twoMembers(MONEY_ROLES, {
      delay: 'standard',
      current: { read: 'GET /staff/options', at: [{ list: 'terms', by: { seconds: 'seconds' } }] },
      alone: 'Close a term.',
    }),
    input: z.object({
      seconds: whole(10, 86_400),
      reason: text(200),
      profit_ratio: optional(positiveUpTo('2')),
      fee_rate: optional(decimalUpTo('0.05')),
      min_number: optional(positiveTermAmount),
      max_number: optional(positiveTermAmount),
      open: optional(flag()),
    }),
    output: staffOptions,
    errors: ['forbidden', 'confirmation_required', 'field_required', 'field_too_large', 'field_too_small'],
    summary: 'Change a term of options, or add one; it holds for options that are opened later',
  },
  'POST /staff/options/limits': {
    staff: twoMembers(MONEY_ROLES, {
      delay: 'standard',
      current: { read: 'GET /staff/options', at: [] },
    }),
    input: z.object({
      reason: text(200),
      countries: optional(countryCodes),
      capacity_expiry: optional(termAmount),
      capacity_symbol: optional(termAmount),
      capacity: optional(termAmount),
      max_open: optional(whole(0, 10_000)),
    }),
    output: staffOptions,
    errors: ['forbidden', 'confirmation_required'],
    summary: 'Change capacities and countries of options; it holds for options that are opened later',
  },
  'POST /staff/options/resume': {
    staff: twoMembers(MONEY_ROLES, { delay: 'none', current: null }),
    input: z.object({ symbol, seconds: whole(1, 86_400), reason: text(200) }),
    output: staffOptions,
    errors: ['forbidden', 'confirmation_required', 'not_found'],
    summary: 'Sell a term on an instrument again that stopped because more won than chance allows',
  },
});
export type OptionsContract = typeof optionsContract;
