import type { Output } from '../../kit/contract.ts';
import { vipLevels } from '../vip/fixtures.ts';
import { discountedRate } from '../vip/rules.ts';
import type { KycContract } from './contract.ts';
import type { Verification } from './index.ts';

const AT = Date.UTC(2026, 10, 20, 15);

export const verification = (changes: Partial<Verification> = {}): Verification => ({
  level: 1,
  state: 'verified',
  real_type: 1,
  id_type: 'passport',
  country: 'DE',
  name: 'D***',
  card_id: '****0T47',
  reason: null,
  submitted_at: AT,
  reviewed_at: AT,
  verified: { id_type: 'passport', country: 'DE', name: 'D***', card_id: '****0T47' },
  ...changes,
});

export const kycFixtures = {
  'GET /user/levellist': {
    list: [
      ...vipLevels.map((level) => ({
        ...level,
        name: `VIP ${level.level}`,
        maker_fee_rate: discountedRate('0.001', level.fee_discount),
        taker_fee_rate: discountedRate('0.001', level.fee_discount),
      })),
    ],
    verification: [
      {
        level: 0,
        order_limit_usdt: '500',
        withdrawal_limit_btc: null,
        send_limit_usdt: null,
        deposit_limit_usdt: '500',
      },
      {
        level: 1,
        order_limit_usdt: '2000',
        withdrawal_limit_btc: '200',
        send_limit_usdt: '50000',
        deposit_limit_usdt: null,
      },
      {
        level: 2,
        order_limit_usdt: '1000000',
        withdrawal_limit_btc: '500',
        send_limit_usdt: '500000',
        deposit_limit_usdt: null,
      },
    ],
  },
  'GET /real/limits': {
    order_limit_usdt: '2000',
    list: [
      { kind: 'deposit', unit: 'USDT', period: 'total', limit: null, used: '1250' },
      { kind: 'withdrawal', unit: 'BTC', period: 'day', limit: '200', used: '1.5' },
      { kind: 'send', unit: 'USDT', period: 'day', limit: '50000', used: '45000' },
    ],
  },
  'GET /user/credit': {
    score: 52,
    parts: [
      { name: 'identity', points: 20, max: 40 },
      { name: 'repayment', points: 20, max: 40 },
      { name: 'age', points: 12, max: 20 },
    ],
    level: 1,
    since: AT - 220 * 86_400_000,
    repayment: null,
  },
  'GET /real/state': verification(),
  'POST /user/real': verification({ state: 'under_review', real_type: 2, reviewed_at: null }),
} satisfies { readonly [K in keyof KycContract]: Output<KycContract[K]> };
