import type { HouseTerms } from '../../src/platform/market/house.ts';

/** What a taker pays on each side, a ratio. */
export const FEE = 0.001;

/** Terms like those of a liquid coin; a depth of 10,000 lots. */
export const TERMS: HouseTerms = {
  halfSpread: 0.0001,
  width: 0.002,
  levels: 20,
  depth: 10_000,
  cap: 3,
  skew: 0.001,
  refill: 10_000,
};
