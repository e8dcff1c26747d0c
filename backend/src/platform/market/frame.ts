import type { HaltReason } from '@tessera/api/rules';
import type { BookLevel } from './symbol-market.ts';

/*
 * What the market publishes: one frame holds all that changed in one instant, under one sequence number. The node that
 * holds the feed lease makes it after its commit; all nodes read prices from frames alone and compute none.
 * Prices are whole ticks, amounts whole lots of the instrument.
 */

export type { HaltReason };

export type Print = {
  /** Unique within the symbol, growing. */
  readonly id: number;
  readonly price: number;
  readonly lots: number;
  /** Who took: `buy` lifted an offer. */
  readonly side: 'buy' | 'sell';
  /**
   * `book`: a trade of this book, which filled an order of a user. `source`: a trade of the price source, simulated or
   * of a venue, which filled no order here.
   */
  readonly origin: 'book' | 'source';
};

/** A symbol as a whole after a change: never a difference. */
export type SymbolFrame = {
  readonly symbol: string;
  /** Number of its latest tick in the chain. */
  readonly tick: number;
  /** When its price was made, Unix ms; the age of the price is now − at. While closed, its last tick. */
  readonly at: number;
  readonly open: boolean;
  readonly halt: HaltReason | null;
  /** The last trade, or the nearer of bid and ask where the book has moved past it; null before the first tick. */
  readonly last: number | null;
  /** The source's price, with fractions: no order of a user moves it. */
  readonly index: number | null;
  /** Of the latest tick, whole ticks: by what positions are valued, stopped and liquidated. See `mark.ts`. */
  readonly mark: number | null;
  /** Best first; users and house together. */
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
  /** Trades since the frame before, oldest first; the last 100. Fills of one step at one price are one trade. */
  readonly prints: readonly Print[];
};

export type MarketFrame = {
  /** Raised by one with every frame, on whichever node. */
  readonly sequence: number;
  /** Token of the lease under which it was made: frames of a former holder are dropped. */
  readonly token: string;
  /** Database clock, Unix ms. */
  readonly at: number;
  readonly symbols: readonly SymbolFrame[];
};
