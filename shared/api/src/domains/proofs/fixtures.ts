import { readUtcDay } from '@tessera/money';
import type { Output } from '../../kit/contract.ts';
import type { ProofsContract } from './contract.ts';

const hash = (digit: string) => digit.repeat(64);

const publication = {
  id: '2026-11-20',
  day: readUtcDay('2026-11-20'),
  at: Date.UTC(2026, 10, 20),
  previous: hash('0'),
  digest: hash('1'),
  roots: [
    { currency: 'BTC', leaves: 1_204, total: '812.43817', root: hash('2') },
    { currency: 'USDT', leaves: 5_310, total: '18234511.02', root: hash('3') },
  ],
  key: hash('4'),
  signature: 'c2lnbmVk',
};

export const proofsFixtures = {
  'GET /proofs/funds': {
    list: [publication],
    page: 1,
    limit: 10,
    total: 1,
    reserves: [
      {
        currency: 'BTC',
        network: 'Bitcoin',
        address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
        message: null,
        signature: null,
      },
    ],
  },
  'GET /proofs/balance': { proof: { version: 1, publication, uid: '100001', balances: [] } },
} satisfies { readonly [K in keyof ProofsContract]: Output<ProofsContract[K]> };
