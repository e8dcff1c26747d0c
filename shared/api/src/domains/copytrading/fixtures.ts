import { readUtcDay, utcDayOf } from '@tessera/money';
import type { Output } from '../../kit/contract.ts';
import type { CopytradingContract } from './contract.ts';
import { type CopiedTrade, type Follow, type SourceTrade, type Trader, tradeToWire } from './wire.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 20, 15);

/** A trader with 40 closed positions and a curve that rises with falls in between. */
export const trader = (changes: Partial<Trader> = {}): Trader => ({
  trader_user_id: '10002001',
  nickname: 'Mira',
  avatar: null,
  signature: 'Small sizes, no averaging down.',
  demonstration: false,
  strategy: null,
  since: NOW - 60 * DAY,
  total_profit: '1840.5',
  accuracy: '0.625',
  return_rate: '0.184',
  margin_return: '0.0421',
  max_drawdown: '0.082',
  mean_holding_ms: 5_400_000,
  follower_count: 12,
  follower_limit: 200,
  order_count: 40,
  profitable_count: 25,
  long_count: 26,
  short_count: 14,
  long_success_count: 17,
  short_success_count: 8,
  profit_share: '0.1',
  curve: [10_000, 10_220, 10_140, 10_480, 10_910, 10_300, 10_720, 11_250, 11_080, 11_640, 11_400, 11_840.5].map(
    (equity, index) => ({ at: NOW - (55 - index * 5) * DAY, equity: String(equity) }),
  ),
  followers: { copy_count: 310, profit: '412.2', margin_return: '0.0188', winning: 8, losing: 4 },
  cost_30: '0.00031',
  cost_90: '0.00034',
  cost_bound: '0.0013',
  refreshed_at: NOW,
  ...changes,
});

export const sourceTrade = (changes: Partial<SourceTrade> = {}): SourceTrade => ({
  id: '51',
  symbol: 'BTC/USDT-PERP',
  side: 'long',
  lots: '20',
  multiple: 10,
  open_price: '61000',
  current_price: '61500',
  close_price: null,
  profit: '9.4',
  opened_at: NOW - 3_600_000,
  closed_at: null,
  ...changes,
});

export const closedTrade = (changes: Partial<SourceTrade> = {}): SourceTrade =>
  sourceTrade({
    id: '50',
    side: 'short',
    current_price: null,
    close_price: '60500',
    profit: '8.8',
    opened_at: NOW - 7_200_000,
    closed_at: NOW - 5_400_000,
    ...changes,
  });

export const follow = (changes: Partial<Follow> = {}): Follow => ({
  id: '3',
  trader_user_id: '10002001',
  nickname: 'Mira',
  avatar: null,
  demonstration: false,
  type: 'multiple',
  number: '0.5',
  max_amount: '500',
  stop_loss: '100',
  slippage: '0.0005',
  day_cost: '0.1',
  cost_today: '1.2',
  status: 'following',
  ended: null,
  profit: '42.5',
  open_profit: '4.7',
  in_use: '122',
  open_count: 1,
  closed_count: 18,
  skipped_count: 1,
  share_due: '4.25',
  share_paid: '11',
  started_at: NOW - 20 * DAY,
  ended_at: null,
  ...changes,
});

export const copiedTrade = (changes: Partial<CopiedTrade> = {}): CopiedTrade => ({
  ...sourceTrade(),
  id: '71',
  lots: '10',
  profit: '4.7',
  trader_user_id: '10002001',
  nickname: 'Mira',
  status: 'open',
  reason: null,
  margin: '122',
  wanted: '10',
  filled: '10',
  source_price: '60990',
  ...changes,
});

export const skippedTrade = (changes: Partial<CopiedTrade> = {}): CopiedTrade =>
  copiedTrade({
    id: '70',
    status: 'skipped',
    reason: 'slippage',
    current_price: null,
    profit: null,
    closed_at: NOW - 3_600_000,
    ...changes,
  });

const page = <Row>(list: Row[]) => ({ list, page: 1, limit: 10, total: list.length });

export const copytradingFixtures = {
  'GET /follow/index': page([
    trader(),
    trader({ trader_user_id: '10002002', nickname: 'Trend', demonstration: true, strategy: 'trend' }),
  ]),
  'GET /follow/traderDetail': {
    ...trader(),
    positions: [tradeToWire(sourceTrade())],
    open_profit: '9.4',
    instruments: [
      { symbol: 'BTC/USDT-PERP', count: 28, profit: '1500' },
      { symbol: 'ETH/USDT-PERP', count: 12, profit: '340.5' },
    ],
    profit_by_day: Array.from({ length: 30 }, (_, index) => ({
      day: utcDayOf(Date.UTC(2026, 9, 22) + index * DAY),
      profit: index % 3 === 0 ? '-20' : '45.5',
    })),
  },
  'GET /follow/historyTrade': page([tradeToWire(closedTrade())]),
  'GET /follow/my': {
    is_trader: false,
    share_received: '0',
    profit: '42.5',
    open_profit: '4.7',
    in_use: '122',
    available: '878',
    list: [follow()],
  },
  'GET /follow/copies': page([tradeToWire(copiedTrade())]),
  'GET /follow/statements': page([
    {
      id: '5',
      role: 'follower' as const,
      trader_user_id: '10002001',
      nickname: 'Mira',
      week: readUtcDay('2026-11-09'),
      realised: '110',
      high_before: '80',
      high_after: '110',
      due: '3',
      paid: '3',
      at: Date.UTC(2026, 10, 16),
    },
  ]),
  'GET /follow/application': { status: 'none' as const, reason: null, submitted_at: null },
  'POST /follow/apply': { status: 'pending' as const, reason: null, submitted_at: NOW },
  'POST /follow/resign': { status: 'resigned' as const, reason: null, submitted_at: NOW },
  'POST /staff/traders/suspend': null,
  'POST /staff/traders/restore': null,
  'POST /follow/follow': follow(),
  'POST /follow/cancel': follow({ status: 'cancelled', ended: 'user', ended_at: NOW }),
  'POST /follow/selfHolding': tradeToWire(copiedTrade({ status: 'self_held' })),
} satisfies { readonly [K in keyof CopytradingContract]: Output<CopytradingContract[K]> };
