import { calendar } from '../src/platform/calendar/calendar.ts';
import type { LiveSettings } from '../src/platform/market/feed-settings.ts';
import { openLiveSource } from '../src/platform/market/live/live-source.ts';
import type { PriceSource } from '../src/platform/market/price-source.ts';
import type { MarketTerms } from '../src/platform/market/terms.ts';
import { type FakeTiming, fakeTiming, until } from './fake-timing.ts';
import type { LoopbackVenue } from './loopback-venue.ts';

export const BTC = 'BTC/USDT';
export const ETH = 'ETH/USDT';
export const PERP = 'BTC/USDT-PERP';
export const EUR = 'EUR/USD';
/** ms after which a price is too old. */
export const MAX_AGE = 5_000;
/** Of EUR/USD, as Pyth names feeds. */
export const EUR_FEED = 'a9'.repeat(32);

const ALWAYS = calendar('UTC', [[0, 24 * 60]], [], [0, 1, 2, 3, 4, 5, 6]);

const termsOf = (symbol: string, assetClass: string, tick: string, lot: string): MarketTerms => ({
  symbol,
  assetClass,
  quote: 'USDT',
  tick,
  lot,
  calendar: ALWAYS,
  house: { halfSpread: 0.0001, width: 0.002, levels: 10, depth: 1_000, cap: 3, skew: 0.0005, refill: 10_000 },
  breaker: { jump: 0.05, spread: 0.02, age: MAX_AGE, pause: 60_000 },
  markBand: 0.005,
  halted: false,
  simulation: { start: 1, parts: [], dailyTurnover: 1 },
});

export const LIVE_TERMS: Readonly<Record<string, MarketTerms>> = {
  [BTC]: termsOf(BTC, 'crypto', '0.01', '0.00001'),
  [ETH]: termsOf(ETH, 'crypto', '0.01', '0.0001'),
  [PERP]: termsOf(PERP, 'crypto', '0.1', '0.001'),
  [EUR]: termsOf(EUR, 'forex', '0.00001', '1000'),
};

export const liveTerms = (symbols: readonly string[]): MarketTerms[] =>
  symbols.map((symbol) => LIVE_TERMS[symbol] as MarketTerms);

export type LiveStage = {
  readonly source: PriceSource;
  readonly timing: FakeTiming;
  /** What was logged as a warning: fields and message. */
  readonly warnings: readonly (readonly [fields: unknown, message: string])[];
  /** Database clock, Unix ms. */
  readonly now: () => number;
  /** A step of the market; the index price in the quote currency. */
  readonly step: (symbol?: string) => number | null;
  /** Makes steps until the price is this. */
  readonly becomes: (price: number | null, symbol?: string) => Promise<void>;
  /** Connections have to be open again: ends the pauses. */
  readonly reconnected: (venue: LoopbackVenue) => Promise<void>;
};

export type StageSetting = {
  readonly venues: readonly LoopbackVenue[];
  readonly symbols?: readonly string[];
  readonly names?: LiveSettings['names'];
  readonly hermes?: LiveSettings['hermes'];
};

/** Streams of one symbol at a venue: bids and asks, trades. */
const STREAMS = 2;

/** A source on loopback venues, subscribed to all of them. */
export async function liveStage({ venues, symbols = [BTC], names = {}, hermes }: StageSetting): Promise<LiveStage> {
  const timing = fakeTiming();
  const warnings: [unknown, string][] = [];
  const base = Date.now() - timing.monotonic();
  const now = () => base + timing.monotonic();
  const warn = (fields: unknown, message: string) => warnings.push([fields, message]);
  const source = await openLiveSource(
    { venues: venues.map(({ id, url }) => ({ id, url })), hermes, leadMs: 500, names },
    liveTerms(symbols),
    { log: { info: () => {}, warn: warn as never }, timing },
  );
  const [first = BTC] = symbols;
  const step = (symbol = first) => {
    source.advance(now(), () => true);
    const price = source.price(symbol);
    return price && price.mid * Number(LIVE_TERMS[symbol]?.tick);
  };
  const subscribed = (venue: LoopbackVenue) =>
    venue.subscribed().length >= STREAMS * symbols.filter((symbol) => names[venue.id]?.[symbol] !== null).length;
  await until(() => venues.every(subscribed), 'subscriptions');
  return {
    source,
    timing,
    warnings,
    now,
    step,
    becomes: (price, symbol) =>
      until(() => {
        const found = step(symbol);
        return price === null ? found === null : found !== null && Math.abs(found - price) < 1e-6 * price;
      }, `a price of ${price}`),
    async reconnected(venue) {
      let turn = 0;
      await until(() => {
        // The pauses are over half a second after each failure, and no silence is.
        if (turn++ % 10 === 0) void timing.pass(100);
        return subscribed(venue);
      }, 'a new connection');
    },
  };
}
