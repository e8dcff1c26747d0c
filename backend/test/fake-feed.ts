import type { Depth, Feed, PriceRange, Quote } from '../src/platform/feed/feed.ts';

export type FakeFeed = Feed & {
  /** Sets the market of a symbol; bid and ask are `last` unless given. */
  setPrice(symbol: string, last: string, more?: Partial<Quote>): void;
  /** What the next sweep sees the market to have reached. */
  setRange(symbol: string, range: Omit<PriceRange, 'until'>): void;
  /** The book that market orders walk; without one it is a single deep level at bid and ask. */
  setDepth(symbol: string, depth: Omit<Depth, 'at'>): void;
};

const DEEP = '1000000000';

/** A market whose prices change only when a test changes them. */
export function fakeFeed(now: () => number): FakeFeed {
  const quotes = new Map<string, Quote>();
  const ranges = new Map<string, Omit<PriceRange, 'until'>>();
  const depths = new Map<string, Omit<Depth, 'at'>>();
  return {
    source: 'simulated',
    get symbols() {
      return [...quotes.keys()];
    },
    quote: (symbol) => quotes.get(symbol) ?? null,
    range(symbol) {
      const quote = quotes.get(symbol);
      if (!quote) return null;
      const own = ranges.get(symbol);
      const still = { lowAsk: quote.ask, highBid: quote.bid, low: quote.last, high: quote.last };
      return { ...(own ?? still), until: now() };
    },
    depth(symbol) {
      const quote = quotes.get(symbol);
      if (!quote) return null;
      const deep = { bids: [[quote.bid, DEEP]], asks: [[quote.ask, DEEP]] } as const;
      return { ...(depths.get(symbol) ?? deep), at: quote.at };
    },
    trades: () => [],
    bars: async () => [],
    liveBar: () => null,
    close: async () => undefined,
    setPrice(symbol, last, more = {}) {
      ranges.delete(symbol);
      quotes.set(symbol, {
        symbol,
        last,
        bid: last,
        ask: last,
        change24h: '0',
        high24h: last,
        low24h: last,
        volume24h: '0',
        turnover24h: '0',
        at: now(),
        open: true,
        ...more,
      });
    },
    setRange: (symbol, range) => void ranges.set(symbol, range),
    setDepth: (symbol, depth) => void depths.set(symbol, depth),
  };
}
