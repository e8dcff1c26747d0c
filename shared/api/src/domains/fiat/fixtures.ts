import type { Output } from '../../kit/contract.ts';
import type { FiatContract } from './contract.ts';

export const fiatFixtures = {
  'GET /fiat/rates': {
    base: 'USD',
    at: Date.UTC(2026, 10, 20, 15),
    source: 'live',
    rates: [
      { currency_code: 'USD', rate: '1' },
      { currency_code: 'EUR', rate: '0.92' },
      { currency_code: 'JPY', rate: '151.2' },
    ],
  },
} satisfies { readonly [K in keyof FiatContract]: Output<FiatContract[K]> };
