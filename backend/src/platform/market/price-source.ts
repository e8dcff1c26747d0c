import type { Candle } from './candles.ts';
import type { MarketTerms } from './terms.ts';

/*
 * Where the index price of each symbol comes from: the simulated price process, or venues. The engine reads it at each
 * step, on the node that holds the feed lease; no order of a user moves it.
 */

export type IndexPrice = {
  /** In ticks of the instrument, with fractions. */
  readonly mid: number;
  /** When it was made, Unix ms. */
  readonly at: number;
  /** Of the source's own book, a ratio of the price; 0 where it has none. */
  readonly spread: number;
};

/** A trade of the source: shown on the tape, fills no order. */
export type SourcePrint = {
  /**
   * Whole ticks. Null for a simulated trade: it happens at the best price of the book where the house alone stands
   * there, with no more lots than that, and not at all where an order of a user would have come first.
   */
  readonly price: number | null;
  /** Whole lots. */
  readonly lots: number;
  /** Who took: `buy` lifted an offer. */
  readonly side: 'buy' | 'sell';
};

/** Prices in ticks, with fractions. */
export type TradedRange = { readonly low: number; readonly high: number };

/** Of a perpetual contract. */
export type FundingRate = {
  /** Paid per interval by those who are long; a decimal ratio, negative where they receive it. */
  readonly rate: string;
  /** When it was read, Unix ms. */
  readonly at: number;
  /** When it is paid next, Unix ms. */
  readonly next: number;
};

export type PriceSource = {
  readonly name: 'simulated' | 'live';
  /** Where the price of this symbol comes from, as the interface names it: `simulated`, or venues (`binance, okx`). */
  sourceOf(symbol: string): string;
  /** New terms of staff: a symbol that joins has no price yet, one that left has none any more. */
  revise(terms: readonly MarketTerms[]): void;
  /** Moves all symbols to `at`, Unix ms, in the same instant. `open` says which of them trade. */
  advance(at: number, open: (symbol: string) => boolean): void;
  /** Null while there is none. */
  price(symbol: string): IndexPrice | null;
  /** Trades since the last `advance`, oldest first. */
  prints(symbol: string): readonly SourcePrint[];
  /** What another holder needs to go on; JSON. Undefined for a source outside. */
  state(): unknown;
  /**
   * Up to so many bars that ended by `until`, Unix ms, oldest first, in whole ticks and lots; empty where none are known.
   * Absent where prices have no past of their own.
   */
  history?(
    symbol: string,
    interval: '1m' | '15m' | '1h' | '1d',
    bars: number,
    until: number,
  ): Promise<readonly Candle[]>;
  /**
   * Called by a node that takes the market over, before its first `advance`: it needs to know what was traded after
   * `since`, Unix ms. A symbol has no price while that is being read, for some seconds at most. Absent where nothing
   * happens unwatched.
   */
  recall?(since: number): void;
  /**
   * The range that was traded after `since`; null where it is not known, or nothing was. The engine asks with the first
   * price after a pause, so that a resting order does not miss what happened meanwhile.
   */
  missed?(symbol: string, since: number): TradedRange | null;
  /** Of the perpetual contract at the venue; null where there is none. */
  fundingRate?(symbol: string): FundingRate | null;
  close(): Promise<void>;
};
