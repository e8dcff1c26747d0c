import type { Output } from '../../kit/contract.ts';
import type { BrakesContract } from './contract.ts';

type State = Output<BrakesContract['GET /brakes']>;

const NOW = Date.UTC(2026, 10, 20, 15);

/** No limits, unless they are given. */
export const brakesState = (limits: Partial<State> = {}): State => ({
  daily_loss: { value: null, next: null },
  max_multiple: { value: null, next: null },
  cool_off: { value: null, next: null },
  excluded_until: { value: null, next: null },
  left_today: null,
  result_today: '0',
  losses: 0,
  cooling_until: null,
  now: NOW,
  ...limits,
});

export const brakesFixtures = {
  'GET /brakes': brakesState(),
  'POST /brakes': brakesState({
    daily_loss: { value: '500', next: { value: '800', at: NOW + 86_400_000 } },
    max_multiple: { value: 20, next: null },
    cool_off: { value: { losses: 3, minutes: 60 }, next: null },
    left_today: '320.5',
    result_today: '-179.5',
    losses: 1,
  }),
} satisfies { readonly [K in keyof BrakesContract]: Output<BrakesContract[K]> };
