import { expect, it } from 'vitest';
import { endOf } from './open.ts';

it.each([
  ['market', '50000', 'market'],
  ['immediate', '50000', 'immediate'],
  ['own_order', '50000', 'own_order'],
  ['immediate', null, 'market'],
] as const)('what the book ended as %s, of an order at %s, is shown as %s', (ended, price, shown) => {
  expect(endOf(ended, { price })).toBe(shown);
});
