import type { InstrumentMarket } from './instrument-market.ts';
import { mix, unit } from './noise.ts';

export type BookLevel = readonly [price: number, lots: number];

/** Orders at a price stay about two seconds, then others take their place. */
const STAY_TICKS = 10;

/** Levels are placed in cells of this share of the spread; each cell has one price. */
const CELL_OF_SPREAD = 0.4;

/** Seconds of average trade that rest at the best level, and how much more further away. */
const BEST_LEVEL_SECONDS = 1.6;
const GROWTH = 0.12;

function lotsAt(market: InstrumentMarket, price: number, distance: number, moment: number): number {
  const until = Math.floor((moment + (mix(market.seed, price) % STAY_TICKS)) / STAY_TICKS);
  const size = 0.15 + 1.7 * unit(market.seed ^ until, price) ** 2;
  return Math.max(1, Math.round(market.lotsPerSecond * BEST_LEVEL_SECONDS * size * (1 + GROWTH * distance)));
}

/** The book at a moment, best level first, in whole ticks and lots. Fewer levels where the price comes near zero. */
export function bookAt(
  market: InstrumentMarket,
  moment: number,
  levels: number,
): { readonly bids: readonly BookLevel[]; readonly asks: readonly BookLevel[] } {
  const last = market.priceAt(moment);
  const bid = market.bidOf(last);
  const ask = market.askOf(last);
  const cell = Math.max(1, Math.round((ask - bid) * CELL_OF_SPREAD));
  const priceIn = (index: number): number => index * cell + (mix(market.seed, index) % cell);
  const side = (best: number, step: 1 | -1): BookLevel[] => {
    const found: BookLevel[] = [[best, lotsAt(market, best, 0, moment)]];
    for (let index = Math.floor(best / cell) + step; found.length < levels && index > 0; index += step) {
      const price = priceIn(index);
      if (price > 0) found.push([price, lotsAt(market, price, found.length, moment)]);
    }
    return found;
  };
  return { bids: side(bid, -1), asks: side(ask, 1) };
}
