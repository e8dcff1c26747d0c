import { z } from 'zod';
import { accountNames, categories, intervals } from '../rules/vocabulary.ts';
import { byKey, defineCall } from './call.ts';
import {
  decimal,
  many,
  noPayload,
  optional,
  picture,
  symbol,
  text,
  time,
  unixMs,
  whole,
  wholeListOf,
} from './fields.ts';

/** A quote as the realtime connection carries it too. Absent while an instrument never had a price. */
export const quote = z.object({
  last: decimal,
  bid: decimal,
  ask: decimal,
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
  /** Base: a currency code, a ticker, or what a contract is on. */
  base: z.string(),
  /** What the price counts; for stocks, forex and futures not the currency that trades settle in. */
  quote: z.string(),
  /** Currency ids of base (only where it is a currency held here) and of settlement, as `/coin/trade` takes them. */
  currency_id: z.int().nullable(),
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
  /** When trading resumes (closed) and pauses (open); null where it never pauses. */
  next_open: unixMs.nullable(),
  next_close: unixMs.nullable(),
  timezone: z.string(),
  icon: picture.nullable(),
  /** Position in the default order of its category. */
  rank: z.int(),
  latest: quote.nullable(),
});
export type Instrument = z.infer<typeof instrument>;

const currency = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  /** Digits behind the point that balances are kept and shown with. */
  scale: z.int(),
  kind: z.enum(['crypto', 'fiat']),
  image: picture.nullable(),
  deposits_open: z.boolean(),
  withdrawals_open: z.boolean(),
});

/** `[t, open, high, low, close, volume]`, t the opening time of the bar in Unix ms. */
export const bar = z.tuple([unixMs, decimal, decimal, decimal, decimal, decimal]);

export const marketCalls = byKey(
  defineCall({
    method: 'GET',
    path: '/currency/list',
    access: 'public',
    payload: noPayload,
    answer: wholeListOf(currency),
    built: true,
    summary: 'Every currency that can be held',
  }),
  defineCall({
    method: 'GET',
    path: '/currency/user_currency_list',
    access: 'user',
    payload: z.object({ account: z.enum(accountNames).default('change') }),
    answer: wholeListOf(
      z.object({
        currency_id: z.int(),
        currency: z.string(),
        name: z.string(),
        scale: z.int(),
        available: decimal,
        frozen: decimal,
      }),
    ),
    built: true,
    summary: 'What the user holds in one account, every currency listed',
  }),
  defineCall({
    method: 'GET',
    path: '/currency/quotation_new',
    access: 'public',
    payload: z.object({
      category: optional(z.enum(categories)),
      symbols: optional(many(symbol, 50)),
      /** Part of a symbol or a name. */
      keyword: optional(text(40)),
    }),
    answer: z.object({ list: z.array(instrument), feed: z.enum(['simulated', 'live']), now: unixMs }),
    built: true,
    summary: 'Instruments with their rules of trading, calendar state and latest quote',
  }),
  defineCall({
    method: 'GET',
    path: '/currency/new_timeshar',
    access: 'public',
    payload: z.object({
      symbol,
      interval: z.enum(intervals),
      /** Opening times, both inclusive; without `from`, the last `limit` bars up to `to` or now. */
      from: optional(time),
      to: optional(time),
      limit: whole(1, 1000).default(300),
    }),
    answer: z.object({ symbol: z.string(), interval: z.enum(intervals), bars: z.array(bar) }),
    built: true,
    errors: ['instrument_unknown'],
    summary: 'Bars of an instrument, oldest first; the last one may still be forming',
  }),
  defineCall({
    method: 'GET',
    path: '/optional/list',
    access: 'user',
    payload: noPayload,
    answer: wholeListOf(z.string()),
    built: true,
    summary: 'Symbols of the watchlist, in the user’s order',
  }),
  defineCall({
    method: 'POST',
    path: '/optional/add',
    access: 'user',
    payload: z.object({ symbol }),
    answer: wholeListOf(z.string()),
    built: true,
    errors: ['instrument_unknown'],
    summary: 'Put an instrument on the watchlist; answers the list',
  }),
  defineCall({
    method: 'POST',
    path: '/optional/del',
    access: 'user',
    payload: z.object({ symbol }),
    answer: wholeListOf(z.string()),
    built: true,
    summary: 'Take an instrument off the watchlist; answers the list',
  }),
);
