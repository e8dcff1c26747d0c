import type { Output } from '../../kit/contract.ts';
import type { KycContract } from './contract.ts';
import type { Verification } from './index.ts';

const AT = Date.UTC(2026, 10, 20, 15);

export const verification = (changes: Partial<Verification> = {}): Verification => ({
  level: 1,
  state: 'verified',
  real_type: 1,
  id_type: 'passport',
  name: 'D***',
  card_id: '****0T47',
  reason: null,
  submitted_at: AT,
  reviewed_at: AT,
  ...changes,
});

export const kycFixtures = {
  'GET /user/levellist': {
    list: [
      { level: 0, name: 'VIP 0', volume_usdt: '0', maker_fee_rate: '0.001', taker_fee_rate: '0.001' },
      { level: 1, name: 'VIP 1', volume_usdt: '1000000', maker_fee_rate: '0.0008', taker_fee_rate: '0.0009' },
    ],
    verification: [
      { level: 0, order_limit_usdt: '500', withdrawal_limit_btc: null },
      { level: 1, order_limit_usdt: '2000', withdrawal_limit_btc: '200' },
      { level: 2, order_limit_usdt: '1000000', withdrawal_limit_btc: '500' },
    ],
  },
  'GET /real/state': verification(),
  'POST /user/real': verification({ state: 'under_review', real_type: 2, reviewed_at: null }),
} satisfies { readonly [K in keyof KycContract]: Output<KycContract[K]> };
