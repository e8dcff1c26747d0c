import type { Conditions } from './conditions.ts';

/** BTC/USDT at about 63,000 with funds on both sides; tests change what they are about. */
export const conditions = (changes: Partial<Conditions> = {}): Conditions => ({
  rules: {
    symbol: 'BTC/USDT',
    base: 'BTC',
    quote: 'USDT',
    currency_id: 1,
    legal_id: 3,
    tick: '0.01',
    lot: '0.00001',
    minAmount: '0.00001',
    minTotal: '5',
    makerFeeRate: '0.001',
    takerFeeRate: '0.002',
  },
  state: 'open',
  book: null,
  bid: '62999.99',
  ask: '63000.01',
  available: { base: '2', quote: '10000' },
  scales: { base: 8, quote: 6 },
  orderLimit: null,
  ...changes,
});
