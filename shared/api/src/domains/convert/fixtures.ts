import type { Output } from '../../kit/contract.ts';
import type { ConvertContract } from './contract.ts';

type Wire<K extends keyof ConvertContract> = Output<ConvertContract[K]>;

const at = 1_760_000_000_000;

/** A quote for half a bitcoin, as the exchange sends it. */
export const wireQuote = (
  changes: Partial<Wire<'POST /user/getTransferFee'>> = {},
): Wire<'POST /user/getTransferFee'> => ({
  quote_id: '0d6b4c7e-6d2b-4f0a-9a55-0f6a3f1f2f11',
  from_currency_id: 1,
  to_currency_id: 3,
  number: '0.5',
  rate: '59990',
  market_rate: '60050.05',
  spread: '0.001',
  fee_rate: '0.001',
  fee: '29.995',
  receive: '29965.005',
  at,
  usable_from: at + 1_000,
  valid_until: at + 10_000,
  ...changes,
});

/** The conversion that it became. */
export const wireConversion = (changes: Partial<Wire<'POST /user/Transfer'>> = {}): Wire<'POST /user/Transfer'> => ({
  id: '7',
  from_currency: 'BTC',
  to_currency: 'USDT',
  number: '0.5',
  rate: '59990',
  spread: '0.001',
  fee: '29.995',
  receive: '29965.005',
  at: at + 4_000,
  ...changes,
});

export const convertFixtures = {
  'GET /wallet/getRateCurrency': {
    rate: '59990',
    market_rate: '60050.05',
    spread: '0.001',
    fee_rate: '0.001',
    min_number: '0.00000001',
    max_number: '0.03330557',
    at,
  },
  'POST /user/getTransferFee': wireQuote(),
  'POST /user/Transfer': wireConversion(),
  'POST /user/getTransferList': {
    list: [
      wireConversion(),
      wireConversion({
        id: '6',
        from_currency: 'USDT',
        to_currency: 'BTC',
        number: '100',
        rate: '0.000016666666666666',
        fee: '0.00000167',
        receive: '0.00166499',
        at: at - 86_400_000,
      }),
    ],
    page: 1,
    limit: 20,
    total: 2,
  },
} satisfies { readonly [K in keyof ConvertContract]: Wire<K> };
