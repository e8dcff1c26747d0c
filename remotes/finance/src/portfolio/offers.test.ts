import { expect, test } from 'vitest';
import { offersFor } from './offers.ts';

const locked = (high: string, changes: object = {}) =>
  ({ currency: 'USDT', status: 'open', day_rates: ['0.001', high], ...changes }) as Parameters<typeof offersFor>[1][0];
const invested = (id: number, annual_rate: string, changes: object = {}) =>
  ({ id, section: 'fixed', currency: 'USDT', status: 'open', annual_rate, days: 30, ...changes }) as Parameters<
    typeof offersFor
  >[2][0];

test('of each kind the best that is sold now is offered, by its number and not by its text', () => {
  const offers = offersFor(
    'USDT',
    [locked('0.009'), locked('0.01'), locked('0.5', { status: 'closed' })],
    [
      invested(1, '0.09'),
      invested(2, '0.1'),
      invested(3, '0.9', { status: 'sold_out' }),
      invested(4, '0.02', { section: 'demand' }),
    ],
  );
  expect(offers.locked).toBe('0.01');
  expect([offers.fixed?.id, offers.demand?.id]).toEqual([2, 4]);
});

test('products of another currency are none', () => {
  expect(offersFor('BTC', [locked('0.01')], [invested(1, '0.1')])).toEqual({ locked: null, demand: null, fixed: null });
});
