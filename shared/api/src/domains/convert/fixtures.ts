import type { Output } from '../../kit/contract.ts';
import type { ConvertContract } from './contract.ts';

type Fixtures = { readonly [K in keyof ConvertContract]?: Output<ConvertContract[K]> };

export const convertFixtures = {
  'POST /user/getTransferFee': {
    from_currency_id: 1,
    to_currency_id: 3,
    number: '0.5',
    rate: '59990',
    fee_rate: '0.001',
    fee: '29.995',
    receive: '29965.005',
    at: 1_760_000_000_000,
    valid_until: 1_760_000_010_000,
  },
} satisfies Fixtures;
