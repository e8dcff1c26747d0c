import { priceProcess } from '../../src/platform/market/price-process.ts';
import type { Random } from '../../src/platform/market/random.ts';
import type { MarketTerms } from '../../src/platform/market/terms.ts';

/* What a buyer of a dual product knows, and what comes: hourly prices, and the volatility of the time after them. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;
const STEP = 1_800_000;
/** Hours that the house looks back. */
const LOOKED_AT = 336;
/** Of a part of weight 1, a year. */
const VOLATILITY = 0.55;

export type Hour = { readonly at: number; readonly price: string };

type Moved = { readonly symbol: string; readonly simulation: Pick<MarketTerms['simulation'], 'start' | 'parts'> };

/**
 * Two weeks of hourly prices, and the volatility of so many days after them, for each of these numbers. A path begins at any
 * volatility.
 */
export function dualPath<Days extends number>(
  { symbol, simulation: { start, parts } }: Moved,
  random: Random,
  days: readonly Days[],
): { readonly hours: readonly Hour[]; readonly coming: ReadonlyMap<Days, string> } {
  // Deviations of the terms of log volatility in the long run.
  const terms = () => [0.4, 0.35, 0.5, 0.4].map((deviation) => deviation * random.normal());
  const volatility = Object.fromEntries(parts.map(({ key }) => [key, terms()]));
  const process = priceProcess([{ symbol, parts }], random, () => Math.log(start), { volatility, log: {} });
  const squares = parts.reduce((sum, { weight }) => sum + weight ** 2, 0);
  const usual = VOLATILITY * Math.sqrt((squares * STEP) / YEAR);
  const hours: Hour[] = [];
  let variance = 0;
  // Three jumps a day of a Laplace distribution, whose variance is twice the square of its scale.
  const jumps = 3 * 2 * squares * 0.002 ** 2;
  const coming = new Map<Days, string>();
  for (let at = 0; at <= LOOKED_AT * HOUR + Math.max(...days) * DAY; at += STEP) {
    process.step(at, STEP, () => true);
    if (at <= LOOKED_AT * HOUR && at % HOUR === 0) hours.push({ at, price: Math.exp(process.log(0)).toFixed(4) });
    if (at > LOOKED_AT * HOUR) variance += (process.agitation(0) * usual) ** 2;
    for (const each of days) {
      if (at !== LOOKED_AT * HOUR + each * DAY) continue;
      coming.set(each, Math.sqrt((variance + jumps * each) / (each / 365)).toFixed(6));
    }
  }
  return { hours, coming };
}
