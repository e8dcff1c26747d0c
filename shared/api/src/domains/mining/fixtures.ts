import type { Output } from '../../kit/contract.ts';
import type { MiningContract } from './contract.ts';

type Product = Output<MiningContract['GET /lh/deposit/config']>['list'][number];
type Order = Output<MiningContract['GET /lh/deposit/order']>['list'][number];

const DAY_RATES = ['0.00008', '0.00009', '0.0001', '0.00011', '0.00012'];
const START = Date.UTC(2026, 10, 20, 15);
const DAY = 86_400_000;

/** 5 days at 0.008 % to 0.012 %, 3.65 % a year; on sale. */
export const miningProduct = (changes: Partial<Product> = {}): Product => ({
  id: 1,
  version: 1,
  name: 'USDT for 5 days',
  description: 'Interest every 24 hours.',
  currency: 'USDT',
  currency_id: 3,
  scale: 6,
  day_rates: [...DAY_RATES],
  lock_days: 5,
  min_amount: '100',
  purchase_limit: '50000',
  locked: '0',
  penalty_ratio: '0.01',
  status: 'open',
  opens_at: START,
  closes_at: null,
  ...changes,
});

/** 10,000 USDT in it; two days are paid. */
export const miningOrder = (changes: Partial<Order> = {}): Order => ({
  id: '7',
  config_id: 1,
  name: 'USDT for 5 days',
  currency: 'USDT',
  scale: 6,
  amount: '10000',
  day_rates: [...DAY_RATES],
  penalty_ratio: '0.01',
  paid_days: 2,
  interest_paid: '1.7',
  interest_total: '5',
  penalty: null,
  renew: false,
  status: 'in_progress',
  created_at: START,
  expires_at: START + 5 * DAY,
  closed_at: null,
  ...changes,
});

export const miningFixtures = {
  'GET /lh/deposit/config': { list: [miningProduct()] },
  'GET /lh/deposit/order': {
    list: [miningOrder()],
    page: 1,
    limit: 10,
    total: 1,
    locked: [{ currency: 'USDT', amount: '10000', interest_paid: '1.7' }],
  },
  'POST /lh/deposit': miningOrder({ paid_days: 0, interest_paid: '0' }),
  'POST /lh/deposit/order/cancel': miningOrder({
    status: 'redeemed_early',
    penalty: '100',
    closed_at: START + 2 * DAY,
  }),
  'POST /lh/deposit/order/renew': miningOrder({ renew: true }),
} satisfies { readonly [K in keyof MiningContract]?: Output<MiningContract[K]> };
