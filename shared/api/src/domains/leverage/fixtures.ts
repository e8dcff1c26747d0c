import type { Output } from '../../kit/contract.ts';
import type { LeverageContract } from './contract.ts';
import {
  type Deal,
  type LeverAccount,
  type LeverOrder,
  type LeverTrigger,
  leverOrderToWire,
  type Position,
  positionToWire,
} from './wire.ts';

const OPENED = Date.UTC(2026, 10, 20, 15);

/** A take profit at 66,000 on all of position 21. */
export const leverTrigger = (changes: Partial<LeverTrigger> = {}): LeverTrigger => ({
  id: '4',
  position_id: '21',
  kind: 'take_profit',
  by: 'price',
  value: '66000',
  share: null,
  price: '66000',
  activation_price: null,
  best_price: null,
  status: 'active',
  tick: null,
  created_at: OPENED,
  updated_at: OPENED,
  ...changes,
});

/** A long of 0.05 BTC at 61,000, 10×, cross; the mark is 62,000. */
export const leverPosition = (changes: Partial<Position> = {}): Position => ({
  id: '21',
  symbol: 'BTC/USDT-PERP',
  category: 'contract',
  side: 'long',
  kind: 'market',
  mode: 'cross',
  multiple: 10,
  share: 500,
  quantity: '0.05',
  opened_share: 500,
  closed_share: 0,
  price: null,
  open_price: '61000',
  current_price: '62000',
  close_price: null,
  margin: '305',
  trade_fee: '1.525',
  overnight_fee: '0',
  funding_fee: '0.61',
  profit: '50',
  realized_profit: '0',
  target_profit_price: '66000',
  stop_loss_price: null,
  triggers: [leverTrigger()],
  queue: 3,
  liquidation_price: null,
  currency: 'USDT',
  rate: '1',
  status: 'open',
  close_reason: null,
  trigger_tick: null,
  source_id: null,
  created_at: OPENED,
  opened_at: OPENED,
  closed_at: null,
  ...changes,
});

/** A short of 0.02 BTC at 61,000, 20×, isolated. */
export const isolatedPosition = (changes: Partial<Position> = {}): Position =>
  leverPosition({
    id: '22',
    side: 'short',
    mode: 'isolated',
    multiple: 20,
    share: 200,
    quantity: '0.02',
    opened_share: 200,
    margin: '61',
    trade_fee: '0.61',
    funding_fee: '-0.24',
    profit: '-20',
    target_profit_price: null,
    triggers: [],
    liquidation_price: '62494.5',
    ...changes,
  });

/** A long that its stop loss closed at 59,990. */
export const closedPosition = (changes: Partial<Position> = {}): Position =>
  leverPosition({
    id: '18',
    closed_share: 500,
    current_price: null,
    close_price: '59990',
    margin: '0',
    trade_fee: '3.02475',
    profit: '0',
    realized_profit: '-50.5',
    target_profit_price: null,
    triggers: [],
    status: 'closed',
    close_reason: 'stop_loss',
    trigger_tick: 70_112,
    closed_at: OPENED + 7_200_000,
    ...changes,
  });

/** A limit order for a long of 0.1 BTC at 58,000, 20×. */
export const pendingPosition = (changes: Partial<Position> = {}): Position =>
  leverPosition({
    id: '23',
    kind: 'limit',
    multiple: 20,
    share: 1_000,
    quantity: '0.1',
    opened_share: 0,
    price: '58000',
    open_price: null,
    current_price: null,
    margin: '292.9',
    trade_fee: '0',
    funding_fee: '0',
    profit: '0',
    target_profit_price: null,
    triggers: [],
    status: 'pending',
    opened_at: null,
    ...changes,
  });

/** The order of the pending position. */
export const leverOrder = (changes: Partial<LeverOrder> = {}): LeverOrder => ({
  id: '23',
  position_id: '23',
  symbol: 'BTC/USDT-PERP',
  category: 'contract',
  side: 'long',
  purpose: 'open',
  kind: 'limit',
  cause: 'user',
  mode: 'cross',
  multiple: 20,
  share: 1_000,
  filled_share: 0,
  price: '58000',
  stop_price: null,
  average_price: null,
  fee: '0',
  profit: null,
  currency: 'USDT',
  status: 'pending',
  ended: null,
  trigger_tick: null,
  trigger_price: null,
  created_at: OPENED,
  updated_at: OPENED,
  ...changes,
});

