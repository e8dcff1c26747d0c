import { spansBetween } from '../../calendar/calendar.ts';
import { highest, type Peak } from './extremes.ts';
import type { MarketListing } from './market-listing.ts';
import { noiseAt, seedOf, type Terms } from './noise.ts';
import { ANCHOR_MS, termsOf, trendsOf } from './octaves.ts';
import { BLOCK_TICKS, lotsBetween } from './volume.ts';

/** The market moves five times a second. */
export const TICK_MS = 200;
const DAY_TICKS = 86_400_000 / TICK_MS;

/** Price in whole ticks of the instrument, volume in whole lots: integers, so that nothing is lost on the way. */
export type Candle = {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly lots: number;
};

/** A price and when it was. */
export type Extreme = { readonly price: number; readonly moment: number };

/**
 * One instrument of the simulated market, as pure functions of the time. Floating point is confined to this folder:
 * the model makes prices up, it keeps no money. What leaves is whole ticks and whole lots.
 * A moment is the index of a tick, Unix ms / 200.
 */
export type InstrumentMarket = {
  readonly priceAt: (moment: number) => number;
  /** Highest (sign 1) or lowest (sign −1) price of the ticks `first … last`, both inclusive, trading or not. */
  readonly extreme: (first: number, last: number, sign: 1 | -1) => Extreme;
  readonly lotsBetween: (from: number, to: number) => number;
  readonly bidOf: (price: number) => number;
  readonly askOf: (price: number) => number;
  /** Over the trading time of `[from, to)` in Unix ms; null where the market was closed throughout. */
  readonly candle: (from: number, to: number) => Candle | null;
  readonly seed: number;
  /** What an average second trades, in lots: the measure of the book's depth. */
  readonly lotsPerSecond: number;
};

/** Two adjacent candles as one. */
export const grown = (before: Candle | null, after: Candle | null): Candle | null =>
  before && after
    ? {
        open: before.open,
        high: Math.max(before.high, after.high),
        low: Math.min(before.low, after.low),
        close: after.close,
        lots: before.lots + after.lots,
      }
    : (before ?? after);

export const momentAt = (time: number): number => Math.floor(time / TICK_MS);

/** The first tick at or after a time. */
const momentFrom = (time: number): number => Math.ceil(time / TICK_MS);

export function instrumentMarket(seed: string, listing: MarketListing): InstrumentMarket {
  const { calendar } = listing;
  const { anchor, parts, spread, dailyTurnover } = listing.simulation;
  const tick = Number(listing.tick);
  const terms: Terms = termsOf(seed, parts);
  const offset = Math.log(anchor / tick) - noiseAt(trendsOf(seed, parts), ANCHOR_MS);
  const toTicks = (log: number): number => Math.max(1, Math.round(Math.exp(log + offset)));

  // The spread in ticks grows with the price, and never so fast that a lower price would have a higher bid.
  const spreadOf = (price: number): number => Math.max(1, Math.round(price * spread));
  const volumeSeed = seedOf(seed, listing.symbol, 'volume');
  const lotsPerDay = dailyTurnover / anchor / Number(listing.lot);
  const lotsPerBlock = Math.round((lotsPerDay * BLOCK_TICKS) / DAY_TICKS);

  const priceAt = (moment: number): number => toTicks(noiseAt(terms, moment * TICK_MS));
  const extreme = (first: number, last: number, sign: 1 | -1): Extreme => {
    const { value, tick: moment } = highest(terms, first, last, TICK_MS, sign);
    return { price: toTicks(sign * value), moment };
  };
  const lots = (from: number, to: number): number => lotsBetween(volumeSeed, lotsPerBlock, from, to);

  function candle(from: number, to: number): Candle | null {
    const spans = spansBetween(calendar, from, to)
      .map(([begin, end]) => [momentFrom(begin), momentFrom(end) - 1] as const)
      .filter(([first, last]) => last >= first);
    const first = spans[0];
    const last = spans.at(-1);
    if (!first || !last) return null;
    let highs: Peak | undefined;
    let lows: Peak | undefined;
    let volume = 0;
    for (const [begin, end] of spans) {
      highs = highest(terms, begin, end, TICK_MS, 1, highs);
      lows = highest(terms, begin, end, TICK_MS, -1, lows);
      volume += lots(begin, end + 1);
    }
    if (!highs || !lows) return null;
    const range = { high: toTicks(highs.value), low: toTicks(-lows.value) };
    return { open: priceAt(first[0]), ...range, close: priceAt(last[1]), lots: volume };
  }

  return {
    priceAt,
    extreme,
    lotsBetween: lots,
    bidOf: (price) => Math.max(1, price - Math.floor(spreadOf(price) / 2)),
    askOf: (price) => price + Math.ceil(spreadOf(price) / 2),
    candle,
    seed: volumeSeed,
    lotsPerSecond: Math.max(1, lotsPerDay / 86_400),
  };
}
