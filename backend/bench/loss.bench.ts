// The most that the house can lose in a minute, by class. `npm run bench -- loss`.
import { seededCatalogue } from '../src/domains/instruments/seeded.ts';
import { lossBound } from '../src/platform/market/engine.ts';
import { quoteWorth } from '../src/platform/market/quote-worth.ts';
import { readSettings } from '../src/platform/settings.ts';

const { houseCap } = readSettings({});
const terms = seededCatalogue.marketTerms();
const price = (symbol: string): number => {
  const found = terms.find((each) => each.symbol === symbol);
  if (!found) throw new Error(`${symbol} is not listed`);
  const priceOf = (other: string) => terms.find((each) => each.symbol === other)?.simulation.start ?? null;
  return found.simulation.start * quoteWorth(found.quote, priceOf);
};
const millions = (value: number): string => (value / 1e6).toFixed(2).padStart(14);

console.log(
  `${'class'.padEnd(16)}${['instruments', 'Σ caps, M', 'largest, M', 'Σ bounds, M', 'in all, M'].map((word) => word.padStart(14)).join('')}`,
);
let worst = 0;
for (const assetClass of new Set(terms.map((each) => each.assetClass))) {
  const own = terms.filter((each) => each.assetClass === assetClass);
  const caps = own.map(({ symbol, house, lot }) => house.cap * house.depth * Number(lot) * price(symbol));
  const sum = caps.reduce((total, cap) => total + cap, 0);
  const largest = Math.max(...own.map((each) => lossBound([each], price)));
  // What the house holds in all is capped too: of one class it holds no more than that.
  const share = Math.max(...own.map(({ breaker, house }) => breaker.jump + house.skew));
  const inAll = Math.min(lossBound(own, price), houseCap * share);
  worst = Math.max(worst, inAll);
  const figures = [sum, largest, lossBound(own, price), inAll].map(millions).join('');
  console.log(`${assetClass.padEnd(16)}${String(own.length).padStart(14)}${figures}`);
}
console.log(
  `\nThe house holds at most ${houseCap / 1e6} M USDT in all (HOUSE_CAP_USDT): at most ${(worst / 1e6).toFixed(2)} M a minute.`,
);
