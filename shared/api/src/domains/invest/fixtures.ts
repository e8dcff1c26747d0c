import { readUtcDay } from '@tessera/money';
import type { Output } from '../../kit/contract.ts';
import type { InvestContract } from './contract.ts';
import { dayRateOf } from './rules.ts';
import type { InvestOrder, InvestProduct, SettledOrder } from './wire.ts';

const NOON = Date.UTC(2026, 10, 20, 12);
const DAY = 86_400_000;
/** 08:00 UTC on 24 November 2026. */
const MATURITY = Date.UTC(2026, 10, 24, 8);

/** Sell high on BTC: 0.01 BTC a share, pegged at 61,000 while it stands at 60,000; three days, 18.25 % a year. */
export const sellHigh = (changes: Partial<InvestProduct> = {}): InvestProduct => ({
  id: 4,
  section: 'blockchain',
  side: 'sell_high',
  name: 'Sell BTC high',
  symbol: 'BTC/USDT',
  tick: '0.01',
  countries: [],
  index_price: '60000',
  currency: 'BTC',
  currency_id: 1,
  scale: 8,
  other_currency: 'USDT',
  other_scale: 8,
  price: '61000',
  annual_rate: '0.1825',
  day_rate: dayRateOf('0.1825'),
  penalty_ratio: '0',
  days: 3,
  matures_at: MATURITY,
  opens_at: NOON - DAY,
  closes_at: MATURITY - 3 * DAY,
  share_size: '0.01',
  total_shares: 200,
  remaining_shares: 50,
  min_shares: 1,
  max_shares: null,
  status: 'open',
  version: 3,
  ...changes,
});

/** Buy low on BTC at 59,000: 100 USDT a share. */
export const buyLow = (changes: Partial<InvestProduct> = {}): InvestProduct =>
  sellHigh({
    id: 5,
    side: 'buy_low',
    name: 'Buy BTC low',
    currency: 'USDT',
    currency_id: 3,
    other_currency: 'BTC',
    price: '59000',
    share_size: '100',
    total_shares: 1_500,
    remaining_shares: 1_500,
    ...changes,
  });

/** 100 USDT a share on the price of gold, pegged at 4,040. */
export const gold = (changes: Partial<InvestProduct> = {}): InvestProduct =>
  buyLow({
    id: 6,
    section: 'metals',
    side: null,
    name: 'XAU/USD with a pegged price',
    symbol: 'XAU/USD',
    index_price: '4086.4',
    other_currency: null,
    other_scale: null,
    price: '4040',
    ...changes,
  });

const deposit = (changes: Partial<InvestProduct>): InvestProduct =>
  sellHigh({
    side: null,
    symbol: null,
    tick: null,
    index_price: null,
    currency: 'USDT',
    currency_id: 3,
    other_currency: null,
    other_scale: null,
    price: null,
    days: null,
    matures_at: null,
    closes_at: null,
    share_size: '1',
    total_shares: 2_000_000,
    remaining_shares: 1_000_000,
    version: 1,
    ...changes,
  });

/** USDT on demand at 3.65 % a year: 0.01 % a day. */
export const onDemand = (changes: Partial<InvestProduct> = {}): InvestProduct =>
  deposit({
    id: 1,
    section: 'demand',
    name: 'USDT on demand',
    annual_rate: '0.0365',
    day_rate: dayRateOf('0.0365'),
    ...changes,
  });

/** 30 days of USDT at 7.3 % a year, 0.5 % of penalty. */
export const fixedDeposit = (changes: Partial<InvestProduct> = {}): InvestProduct =>
  deposit({
    id: 2,
    section: 'fixed',
    name: 'USDT fixed, 30 days',
    annual_rate: '0.073',
    day_rate: dayRateOf('0.073'),
    penalty_ratio: '0.005',
    days: 30,
    share_size: '100',
    total_shares: 2_000,
    remaining_shares: 1_200,
    ...changes,
  });

