import { fundingRateOf, premiumOf } from '@tessera/api/leverage/rules';
import { houseTermsOf } from '../../../src/domains/instruments/market-terms.ts';
import { categoryOf } from '../../../src/domains/leverage/open.ts';
import type { Instrument } from '../../../src/platform/catalogue/catalogue.ts';
import type { MarketTerms } from '../../../src/platform/market/terms.ts';
import { scriptedMarket } from '../../../test/scripted-market.ts';
import { computed, type Played } from '../cell.ts';
import { listedTerms } from '../venue-lead.ts';

/* One funding of a contract: who opens before it, lifts the mark by a bid of another account, and closes after it. */

/** Sizes of the bid, of what the house shows. */
const BIDS = [0, 0.1, 0.5, 1] as const;
/** Steps of 200 ms of which the mean premium is taken: while nothing moves, each minute is like the one before. */
const STEPS = 300;
/** Steps after which the bid is placed anew, in front of what the house shows. */
const ANEW = 5;

function meanPremium(instrument: Instrument, terms: MarketTerms, bid: number): number {
  const { symbol } = instrument;
  const index = Math.round(instrument.simulation.start / Number(instrument.tick));
  const market = scriptedMarket([terms], { overallCap: 1e15 });
  market.source.set(symbol, index);
  market.step(200);
  let sum = 0;
  for (let step = 0; step < STEPS; step++) {
    const lots = Math.ceil(houseTermsOf(instrument).depth * bid);
    const prices = market.engine.prices(symbol);
    if (lots > 0 && step % ANEW === 0 && prices?.ask && prices.bid) {
      market.batch(() => market.engine.cancel(symbol, 'bid'));
      const price = Math.max(prices.bid, prices.ask - 1);
      market.place(symbol, { id: 'bid', userId: 'a friend', side: 'buy', price, lots, timeInForce: 'GTC' });
    }
    market.step();
    sum += (market.engine.prices(symbol)?.mark ?? index) - index;
  }
  return Number(premiumOf(String(index + sum / STEPS), String(index)));
}

/** What a short position gets of one funding, less the least fees of opening and closing it; of its value. */
export function* fundingCells(): Generator<Played> {
  for (const { instrument, terms, fees } of listedTerms('lever')) {
    if (categoryOf(instrument) !== 'contract') continue;
    const rates = BIDS.map((bid) => Number(fundingRateOf(meanPremium(instrument, terms, bid).toFixed(18))));
    yield {
      ...{ instrument: instrument.symbol, term: '8 h', strategy: 'is short while a friend lifts the premium' },
      ...computed(Math.max(...rates) - 2 * fees.maker),
    };
  }
}
