import type { Output } from '../../kit/contract.ts';
import type { ReferralContract } from './contract.ts';

type Fixtures = { readonly [K in keyof ReferralContract]?: Output<ReferralContract[K]> };

const terms = {
  rates: [
    { level: 1 as const, rate: '0.2' },
    { level: 2 as const, rate: '0.05' },
  ],
  min_claim: '1',
};

export const referralFixtures = {
  'GET /user/invitees': {
    list: [
      {
        account_name: 'b***@example.com',
        level: 1,
        state: 'traded',
        joined_at: Date.UTC(2026, 10, 2),
        reward_usdt: '12.5',
      },
      {
        account_name: 'c***@example.com',
        level: 2,
        state: 'registered',
        joined_at: Date.UTC(2026, 10, 8),
        reward_usdt: '0',
      },
    ],
    page: 1,
    limit: 10,
    total: 2,
  },
  'GET /user/referral': {
    ...terms,
    invited: 3,
    verified: 2,
    traded: 1,
    second: 1,
    earned: [{ currency: 'USDT', scale: 6, amount: '12.5' }],
    claimable: [{ currency: 'USDT', scale: 6, amount: '4.5' }],
    earned_usdt: '12.5',
    claimable_usdt: '4.5',
    counted_until: '2026-11-19',
  },
  'POST /user/referral/claim': { paid: [{ currency: 'USDT', scale: 6, amount: '4.5' }] },
  'GET /staff/referral': {
    ...terms,
    held: [{ currency: 'USDT', scale: 6, amount: '4.5' }],
    promised: [{ currency: 'USDT', scale: 6, amount: '4.5' }],
  },
  'POST /staff/referral/terms': terms,
} satisfies Fixtures;
