import { seededCatalogue } from '../../src/domains/instruments/index.ts';
import { demonstrationJob as investments } from '../../src/domains/invest/demonstration.ts';
import type { InvestMarket } from '../../src/domains/invest/offer.ts';
import { rollProducts } from '../../src/domains/mining/demonstration.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { jobRun } from '../../test/job-run.ts';
import { listedAs } from './venue-lead.ts';

/** A Tuesday at noon, UTC: every market trades then, and in the hours that settle products of one and of seven days. */
const AT = Date.UTC(2026, 9, 13, 12);
const HOUR = 3_600_000;
const BARS = 337;

/** Prices that stand at the start of an instrument and move by half a per cent each hour. */
const market: InvestMarket = {
  catalogue: seededCatalogue,
  now: () => AT,
  feed: {
    quote(symbol) {
      const index = String(listedAs(symbol).simulation.start);
      const prices = { last: index, bid: index, ask: index, index, mark: index, high24h: index, low24h: index };
      const day = { change24h: '0', volume24h: '0', turnover24h: '0' };
      return { symbol, ...prices, ...day, at: AT, open: true, sequence: 1, halt: null, haltedAt: null };
    },
    async bars(symbol) {
      const { start } = listedAs(symbol).simulation;
      return Array.from({ length: BARS }, (_, hour) => {
        const price = (start * (hour % 2 === 0 ? 1 : 1.005)).toFixed(8);
        return [AT - (BARS - hour) * HOUR, price, price, price, price, '1'] as const;
      });
    },
  },
};

/** Offers in a migrated database what a demonstration offers: products that migrations do not have. */
export async function offerDemonstration(database: Database): Promise<void> {
  await rollProducts(database, AT);
  await investments({ database, market: () => market }).run(jobRun());
}
