import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import {
  decimal,
  listOf,
  many,
  noInput,
  optional,
  paging,
  picture,
  symbol,
  text,
  time,
  unixMs,
  whole,
  wholeListOf,
} from '../../kit/fields.ts';
import { categories, haltReasons, intervals } from '../../kit/rules/vocabulary.ts';
import { DESK_ROLES, MONEY_ROLES, oneUnproved, STOP_ROLES, staffReads, twoMembers } from '../../kit/staff-policy.ts';
import { instrumentsRoutes } from './routes.ts';
import {
  calendarsAndCurrencies,
  catalogueChange,
  haltInput,
  instrumentAddition,
  instrumentChanges,
  staffCalendar,
  staffCurrency,
  staffInstrument,
} from './staff-contract.ts';

/** A quote as the realtime connection carries it too. Absent while an instrument never had a price. */
export const quote = z.object({
  last: decimal,
  bid: decimal,
  ask: decimal,
  /** The source's price, which no order of a user moves: what options settle on. */
  index: decimal,
  /** Index + mean over 60 s of the basis, within a narrow band around it: what values and liquidates positions. */
  mark: decimal,
  /** A ratio: 0.0123 is +1.23 %. */
  change_24h: decimal,
  high_24h: decimal,
  low_24h: decimal,
  /** In units of the base. */
  volume_24h: decimal,
  /** In units of the quote currency. */
  turnover_24h: decimal,
  at: unixMs,
});

export type Quote = z.infer<typeof quote>;

const instrument = z.object({
  symbol: z.string(),
  name: z.string(),
  category: z.enum(categories),
  /** Base: a currency code, a ticker, or the underlying of a contract. */
  base: z.string(),
  /** Currency of the price; for stocks, forex and futures not the currency that trades settle in. */
  quote: z.string(),
  /** Currency ids of base (only where it is a currency held here) and of settlement, as `/coin/trade` takes them. */
  currency_id: z.nullable(z.int()),
  legal_id: z.int(),
  /** Smallest steps of price and amount; prices and amounts are whole multiples. */
  tick: decimal,
  lot: decimal,
  min_amount: decimal,
  /** Least price × amount, in the quote currency. */
  min_total: decimal,
  price_scale: z.int(),
  amount_scale: z.int(),
  /** Ratios: 0.001 is 0.1 %. */
  maker_fee_rate: decimal,
  taker_fee_rate: decimal,
  /** What can be done with it. */
  trades: z.array(z.enum(['spot', 'lever', 'micro'])),
  /** Leverage steps offered, empty for none. */
  multiples: z.array(z.int()),
  open: z.boolean(),
  /** When trading resumes (closed) and pauses (open); null if it never pauses. */
  next_open: z.nullable(unixMs),
  next_close: z.nullable(unixMs),
  timezone: z.string(),
  /** Countries whose residents may not trade it, ISO 3166-1 alpha-2; `country` of `/user/info` is the user's. */
  countries: z.array(z.string()),
  icon: z.nullable(picture),
  /** Position in the default order of its category. */
  rank: z.int(),
  /** Where its price comes from: `simulated`, or venues by name (`binance, okx`); empty where nothing gives one. */
  source: z.string(),
  latest: z.nullable(quote),
  /** Why it takes no orders although its market is open, and since when where that is known; null where it does. */
  halt: z.nullable(z.object({ reason: z.enum(haltReasons), since: z.nullable(unixMs) })),
});

export type Instrument = z.infer<typeof instrument>;

const currency = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  /** Fraction digits of stored and shown balances. */
  scale: z.int(),
  kind: z.enum(['crypto', 'fiat']),
  image: z.nullable(picture),
  deposits_open: z.boolean(),
  withdrawals_open: z.boolean(),
});

/** `[t, open, high, low, close, volume]`, t the opening time of the bar in Unix ms. */
export const bar = z.tuple([unixMs, decimal, decimal, decimal, decimal, decimal]);

export type Bar = z.infer<typeof bar>;

/** Of changes that name the version they were made on. */
const staffErrors = ['forbidden', 'confirmation_required', 'changed_meanwhile'] as const;
const termsErrors = [
  'invalid_field',
  'field_too_large',
  'field_too_small',
  'terms_rejected',
  'mark_reach',
  'option_calm',
] as const;

