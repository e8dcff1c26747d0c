import type { Calendar } from '../calendar/calendar.ts';
import type { HouseTerms } from './house.ts';
import type { Part } from './price-process.ts';

/** Limits beyond which a symbol halts: no quotes, no fills, orders are rejected with the reason. */
export type BreakerTerms = {
  /** Largest move of the mid price within a minute; a ratio. */
  readonly jump: number;
  /** Widest spread of the index source; a ratio of the price. */
  readonly spread: number;
  /** Oldest price of the index source, ms. */
  readonly age: number;
  /** How long a halt lasts at least, ms; one for age or by staff ends with its cause. */
  readonly pause: number;
};

/** What the market needs to know of an instrument. The catalogue hands it in: platform imports no domain. */
export type MarketTerms = {
  readonly symbol: string;
  /** Breakers of a class halt all of its symbols. */
  readonly assetClass: string;
  /** Currency of its prices. */
  readonly quote: string;
  /** Prices are whole multiples of the tick, amounts of the lot; decimal strings. */
  readonly tick: string;
  readonly lot: string;
  readonly calendar: Calendar;
  /** Staff halted it: no quotes, no fills; `staff` is the reason of the halt. */
  readonly halted: boolean;
  readonly house: HouseTerms;
  readonly breaker: BreakerTerms;
  /** How far the mark is from the index at most; a ratio. */
  readonly markBand: number;
  /** What moves the simulated price; a live source does not read it. */
  readonly simulation: {
    /** Price of a symbol that has none yet, in the quote currency. */
    readonly start: number;
    readonly parts: readonly Part[];
    /** Simulated trades of 24 h, in the quote currency. */
    readonly dailyTurnover: number;
  };
};
