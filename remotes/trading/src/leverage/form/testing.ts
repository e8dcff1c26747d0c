import type { Conditions, LeverTerms } from './terms.ts';

/** BTC/USDT-PERP at about 63,000, lots of 0.001, up to 100×; tests change what they are about. */
export const terms = (changes: Partial<LeverTerms> = {}): LeverTerms => ({
  symbol: 'BTC/USDT-PERP',
  base: 'BTC',
  quote: 'USDT',
  currency: 'USDT',
  currencyId: 3,
  scale: 6,
  tick: '0.1',
  lotSize: '0.001',
  leastLots: 1,
  mostLots: 100_000,
  multiples: [1, 2, 5, 10, 20, 50, 100],
  tiers: [],
  makerFeeRate: '0.0002',
  takerFeeRate: '0.0005',
  threshold: '0.5',
  conversion: '1',
  holding: { kind: 'funding', rate: '0.0001' },
  ...changes,
});

export const conditions = (changes: Partial<Conditions> = {}): Conditions => ({
  terms: terms(),
  state: 'open',
  book: null,
  bid: '62999.9',
  ask: '63000.1',
  mark: '63000',
  available: '1000',
  own: [],
  others: [],
  orderLimit: null,
  ownLimit: null,
  openInterest: null,
  paused: false,
  ...changes,
});
