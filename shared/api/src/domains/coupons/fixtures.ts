import type { Output } from '../../kit/contract.ts';
import type { CouponsContract } from './contract.ts';

type Coupon = Output<CouponsContract['GET /user/coupons']>['list'][number];
type Offer = Output<CouponsContract['GET /user/coupon/offers']>['list'][number];

const START = Date.UTC(2026, 10, 20, 12);
const DAY = 86_400_000;

/** A fifth of the fees back, at most 20 USDT; in use, 3.5 USDT are paid. */
export const coupon = (changes: Partial<Coupon> = {}): Coupon => ({
  id: '5',
  title: 'Welcome: fees back',
  kind: 'fee_discount',
  rate: '0.2',
  currency: 'USDT',
  scale: 6,
  amount: '20',
  volume: null,
  status: 'active',
  paid: '3.5',
  traded: '0',
  issued_at: START,
  expires_at: START + 30 * DAY,
  activated_at: START,
  ended_at: null,
  ...changes,
});

/** 10 USDT after a volume of 5,000 USDT. */
export const couponOffer = (changes: Partial<Offer> = {}): Offer => ({
  id: 3,
  title: 'First trades',
  kind: 'cash',
  rate: null,
  currency: 'USDT',
  scale: 6,
  amount: '10',
  volume: '5000',
  valid_days: 30,
  min_level: 1,
  left: 100,
  ends_at: null,
  ...changes,
});

export const couponsFixtures = {
  'GET /user/coupons': { list: [coupon()], page: 1, limit: 10, total: 1, counted_until: START + DAY },
  'GET /user/coupon/offers': { list: [couponOffer()] },
  'POST /user/coupon/claim': { id: '6' },
  'POST /user/coupon/use': { id: '5' },
} satisfies { readonly [K in keyof CouponsContract]?: Output<CouponsContract[K]> };
