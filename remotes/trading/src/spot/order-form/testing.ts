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
    min_amount: '0.00001',
    min_total: '5',
    maker_fee_rate: '0.001',
    taker_fee_rate: '0.002',
  },
  state: 'open',
  bid: '62999.99',
  ask: '63000.01',
  available: { base: '2', quote: '10000' },
  baseScale: 8,
  quoteScale: 6,
  orderLimit: null,
  ...changes,
});
