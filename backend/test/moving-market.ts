import { seededCatalogue } from '../src/domains/instruments/seeded.ts';
import type { Database } from '../src/platform/db/database.ts';
import { createEngine } from '../src/platform/market/engine.ts';
import { createMarketView, type MarketView } from '../src/platform/market/market-view.ts';
import { createSimulatedSource } from '../src/platform/market/simulated-source.ts';

const HOUR = 3_600_000;

/** A market without a record that a test moves. */
export type MovingMarket = MarketView & {
  /** Makes a step where time has passed since the last one. */
  step(): void;
};

/**
 * The simulated market of these symbols, by default of all, in memory, with a seed: all of them have a price at `now`, and full books. What
 * is closed was open nine hours before.
 */
export function movingMarket(now: () => number, symbols?: readonly string[]): MovingMarket {
  const terms = seededCatalogue.marketTerms().filter(({ symbol }) => symbols?.includes(symbol) ?? true);
  const engine = createEngine({ terms, source: createSimulatedSource({ terms, seed: 'moving' }), overallCap: 1e12 });
  const view = createMarketView({
    // It has no symbols of the record, so nothing is read.
    database: {} as Database,
    source: 'simulated',
    terms,
    onError: (error) => {
      throw error;
    },
  });
  let sequence = 0;
  let last = Number.NEGATIVE_INFINITY;
  function move(at: number): void {
    if (at <= last) return;
    last = at;
    engine.begin();
    engine.tick(at);
    engine.commit();
    const frame = engine.takeFrame(at);
    if (frame) view.apply({ ...frame, sequence: ++sequence, token: '1' });
  }
  const start = now();
  for (const before of [9 * HOUR, 40_000, 20_000, 0]) move(start - before);
  // Accessors would be read once by a spread.
  return Object.assign(Object.create(view) as MarketView, { step: () => move(now()) });
}
