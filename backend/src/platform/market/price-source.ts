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

/** A trade of the source: shown on the tape, fills nobody. Price in ticks, amount in lots. */
export type SourcePrint = { readonly price: number; readonly lots: number; readonly side: 'buy' | 'sell' };

export type PriceSource = {
  /** Name in the interface: `simulated`, or the venue. */
  readonly name: string;
  /** Moves all symbols to `at`, Unix ms, in the same instant. `open` says which of them trade. */
  advance(at: number, open: (symbol: string) => boolean): void;
  /** Null while there is none. */
  price(symbol: string): IndexPrice | null;
  /** Trades since the last `advance`, oldest first. */
  prints(symbol: string): readonly SourcePrint[];
  /** What another holder needs to go on; JSON. Undefined for a source outside. */
  state(): unknown;
  close(): Promise<void>;
};
