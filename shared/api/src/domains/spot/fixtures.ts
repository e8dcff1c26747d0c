import type { Output } from '../../kit/contract.ts';
import type { SpotContract } from './contract.ts';
import { orderToWire, type SpotOrder } from './wire.ts';

/** A limit buy of 0.05 BTC at 61,000 that rests in the book. */
export const spotOrder = (changes: Partial<SpotOrder> = {}): SpotOrder => ({
  id: '7',
  symbol: 'BTC/USDT',
  currency_id: 1,
  legal_id: 3,
  side: 'buy',
  kind: 'limit',
  price: '61000',
  stop_price: null,
  stop_limit_price: null,
  stop_when: null,
  triggered_at: null,
  trigger_tick: null,
  take_profit: null,
  stop_loss: null,
  stop_loss_limit: null,
  parent_id: null,
  amount: '0.05',
  quote_amount: null,
  filled_amount: '0',
  filled_quote_amount: '0',
  average_price: null,
  fee: '0',
  fee_currency: 'BTC',
  time_in_force: 'GTC',
  post_only: false,
  status: 'pending',
  ended: null,
  created_at: Date.UTC(2026, 10, 20, 15),
  updated_at: Date.UTC(2026, 10, 20, 15),
  fills: [],
  ...changes,
});

/** The same, filled at 61,000 in one match. */
export const filledOrder = (changes: Partial<SpotOrder> = {}): SpotOrder =>
  spotOrder({
    id: '9',
    status: 'filled',
    filled_amount: '0.05',
    filled_quote_amount: '3050',
    average_price: '61000',
    fee: '0.00005',
    fills: [
      {
        id: '1',
        price: '61000',
        amount: '0.05',
        quote_amount: '3050',
        fee: '0.00005',
        fee_currency: 'BTC',
        at: Date.UTC(2026, 10, 20, 16),
      },
    ],
    ...changes,
  });

/** The same, half of it filled before its owner cancelled it. */
export const partlyFilledOrder = (changes: Partial<SpotOrder> = {}): SpotOrder =>
  filledOrder({
    id: '8',
    status: 'cancelled',
    ended: 'user',
    filled_amount: '0.025',
    filled_quote_amount: '1525',
    fee: '0.000025',
    fills: [
      {
        id: '1',
        price: '61000',
        amount: '0.025',
        quote_amount: '1525',
        fee: '0.000025',
        fee_currency: 'BTC',
        at: Date.UTC(2026, 10, 20, 16),
      },
    ],
    ...changes,
  });

/** An order as the exchange sends it. */
export const wireOrder = (changes: Partial<SpotOrder> = {}) => orderToWire(spotOrder(changes));

export const spotFixtures = {
  'POST /coin/trade': wireOrder(),
  'PUT /coin/trade': wireOrder({ status: 'cancelled', ended: 'user' }),
  'POST /coin/amend': wireOrder({ price: '60900', amount: '0.04' }),
  'POST /coin/cancel_all': { cancelled: ['7'], kept: [] },
  'POST /coin/trades/export': { path: `/api/spot-trades/${'a'.repeat(43)}`, until: 1_795_186_920_000 },
  'GET /coin/list': {
    list: [wireOrder(), orderToWire(filledOrder()), orderToWire(partlyFilledOrder())],
    page: 1,
    limit: 20,
    total: 3,
  },
} satisfies { readonly [K in keyof SpotContract]: Output<SpotContract[K]> };