/** The order by which the stop loss closed position 18. */
export const closingOrder = (changes: Partial<LeverOrder> = {}): LeverOrder =>
  leverOrder({
    id: '19',
    position_id: '18',
    purpose: 'close',
    kind: 'market',
    cause: 'stop_loss',
    multiple: 10,
    share: 500,
    filled_share: 500,
    price: null,
    average_price: '59990',
    fee: '1.49975',
    profit: '-50.5',
    status: 'filled',
    trigger_tick: 70_112,
    trigger_price: '59998.4',
    ...changes,
  });

export const leverAccount = (changes: Partial<LeverAccount> = {}): LeverAccount => ({
  currency: 'USDT',
  available: '2000',
  margin: '305',
  isolated_margin: '61',
  reserved: '292.9',
  profit: '50',
  closing_fees: '1.525',
  risk_rate: '7.718',
  threshold: '0.5',
  transferable: '2000',
  ...changes,
});

export const deal = (changes: Partial<Deal> = {}): Deal => ({
  symbol: 'BTC/USDT-PERP',
  category: 'contract',
  account: leverAccount(),
  lot_size: '0.0001',
  min_share: 1,
  max_share: 1_000_000,
  multiples: [1, 2, 5, 10, 20, 50, 100],
  open_interest: { long: { fill: '0.2', multiple: 100 }, short: { fill: '0.1', multiple: 100 } },
  openings_paused: false,
  tiers: [
    { limit: '200000', multiple: 100 },
    { limit: '400000', multiple: 50 },
    { limit: '1000000', multiple: 20 },
    { limit: '2000000', multiple: 10 },
    { limit: '4000000', multiple: 5 },
    { limit: '10000000', multiple: 2 },
    { limit: '20000000', multiple: 1 },
  ],
  fee_rate: '0.0005',
  maker_fee_rate: '0.0002',
  threshold: '0.5',
  overnight_rate: '0',
  next_overnight: null,
  funding_rate: '0.0001',
  next_funding: Date.UTC(2026, 10, 20, 16),
  mark: '62000',
  index: '61995.2',
  bid: '61999.9',
  ask: '62000.1',
  rate: '1',
  order_limit: '1000000',
  spread: '0.00002',
  positions: [leverPosition(), isolatedPosition()],
  orders: [leverOrder()],
  ...changes,
});

/** As the exchange sends it. */
export const wirePosition = (changes: Partial<Position> = {}) => positionToWire(leverPosition(changes));
export const wireLeverOrder = (changes: Partial<LeverOrder> = {}) => leverOrderToWire(leverOrder(changes));
export const wireDeal = (changes: Partial<Deal> = {}) => {
  const { positions, orders, ...rest } = deal(changes);
  return { ...rest, positions: positions.map(positionToWire), orders: orders.map(leverOrderToWire) };
};

const page = { page: 1, limit: 10 };

export const leverageFixtures = {
  'POST /lever/deal': wireDeal(),
  'POST /lever/submit': wirePosition(),
  'POST /lever/amend': positionToWire(pendingPosition({ price: '58500' })),
  'POST /lever/cancel': positionToWire(pendingPosition({ margin: '0', status: 'cancelled' })),
  'POST /lever/dealall': {
    list: [positionToWire(isolatedPosition()), wirePosition()],
    ...page,
    total: 2,
    accounts: [leverAccount()],
  },
  'POST /lever/my_trade': { list: [positionToWire(closedPosition())], ...page, total: 1 },
  'GET /lever/orders': { list: [wireLeverOrder(), leverOrderToWire(closingOrder())], ...page, total: 2 },
  'POST /lever/close': positionToWire(closedPosition({ id: '21', close_reason: 'user', trigger_tick: null })),
  'POST /lever/batch_close': {
    closed: [positionToWire(closedPosition({ id: '21', close_reason: 'user', trigger_tick: null }))],
    refused: [{ id: '22', error: 'market_halted' }],
  },
  'POST /lever/reverse': {
    closed: positionToWire(closedPosition({ id: '21', close_reason: 'user', trigger_tick: null })),
    opened: wirePosition({ id: '24', side: 'short', triggers: [], target_profit_price: null }),
  },
  'POST /lever/margin': positionToWire(isolatedPosition({ margin: '81', liquidation_price: '63494.5' })),
  'POST /lever/setstop': wirePosition(),
  'POST /lever/trigger': leverTrigger(),
  'PUT /lever/trigger': leverTrigger({ price: '67000', value: '67000' }),
  'POST /lever/trigger/cancel': leverTrigger({ status: 'cancelled' }),
} satisfies { readonly [K in keyof LeverageContract]: Output<LeverageContract[K]> };
