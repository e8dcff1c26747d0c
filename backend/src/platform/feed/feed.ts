import type { HaltReason, Interval } from '@tessera/api/rules';

/**
 * A source of prices. The simulated market is the default; a real one implements the same interface and is chosen by
 * setting. Prices and amounts are plain decimal strings on the instrument's tick and lot; times are Unix ms.
 */
export type Quote = {
  readonly symbol: string;
  readonly last: string;
  /** Best bid and ask. */
  readonly bid: string;
  readonly ask: string;
  /**
   * The source's price, which no order of a user can move; the last one before the first tick. With three digits more
   * than a tick, as it is recorded and as results are decided by it.
   */
  readonly index: string;
  /** Index + mean over 60 s of the basis, within a narrow band around it: values, stops and liquidates positions. */
  readonly mark: string;
  /** Against the price 24 h before; a ratio. */
  readonly change24h: string;
  readonly high24h: string;
  readonly low24h: string;
  /** In units of the base. */
  readonly volume24h: string;
  /** In units of the quote currency. */
  readonly turnover24h: string;
  /** When this price was made: the age of the price is now − at. While the market is closed, its last tick. */
  readonly at: number;
  /** False outside the instrument's trading hours. */
  readonly open: boolean;
  /** Of the frame that changed this symbol last: figures of one symbol with equal numbers belong to one instant. */
  readonly sequence: number;
  /** Why it takes no orders although its market is open; null where it does. */
  readonly halt: HaltReason | null;
  /** When it halted, Unix ms; null where it has not, and where this node was not there to see it. */
  readonly haltedAt: number | null;
};

export type Level = readonly [price: string, amount: string];

/** Best level first on both sides. */
export type Depth = { readonly bids: readonly Level[]; readonly asks: readonly Level[]; readonly at: number };

export type Trade = {
  readonly id: string;
  readonly price: string;
  readonly amount: string;
  /** Who took: `buy` lifted an offer. */
  readonly side: 'buy' | 'sell';
  readonly at: number;
};

/** `[t, open, high, low, close, volume]`, t the opening time of the bar. */
export type Bar = readonly [t: number, open: string, high: string, low: string, close: string, volume: string];

/** Bars whose opening time is in `[from, to]`; at most the last `limit` of them where `from` is absent, else the first. */
export type BarQuery = { readonly from?: number; readonly to?: number; readonly limit: number };

export interface Feed {
  /** Name of the source in the UI. */
  readonly source: 'simulated' | 'live';
  /** Where the price of this symbol comes from: `simulated`, or venues (`binance, okx`); empty where nothing gives one. */
  sourceOf(symbol: string): string;
  readonly symbols: readonly string[];
  /** Of the latest frame. What is read without an `await` in between belongs to one instant. */
  readonly sequence: number;
  /** Calls back after each frame, with the symbols that it changed. Returns an unsubscribe function. */
  listen(listener: (symbols: readonly string[]) => void): () => void;
  /** Null for a symbol that is unknown or never had a price. */
  quote(symbol: string): Quote | null;
  /**
   * With `step`, a decimal, the levels of each step together: bids rounded down and asks up. Null also for a step that is
   * not 1, 2 or 5 times a power of ten of the instrument's ticks.
   */
  depth(symbol: string, levels: number, step?: string): Depth | null;
  /** Trades in `(since, now]`, oldest first, the last `limit` of them. */
  trades(symbol: string, since: number, limit: number): readonly Trade[];
  /** Oldest first; the last one may still be forming. Empty for an unknown symbol. */
  bars(symbol: string, interval: Interval, query: BarQuery): Promise<readonly Bar[]>;
  /** The bar that is forming now; null while the market is closed. Cheap enough to ask several times a second. */
  liveBar(symbol: string, interval: Interval): Bar | null;
  /** Ends connections and timers, if there are any. */
  close(): Promise<void>;
}