const hex = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** Where the chain of a symbol stood at a signed moment; before its first tick the number is 0 and there is no moment. */
const head = z.object({ at: z.nullable(unixMs), number: z.int(), link: hex });

/**
 * `[at, bid, ask, last, high, low, lots, index, basis, fraction]`: prices in ticks of the instrument, the basis of the mark
 * in half ticks, the fraction of the index in thousandths of a tick, amounts in lots. Ticks that former versions recorded
 * have no fraction, and no basis before.
 */
const tick = z.union([
  z.tuple([unixMs, z.int(), z.int(), z.int(), z.int(), z.int(), z.int(), z.int()]),
  z.tuple([unixMs, z.int(), z.int(), z.int(), z.int(), z.int(), z.int(), z.int(), z.int()]),
  z.tuple([unixMs, z.int(), z.int(), z.int(), z.int(), z.int(), z.int(), z.int(), z.int(), z.int()]),
]);

export const instrumentsContract = defineContract(instrumentsRoutes, {
  'GET /currency/list': {
    weight: 2,
    input: noInput,
    output: wholeListOf(currency),
    summary: 'Every currency that can be held',
  },
  'GET /currency/quotation_new': {
    weight: 3,
    input: z.object({
      category: optional(z.enum(categories)),
      symbols: optional(many(symbol, 50)),
      /** Part of a symbol or a name. */
      keyword: optional(text(40)),
    }),
    output: z.object({ list: z.array(instrument), feed: z.enum(['simulated', 'live']), now: unixMs }),
    summary: 'Instruments with their rules of trading, calendar state and latest quote',
  },
  'GET /currency/sparklines': {
    weight: 3,
    input: noInput,
    output: z.object({
      list: z.array(
        z.object({
          symbol: z.string(),
          /** Prices of the last day of trading at even distances, oldest first: 0 is the lowest, 100 the highest. */
          points: z.array(z.int().check(z.minimum(0), z.maximum(100))),
        }),
      ),
      /** Of the last price in them. */
      at: unixMs,
    }),
    summary: 'The day’s curve of every instrument, to draw beside its figures; made anew each few minutes',
  },
  'GET /currency/listed': {
    weight: 2,
    input: noInput,
    output: wholeListOf(z.object({ symbol: z.string(), at: unixMs })),
    summary: 'Instruments that were listed within the last 90 days, newest first',
  },
  'GET /currency/new_timeshar': {
    weight: 4,
    input: z.object({
      symbol,
      interval: z.enum(intervals),
      /** Opening times, both inclusive; without `from`, the last `limit` bars up to `to` or now. */
      from: optional(time),
      to: optional(time),
      limit: z._default(whole(1, 1000), 300),
    }),
    output: z.object({ symbol: z.string(), interval: z.enum(intervals), bars: z.array(bar) }),
    errors: ['instrument_unknown'],
    summary: 'Bars of an instrument, oldest first; the last one may still be forming',
  },
  'GET /market/heads': {
    weight: 3,
    input: z.object({
      /** Ends of minutes, both inclusive; the last `limit` of them. */
      from: optional(time),
      to: optional(time),
      limit: z._default(whole(1, 20), 1),
    }),
    output: z.object({
      /** Ed25519 public key that signs now, hexadecimal. */
      key: hex,
      list: z.array(
        z.object({
          at: unixMs,
          /** Number and link of the last tick of each symbol. */
          heads: z.record(z.string(), z.tuple([z.int(), hex])),
          /** The key of this signature. */
          key: hex,
          /** Ed25519, base64url. */
          signature: z.string(),
        }),
      ),
    }),
    summary: 'Signed heads of the record of ticks, oldest first: one each minute, kept for ever',
  },
  'GET /market/ticks': {
    weight: 6,
    input: z.object({
      symbol,
      /** At most ten minutes, within the last week. */
      from: time,
      to: time,
    }),
    output: z.object({
      symbol: z.string(),
      /** In which the last tick is counted. */
      tick: decimal,
      lot: decimal,
      /** Those up to a number, inclusive, are counted in another tick and lot: staff changed them in between. */
      earlier: z.optional(z.array(z.object({ until: z.int(), tick: decimal, lot: decimal }))),
      /** The ticks lead from this signed head to that one. */
      start: head,
      end: head,
      ticks: z.array(tick),
    }),
    errors: ['instrument_unknown'],
    summary: 'Recorded ticks of whole minutes, with the signed heads that they lead from and to',
  },
  'GET /staff/instruments': {
    staff: staffReads(DESK_ROLES),
    weight: 5,
    input: noInput,
    output: z.object({
      version: z.int(),
      list: z.array(staffInstrument),
      /** Whose new tick or lot does not fit what rests in the book: the market halts them until it does. */
      misfits: z.array(z.object({ symbol, reason: z.string() })),
    }),
    summary: 'Every instrument with all that staff may change, and the terms that follow from it',
  },
  'GET /staff/instruments/changes': {
    staff: staffReads(DESK_ROLES),
    weight: 3,
    input: z.object({ ...paging, subject: optional(text(80)) }),
    output: listOf(catalogueChange),
    summary: 'What was changed in the catalogue, newest first: who, when, why, before and after',
  },
  'POST /staff/instruments/change': {
    staff: twoMembers(MONEY_ROLES, {
      delay: 'standard',
      current: { read: 'GET /staff/instruments', at: [{ list: 'list', by: { symbol: 'symbol' } }] },
    }),
    input: instrumentChanges,
    output: staffInstrument,
    errors: [...staffErrors, 'instrument_unknown', ...termsErrors, 'orders_resting', 'halt_required'],
    summary: 'Change an instrument that is at this version; fields that are not sent stay',
  },
  'POST /staff/instruments/add': {
    staff: twoMembers(MONEY_ROLES, { delay: 'standard', current: null }),
    input: instrumentAddition,
    output: staffInstrument,
    errors: ['forbidden', 'confirmation_required', ...termsErrors, 'currency_unknown', 'symbol_taken'],
    summary: 'List an instrument; it is halted until staff resume it',
  },
  'POST /staff/instruments/halt': {
    staff: oneUnproved(
      STOP_ROLES,
      'It only restricts: its index is recorded on, so what is open settles as if it had not been halted.',
    ),
    input: haltInput,
    output: staffInstrument,
    errors: ['forbidden', 'instrument_unknown'],
    summary: 'Halt an instrument at once: no quotes, no fills, no new orders',
  },
  'POST /staff/instruments/resume': {
    staff: twoMembers(STOP_ROLES, { delay: 'none', current: null }),
    input: haltInput,
    output: staffInstrument,
    errors: ['forbidden', 'confirmation_required', 'instrument_unknown'],
    summary: 'Resume an instrument that staff halted',
  },
  'GET /staff/calendars': {
    staff: staffReads(DESK_ROLES),
    weight: 3,
    input: noInput,
    output: wholeListOf(staffCalendar),
    summary: 'Trading hours and holidays, and until when the holidays are known',
  },
  'POST /staff/calendars/change': {
    staff: twoMembers(MONEY_ROLES, {
      delay: 'standard',
      current: { read: 'GET /staff/calendars', at: [{ list: 'list', by: { calendar: 'id' } }] },
    }),
    input: calendarsAndCurrencies.holidays,
    output: staffCalendar,
    errors: [...staffErrors, 'not_found'],
    summary: 'Change holidays of a calendar that is at this version',
  },
  'GET /staff/currencies': {
    staff: staffReads(DESK_ROLES),
    weight: 3,
    input: noInput,
    output: wholeListOf(staffCurrency),
    summary: 'Every currency with its version',
  },
  'POST /staff/currencies/change': {
    staff: twoMembers(MONEY_ROLES, {
      delay: 'standard',
      current: { read: 'GET /staff/currencies', at: [{ list: 'list', by: { code: 'code' } }] },
      alone: 'Close a currency.',
    }),
    input: calendarsAndCurrencies.currency,
    output: staffCurrency,
    errors: [...staffErrors, 'currency_unknown', 'scale_in_use'],
    summary:
      'Change a currency that is at this version: its name, its scale while there is no money of it, open or closed',
  },
  'POST /staff/currencies/add': {
    staff: twoMembers(MONEY_ROLES, { delay: 'standard', current: null }),
    input: calendarsAndCurrencies.addition,
    output: staffCurrency,
    errors: ['forbidden', 'confirmation_required', 'symbol_taken'],
    summary: 'Add a currency',
  },
});
export type InstrumentsContract = typeof instrumentsContract;