/** Ten shares of the sell-high product: 0.1 BTC. */
export const investment = (changes: Partial<InvestOrder> = {}): InvestOrder => ({
  id: '90',
  product_id: 4,
  section: 'blockchain',
  side: 'sell_high',
  name: 'Sell BTC high',
  symbol: 'BTC/USDT',
  tick: '0.01',
  currency: 'BTC',
  currency_id: 1,
  scale: 8,
  other_currency: 'USDT',
  other_scale: 8,
  price: '61000',
  annual_rate: '0.1825',
  penalty_ratio: '0',
  days: 3,
  share_size: '0.01',
  num: '10',
  amount: '0.1',
  accrued: '0',
  status: 'purchased',
  settlement_price: null,
  settlement_ticks: null,
  paid: null,
  paid_currency: null,
  penalty: null,
  renew: false,
  matures_at: MATURITY,
  created_at: NOON,
  settled_at: null,
  ...changes,
});

/** The same, settled above the pegged price: 0.1 × 61,000 × 1.0015. */
export const settledInvestment = (changes: Partial<InvestOrder> = {}): InvestOrder =>
  investment({
    id: '80',
    status: 'completed',
    settlement_price: '61240.51',
    settlement_ticks: 18_000,
    paid: '6109.15',
    paid_currency: 'USDT',
    settled_at: MATURITY + 40_000,
    ...changes,
  });

/** 1,000 USDT on demand since four days. */
export const demandDeposit = (changes: Partial<InvestOrder> = {}): InvestOrder =>
  investment({
    id: '70',
    product_id: 1,
    section: 'demand',
    side: null,
    name: 'USDT on demand',
    symbol: null,
    tick: null,
    currency: 'USDT',
    currency_id: 3,
    other_currency: null,
    other_scale: null,
    price: null,
    annual_rate: '0.0365',
    days: null,
    share_size: '1',
    num: '1000',
    amount: '1000',
    accrued: '0.3',
    matures_at: null,
    created_at: NOON - 4 * DAY,
    ...changes,
  });

/** 1,000 USDT for 30 days. */
export const fixedInvestment = (changes: Partial<InvestOrder> = {}): InvestOrder =>
  demandDeposit({
    id: '60',
    product_id: 2,
    section: 'fixed',
    name: 'USDT fixed, 30 days',
    annual_rate: '0.073',
    penalty_ratio: '0.005',
    days: 30,
    share_size: '100',
    num: '10',
    accrued: '0',
    matures_at: NOON + 26 * DAY,
    ...changes,
  });

export const settled = (order: InvestOrder): SettledOrder => ({
  version: 1,
  product: 'dual',
  order,
  settlement:
    order.settled_at === null
      ? null
      : {
          symbol: 'BTC/USDT',
          at: MATURITY,
          ticks: 18_000,
          total: '1102329180',
          tick: '0.01',
          first_number: 500_001,
          last_number: 518_000,
          kept: true,
        },
});

type Fixtures = { readonly [K in keyof InvestContract]?: Output<InvestContract[K]> };

const staff = {
  products: [{ ...sellHigh(), volatility: '0.55', sold: '1.5', open: true, holders: 12 }],
  house: [{ currency: 'USDT', balance: '5000000', needed: '91500' }],
};

export const investFixtures = {
  'GET /dual/index': { list: [sellHigh(), buyLow(), gold(), onDemand(), fixedDeposit()] },
  'GET /dual/detail': { ...sellHigh(), description: 'You invest BTC.' },
  'POST /dual/buyDual': investment(),
  'POST /dual/buyDemand': demandDeposit(),
  'POST /dual/dual_list': {
    list: [investment(), settledInvestment(), demandDeposit(), fixedInvestment()],
    page: 1,
    limit: 10,
    total: 4,
  },
  'GET /dual/order': investment(),
  'GET /dual/accruals': {
    list: [{ day: readUtcDay('2026-11-19'), low: '1000', annual_rate: '0.0365', amount: '0.1' }],
    page: 1,
    limit: 10,
    total: 1,
  },
  'GET /dual/proof': settled(settledInvestment()),
  'POST /dual/order_sh': demandDeposit({ amount: '500', num: '500' }),
  'POST /dual/renew': fixedInvestment({ renew: true }),
  'GET /staff/invest': staff,
  'POST /staff/invest/product': staff,
} satisfies Fixtures;
