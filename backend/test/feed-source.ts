import type { Feed } from '../src/platform/feed/feed.ts';
import type { IndexPrice, PriceSource } from '../src/platform/market/price-source.ts';
import type { MarketTerms } from '../src/platform/market/terms.ts';

/** Half of the difference between bid and ask below which they count as one price; a ratio. */
const CLOSE = 1e-9;

/**
 * Terms under which the house quotes without end: it buys and sells any amount a tick apart, and its ladder is full
 * after a step.
 */
export const endless = (terms: MarketTerms): MarketTerms => ({
  ...terms,
  // A test sets few prices: symbols without one do not halt the others.
  assetClass: terms.symbol,
  house: { halfSpread: CLOSE, width: CLOSE, levels: 1, depth: 2 ** 40, cap: 1_000, skew: 0, refill: 0.01 },
  breaker: { ...terms.breaker, jump: 1e9 },
});

/**
 * Index prices from the quotes of a feed whose prices a test sets. Where bid and ask are one, the house sells at that
 * price and buys a tick below.
 */
export function feedSource(feed: Pick<Feed, 'quote'>, terms: () => readonly MarketTerms[]): PriceSource {
  return {
    name: 'simulated',
    sourceOf: () => 'simulated',
    revise: () => undefined,
    advance: () => undefined,
    price(symbol): IndexPrice | null {
      const quote = feed.quote(symbol);
      if (!quote) return null;
      const tick = Number(terms().find((each) => each.symbol === symbol)?.tick);
      const [bid, ask] = [Math.round(Number(quote.bid) / tick), Math.round(Number(quote.ask) / tick)];
      return { mid: bid === ask ? ask - 0.5 : (bid + ask) / 2, at: quote.at, spread: 0 };
    },
    prints: () => [],
    state: () => undefined,
    close: async () => undefined,
  };
}
