import type { Bar, Depth, Feed, Quote } from '../src/platform/feed/feed.ts';

export type FakeFeed = Feed & {
  /** Sets the market of a symbol; bid and ask are `last` unless given. */
  setPrice(symbol: string, last: string, more?: Partial<Quote>): void;
  /** The book that market orders walk; without one it is a single deep level at bid and ask. */
  setDepth(symbol: string, depth: Omit<Depth, 'at'>): void;
  /** Records the minute that opens at a time, with one price; oldest first. */
  record(symbol: string, opening: number, price: string): void;
};

const DEEP = '1000000000';

/** A market whose prices change only when a test changes them. */
export function fakeFeed(now: () => number): FakeFeed {
  const quotes = new Map<string, Quote>();
  const depths = new Map<string, Omit<Depth, 'at'>>();
  const minutes = new Map<string, Bar[]>();
  const listeners = new Set<(symbols: readonly string[]) => void>();
  let sequence = 0;
  const changed = (symbol: string) => {
    for (const listener of listeners) listener([symbol]);
  };
  return {
    source: 'simulated',
    sourceOf: () => 'simulated',
    get symbols() {
      return [...quotes.keys()];
    },
    get sequence() {
      return sequence;
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    quote: (symbol) => quotes.get(symbol) ?? null,
    depth(symbol) {
      const quote = quotes.get(symbol);
      if (!quote) return null;
      const deep = { bids: [[quote.bid, DEEP]], asks: [[quote.ask, DEEP]] } as const;
      return { ...(depths.get(symbol) ?? deep), at: quote.at };
    },
    trades: () => [],
    bars: async (symbol, interval, { from = 0, to = Number.POSITIVE_INFINITY, limit }) =>
      interval === '1m'
        ? (minutes.get(symbol) ?? []).filter(([opening]) => opening >= from && opening <= to).slice(-limit)
        : [],
    liveBar: () => null,
    close: async () => undefined,
    setPrice(symbol, last, more = {}) {
      quotes.set(symbol, {
        symbol,
        last,
        bid: last,
        ask: last,
        index: last,
        mark: last,
        change24h: '0',
        high24h: last,
        low24h: last,
        volume24h: '0',
        turnover24h: '0',
        at: now(),
        open: true,
        sequence: ++sequence,
        halt: null,
        haltedAt: null,
        ...more,
      });
      changed(symbol);
    },
    record(symbol, opening, price) {
      minutes.set(symbol, [...(minutes.get(symbol) ?? []), [opening, price, price, price, price, '1']]);
    },
    setDepth(symbol, depth) {
      depths.set(symbol, depth);
      sequence += 1;
      changed(symbol);
    },
  };
}
