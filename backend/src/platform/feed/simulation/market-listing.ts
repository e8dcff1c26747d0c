import type { Calendar } from '../../calendar/calendar.ts';

/** Parameters of the simulated price and volume of one instrument. */
export type Simulation = {
  /** Price on the anchor day, 2026-11-01. */
  readonly anchor: number;
  /** What moves its log price: shared factors, and the asset itself; 1 is about 2 % a day. */
  readonly parts: readonly { readonly key: string; readonly weight: number }[];
  /** Between bid and ask, as a ratio of the price. */
  readonly spread: number;
  /** Traded in 24 hours of an open market, in the quote currency. */
  readonly dailyTurnover: number;
};

/** What a feed needs to know of an instrument. The catalogue is handed in: platform imports no domain. */
export type MarketListing = {
  readonly symbol: string;
  /** Prices are whole multiples of the tick, amounts of the lot; decimal strings. */
  readonly tick: string;
  readonly lot: string;
  readonly calendar: Calendar;
  readonly simulation: Simulation;
};
