import type { Instrument, MarketLimits } from '../../../platform/catalogue/catalogue.ts';
import type { InstrumentRow } from '../snapshot.ts';
import type { CalendarId } from './calendars.ts';

/** An instrument as it is listed at first. */
export type Listing = Omit<InstrumentRow, 'version'>;

export type Parts = Listing['simulation']['parts'];

/** Nothing set by hand. */
export const BY_RULE: MarketLimits = {
  houseDepth: null,
  houseCap: null,
  breakerJump: null,
  breakerSpread: null,
  insuranceShare: null,
  insuranceCap: null,
  openInterestCap: null,
};

/** Sums the weights of equal parts, and drops what cancels out. */
export function merged(parts: Parts): Parts {
  const weights = new Map<string, number>();
  for (const { key, weight } of parts) weights.set(key, (weights.get(key) ?? 0) + weight);
  return [...weights].filter(([, weight]) => weight !== 0).map(([key, weight]) => ({ key, weight }));
}

/** A price step of 10^-digits as text. */
export const stepOf = (digits: number): string => (digits <= 0 ? '1' : `0.${'0'.repeat(digits - 1)}1`);

/** Five significant digits, at least cents. */
export const priceDigits = (price: number): number => Math.max(2, 4 - Math.floor(Math.log10(price)));

/** A lot worth between a tenth and one unit of the quote currency. */
export const lotDigits = (price: number): number => Math.min(8, Math.max(0, Math.floor(Math.log10(price)) + 1));

export const MAX_PRICE_AGE_MS = 5_000;

const MOST_TIER = 20_000_000;
const LEAST_TIER = 1_000_000;
/** Of a day's turnover. */
const TIER_SHARE = 0.01;

/**
 * Up to which notional value each multiple may be used: a hundredth of a day's turnover over the multiple, of at least
 * 1 and at most 20 million, in whole thousands.
 */
export function tiersOf(multiples: readonly number[], dailyTurnover: number): Listing['tiers'] {
  const most = Math.min(MOST_TIER, Math.max(LEAST_TIER, dailyTurnover * TIER_SHARE));
  return multiples
    .toSorted((a, b) => b - a)
    .map((multiple) => ({ limit: String(Math.ceil(most / multiple / 1_000) * 1_000), multiple }));
}

/** Units of the listed thing per lot, and digits of its price, for contracts that are traded in lots of one. */
export type ContractRow = readonly [
  symbol: string,
  name: string,
  calendar: CalendarId,
  quote: string,
  anchor: number,
  tick: string,
  volatility: number,
  factor: string,
  dailyTurnover: number,
];

type Rules = {
  readonly category: Instrument['category'];
  /** Ids are stable: rows are appended, never inserted or removed. */
  readonly firstId: number;
  readonly lot: string;
  readonly fee: string;
  readonly multiples: readonly number[];
  readonly overnightRate: string;
  readonly trades: Instrument['trades'];
  readonly spread: number;
  /** The part of the volatility that comes from the shared factor. */
  readonly shared: number;
};

/** The weights of a factor and of the asset itself that together give a volatility. */
export const partsOf = (asset: string, volatility: number, factor: string, shared: number): Parts => [
  { key: `factor:${factor}`, weight: volatility * shared },
  { key: `asset:${asset}`, weight: volatility * Math.sqrt(1 - shared * shared) },
];

/** Listings of a class whose instruments differ by their rows alone. */
export const listContracts = (rules: Rules, rows: readonly ContractRow[]): Listing[] =>
  rows.map(([symbol, name, calendar, quote, anchor, tick, volatility, factor, dailyTurnover], index) => ({
    id: rules.firstId + index,
    symbol,
    name,
    category: rules.category,
    base: symbol.split('/')[0] ?? symbol,
    quote,
    settlement: 'USDT',
    tick,
    lot: rules.lot,
    minAmount: rules.lot,
    minTotal: '1',
    makerFeeRate: rules.fee,
    takerFeeRate: rules.fee,
    trades: rules.trades,
    multiples: rules.multiples,
    tiers: tiersOf(rules.multiples, dailyTurnover),
    liquidationThreshold: '0.5',
    overnightRate: rules.overnightRate,
    exposureCap: null,
    calendar,
    rank: index + 1,
    maxPriceAgeMs: MAX_PRICE_AGE_MS,
    spread: rules.spread,
    limits: BY_RULE,
    countries: [],
    halt: null,
    simulation: { start: anchor, parts: partsOf(symbol, volatility, factor, rules.shared), dailyTurnover },
  }));
