import { spotOrder } from '@tessera/api/spot/fixtures';
import { expect, test } from 'vitest';
import { orderLines } from './order-lines.ts';

const texts = {
  order: ({ side }: { readonly side: string }) => side,
  stop: ({ side }: { readonly side: string }) => `stop ${side}`,
  handle: (label: string) => `move ${label}`,
};

test('an order stands at its limit price, one that waits at its trigger, and either can be moved', () => {
  const limit = spotOrder({ id: '1', price: '60000' });
  const stop = spotOrder({ id: '2', side: 'sell', price: null, stop_price: '58000', triggered_at: null });
  const both = spotOrder({ id: '3', side: 'sell', price: '70000', stop_price: '58000', triggered_at: null });
  const triggered = spotOrder({ id: '4', price: '61000', stop_price: '61500', triggered_at: 1 });
  const market = spotOrder({ id: '5', price: null, stop_price: null });
  const lines = orderLines([limit, stop, both, triggered, market], texts);
  expect(lines.map(({ id, price, handle }) => [id, price, handle])).toEqual([
    ['price 1', '60000', 'move buy'],
    ['stop_price 2', '58000', 'move stop sell'],
    ['price 3', '70000', 'move sell'],
    ['stop_price 3', '58000', 'move stop sell'],
    ['price 4', '61000', 'move buy'],
  ]);
});
