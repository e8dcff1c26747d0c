import type { Output } from '../../kit/contract.ts';
import type { AlertsContract } from './contract.ts';

type Alert = Output<AlertsContract['POST /alerts/set']>;

/** Bitcoin above 70,000, told once. */
export const priceAlert = (changes: Partial<Alert> = {}): Alert => ({
  id: '1',
  symbol: 'BTC/USDT',
  kind: 'price',
  direction: 'above',
  level: '70000',
  repeats: false,
  pause_minutes: 60,
  status: 'active',
  created_at: Date.UTC(2026, 10, 20, 15),
  told_at: null,
  told_level: null,
  ...changes,
});

export const alertsFixtures = {
  'GET /alerts/list': {
    list: [
      priceAlert({ id: '2', symbol: 'ETH/USDT', kind: 'change', direction: 'below', level: '-5', repeats: true }),
      priceAlert(),
    ],
  },
  'POST /alerts/set': priceAlert(),
  'PUT /alerts/set': priceAlert({ level: '71000' }),
  'POST /alerts/remove': { id: '1' },
} satisfies { readonly [K in keyof AlertsContract]: Output<AlertsContract[K]> };
