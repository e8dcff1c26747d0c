import { readUtcDay } from '@tessera/money';
import type { Output } from '../../kit/contract.ts';
import type { VipContract } from './contract.ts';

type State = Output<VipContract['GET /user/vip']>;

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 20);

export const vipLevels: State['levels'] = [
  { level: 0, volume: '0', balance: '0', fee_discount: '0', withdrawal_factor: '1', loan: null },
  { level: 1, volume: '100000', balance: '10000', fee_discount: '0.1', withdrawal_factor: '1', loan: null },
  {
    level: 2,
    volume: '1000000',
    balance: '50000',
    fee_discount: '0.2',
    withdrawal_factor: '1.5',
    loan: { limit: '1000000', day_rate: '0.0002' },
  },
];

export const vipState = (changes: Partial<State> = {}): State => ({
  level: 1,
  fee_discount: '0.1',
  volume: '250000',
  balance: '4000.5',
  days: [
    { day: readUtcDay('2026-11-19'), volume: '150000', balance: '60007.5' },
    { day: readUtcDay('2026-11-18'), volume: '100000', balance: '60007.5' },
  ],
  levels: vipLevels,
  counted_until: NOW,
  next_at: NOW + DAY,
  ...changes,
});

export const vipFixtures = {
  'GET /user/vip': vipState(),
  'GET /staff/vip': { version: 1, list: vipLevels },
  'POST /staff/vip/change': { version: 2, list: vipLevels },
} satisfies { readonly [K in keyof VipContract]: Output<VipContract[K]> };
