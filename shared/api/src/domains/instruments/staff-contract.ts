import * as z from 'zod/mini';
import {
  decimal,
  decimalUpTo,
  flag,
  optional,
  positiveTermAmount,
  positiveUpTo,
  rowId,
  ruled,
  symbol,
  text,
  unixMs,
  whole,
} from '../../kit/fields.ts';
import { checkPositiveDecimal } from '../../kit/rules/decimal.ts';

/** In the quote currency: the yen's pairs turn over more in a day than any other amount that staff set. */
const dailyTurnover = positiveUpTo('1000000000000000');

/* What staff read and change of the catalogue. Lists are texts: `1,2,5`, or `none` for an empty one. */

const fee = decimalUpTo('0.01');

/** A value, or `rule`: what follows from the instrument's other fields. */
const orRule = (max: string) =>
  ruled((given) => {
    if (given === 'rule') return null;
    const failure = checkPositiveDecimal(given);
    if (failure) return failure;
    return Number(given) > Number(max) ? { code: 'field_too_large', params: { max } } : null;
  });

const listText = (each: RegExp) =>
  ruled((given) =>
    given === 'none' || given.split(',').every((part) => each.test(part)) ? null : { code: 'invalid_field' },
  );

/** Classes of what is listed; options are traded on all of them. */
const listedCategories = ['crypto', 'stocks', 'futures', 'intl_futures', 'forex', 'metals'] as const;

const date = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/));
const reason = text(300);
const version = whole(0);

/** What may be changed, all of it optional. */
const terms = {
  name: optional(text(60)),
  tick: optional(positiveTermAmount),
  lot: optional(positiveTermAmount),
  min_amount: optional(positiveTermAmount),
  /** Least price × amount, in the quote currency. */
  min_total: optional(positiveTermAmount),
  maker_fee_rate: optional(fee),
  taker_fee_rate: optional(fee),
  trades: optional(listText(/^(?:spot|lever|micro)$/)),
  multiples: optional(listText(/^[1-9]\d{0,2}$/)),
  /** Largest notional value of a position by multiple, in the settlement currency: `50000:100,250000:20`. */
  tiers: optional(listText(/^[1-9]\d{0,14}:[1-9]\d{0,2}$/)),
  /** Positions are liquidated when this share of their margin is left. */
  liquidation_threshold: optional(positiveUpTo('0.95')),
  /** A year, of the notional value. */
  overnight_rate: optional(decimalUpTo('1')),
  /** Most that users may hold net on one side, in the settlement currency. */
  exposure_cap: optional(orRule('1000000000000')),
  calendar: optional(text(40)),
  rank: optional(whole(1, 10_000)),
  max_price_age_ms: optional(whole(500, 60_000)),
  /** Between bid and ask of the house. */
  spread: optional(positiveUpTo('0.05')),
  /** Lots that a full side of the house's ladder holds. */
  house_depth: optional(orRule('1000000000000')),
  /** Largest inventory of the house, in depths. */
  house_cap: optional(orRule('5')),
  breaker_jump: optional(orRule('0.5')),
  breaker_spread: optional(orRule('0.2')),
  /** What insurance may pay of a liquidation before positions across are reduced; of the notional value. */
  insurance_share: optional(orRule('0.01')),
  /** What insurance pays in a day before nothing more is opened, in the settlement currency. */
  insurance_cap: optional(orRule('1000000000000')),
  /** Most that users hold on one side at the highest multiple, in the settlement currency. */
  open_interest_cap: optional(orRule('1000000000000')),
  /** Where it may not be traded: ISO 3166-1 alpha-2 codes. */
  countries: optional(listText(/^[A-Z]{2}$/)),
  /** Average of 24 h, in the quote currency: what the house's depth follows from. */
  daily_turnover: optional(dailyTurnover),
};

export const instrumentChanges = z.object({ symbol, version, reason, ...terms });

export const instrumentAddition = z.object({
  ...terms,
  symbol,
  reason,
  name: text(60),
  category: z.enum(listedCategories),
  base: text(20),
  quote: text(20),
  settlement: text(20),
  tick: positiveTermAmount,
  lot: positiveTermAmount,
  maker_fee_rate: fee,
  taker_fee_rate: fee,
  trades: listText(/^(?:spot|lever|micro)$/),
  calendar: text(40),
  spread: positiveUpTo('0.05'),
  daily_turnover: dailyTurnover,
  /** Where its simulated price begins. */
  start: positiveTermAmount,
  /** Of the simulated price; 1 is 55 % a year. */
  volatility: positiveUpTo('5'),
});

