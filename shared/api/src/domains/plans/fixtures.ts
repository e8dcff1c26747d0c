import type { Output } from '../../kit/contract.ts';
import { filledOrder } from '../spot/fixtures.ts';
import { orderToWire } from '../spot/wire.ts';
import type { PlansContract } from './contract.ts';

type Plan = Output<PlansContract['POST /plans/start']>;

const AT = Date.UTC(2026, 10, 20, 15);
const MINUTE = 60_000;

/** A TWAP order for 0.6 BTC in an hour, after ten of its sixty orders. */
export const twapPlan = (changes: Partial<Plan> = {}): Plan => ({
  id: '1',
  kind: 'twap',
  symbol: 'BTC/USDT',
  side: 'buy',
  amount: '0.6',
  quote_amount: null,
  limit_price: null,
  price_from: null,
  price_to: null,
  sizes: null,
  interval_seconds: 60,
  every: 'interval',
  slots: 60,
  status: 'running',
  ended: null,
  refusal: null,
  starts_at: AT,
  next_at: AT + 10 * MINUTE,
  created_at: AT,
  ended_at: null,
  placed: 10,
  open: 0,
  skipped: 0,
  filled_amount: '0.1',
  filled_quote_amount: '6100',
  average_price: '61000',
  fee: '0.0001',
  fee_currency: 'BTC',
  ...changes,
});

/** 50 USDT of Bitcoin every week. */
export const recurringPlan = (changes: Partial<Plan> = {}): Plan =>
  twapPlan({
    id: '2',
    kind: 'recurring',
    amount: null,
    quote_amount: '50',
    interval_seconds: null,
    every: 'week',
    slots: null,
    next_at: AT + 7 * 1_440 * MINUTE,
    placed: 1,
    filled_amount: '0.00081',
    filled_quote_amount: '49.41',
    fee: '0.00000081',
    ...changes,
  });

/** Five sell orders from 64,000 to 68,000, of which one was filled. */
export const scaledPlan = (changes: Partial<Plan> = {}): Plan =>
  twapPlan({
    id: '3',
    kind: 'scaled',
    side: 'sell',
    amount: '0.5',
    price_from: '64000',
    price_to: '68000',
    sizes: 'flat',
    interval_seconds: 0,
    slots: 5,
    next_at: null,
    placed: 5,
    open: 4,
    filled_amount: '0.1',
    filled_quote_amount: '6400',
    average_price: '64000',
    fee: '6.4',
    fee_currency: 'USDT',
    ...changes,
  });

export const plansFixtures = {
  'POST /plans/start': twapPlan({
    placed: 0,
    filled_amount: '0',
    filled_quote_amount: '0',
    average_price: null,
    fee: '0',
  }),
  'POST /plans/stop': twapPlan({ status: 'ended', ended: 'user', next_at: null, ended_at: AT + 9 * MINUTE }),
  'GET /plans/list': { list: [scaledPlan(), recurringPlan(), twapPlan()], page: 1, limit: 10, total: 3 },
  'GET /plans/detail': twapPlan(),
  'GET /plans/orders': {
    list: [
      { id: '2', slot: 1, at: AT + MINUTE, order: null, refusal: 'insufficient_balance' },
      { id: '1', slot: 0, at: AT, order: orderToWire(filledOrder()), refusal: null },
    ],
    page: 1,
    limit: 10,
    total: 2,
  },
} satisfies { readonly [K in keyof PlansContract]: Output<PlansContract[K]> };