export const haltInput = z.object({ symbol, reason });

export const calendarsAndCurrencies = {
  holidays: z.object({
    calendar: text(40),
    version,
    reason,
    /** Days without trading: `2028-12-25,2028-12-26`. */
    closed: optional(listText(/^\d{4}-\d\d-\d\d$/)),
    /** Days that end early, with the local time of the close: `2028-07-03@13:00`. */
    early: optional(listText(/^\d{4}-\d\d-\d\d@\d\d:\d\d$/)),
    /** Days that are no holidays any more. */
    open: optional(listText(/^\d{4}-\d\d-\d\d$/)),
    /** All holidays up to this day are known. */
    covered_until: optional(date),
  }),
  currency: z.object({
    code: text(20),
    version,
    reason,
    name: optional(text(60)),
    scale: optional(whole(0, 18)),
    open: optional(flag()),
  }),
  addition: z.object({
    code: z.string().check(z.trim(), z.regex(/^[A-Z0-9]{1,12}$/)),
    name: text(60),
    scale: whole(0, 18),
    kind: z.enum(['crypto', 'fiat']),
    reason,
  }),
};

const positiveOrNull = z.nullable(z.number());

export const staffInstrument = z.object({
  symbol: z.string(),
  id: z.int(),
  name: z.string(),
  category: z.enum(listedCategories),
  base: z.string(),
  quote: z.string(),
  settlement: z.string(),
  tick: decimal,
  lot: decimal,
  min_amount: decimal,
  min_total: decimal,
  maker_fee_rate: decimal,
  taker_fee_rate: decimal,
  trades: z.array(z.enum(['spot', 'lever', 'micro'])),
  multiples: z.array(z.int()),
  tiers: z.array(z.object({ limit: decimal, multiple: z.int() })),
  liquidation_threshold: decimal,
  overnight_rate: decimal,
  /** Null: by the rule. */
  exposure_cap: z.nullable(decimal),
  calendar: z.string(),
  rank: z.int(),
  max_price_age_ms: z.int(),
  spread: z.number(),
  daily_turnover: z.number(),
  /** Null: by the rule. */
  house_depth: positiveOrNull,
  house_cap: positiveOrNull,
  breaker_jump: positiveOrNull,
  breaker_spread: positiveOrNull,
  insurance_share: positiveOrNull,
  insurance_cap: positiveOrNull,
  open_interest_cap: positiveOrNull,
  countries: z.array(z.string()),
  /** Why staff halted it; null while they did not. */
  halt: z.nullable(z.string()),
  /** What the market quotes by: ratios, lots, depths, ms. */
  effective: z.object({
    half_spread: z.number(),
    width: z.number(),
    skew: z.number(),
    depth: z.number(),
    cap: z.number(),
    jump: z.number(),
    source_spread: z.number(),
    pause_ms: z.int(),
  }),
  version: z.int(),
});

const json = z.record(z.string(), z.unknown());

export const catalogueChange = z.object({
  version: z.int(),
  at: unixMs,
  /** Null: it came with a release. */
  staff: z.nullable(z.object({ id: rowId, name: z.string() })),
  /** `instrument:BTC/USDT`, `currency:USDT`, `calendar:us_equity`, `seed`. */
  subject: z.string(),
  action: z.string(),
  reason: z.nullable(z.string()),
  /** The fields that changed; null where nothing was there. */
  before: z.nullable(json),
  after: json,
});

export const staffCalendar = z.object({
  id: z.string(),
  timezone: z.string(),
  /** Minutes from local midnight. */
  sessions: z.array(z.tuple([z.int(), z.int()])),
  /** 0 is Sunday. */
  weekdays: z.array(z.int()),
  /** Holidays after this day are not known; null where there are none at all. */
  covered_until: z.nullable(date),
  holidays: z.array(z.object({ day: date, close_minute: z.nullable(z.int()) })),
  instruments: z.int(),
  version: z.int(),
});

export const staffCurrency = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  scale: z.int(),
  kind: z.enum(['crypto', 'fiat']),
  open: z.boolean(),
  version: z.int(),
});
