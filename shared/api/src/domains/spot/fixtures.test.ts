import { expect, test } from 'vitest';
import { spotContract } from './contract.ts';
import { filledOrder, spotFixtures } from './fixtures.ts';
import { fieldToWire, orderFromWire, orderToWire, placementFromWire, placementToWire } from './wire.ts';

test.each(Object.entries(spotFixtures))('the fixture of %s is an output of the call', (callId, output) => {
  expect(spotContract[callId as keyof typeof spotFixtures].output.parse(output)).toEqual(output);
});

test('an order is the same after it went over the wire', () => {
  expect(orderFromWire(orderToWire(filledOrder()))).toEqual(filledOrder());
});

test('an order survives the translation to wire names and back', () => {
  const placement = {
    currency_id: 1,
    legal_id: 3,
    side: 'sell',
    kind: 'limit',
    price: '61000',
    amount: '0.05',
  } as const;
  const wire = placementToWire(placement);
  expect(wire).toEqual({
    currency_id: 1,
    legal_id: 3,
    type: 'sell',
    kind: 'limit',
    target_price: '61000',
    amount: '0.05',
  });
  expect(placementFromWire(spotContract['POST /coin/trade'].input.parse(wire))).toEqual(placement);
});

const LIMIT = { currency_id: 1, legal_id: 3, type: 'buy', target_price: '61000', amount: '0.05' };
const MARKET = { currency_id: 1, legal_id: 3, type: 'buy', kind: 'market', amount: '0.05' };

test.each([
  ['a limit order that rests', { ...LIMIT, post_only: 'true' }, undefined],
  ['a limit order filled at once or not at all', { ...LIMIT, time_in_force: 'FOK' }, undefined],
  ['a post-only order that does not rest', { ...LIMIT, time_in_force: 'IOC', post_only: 'true' }, 'post_only'],
  ['a post-only order at market', { ...MARKET, post_only: '1' }, 'post_only'],
  ['a time in force of a market order', { ...MARKET, time_in_force: 'GTC' }, 'time_in_force'],
])('the input of %s', (_, input, field) => {
  const { error } = spotContract['POST /coin/trade'].input.safeParse(input);
  expect(error?.issues[0]?.path[0]).toBe(field);
});

test('an error names the field as the wire does', () => {
  expect(['price', 'side', 'amount'].map(fieldToWire)).toEqual(['target_price', 'type', 'amount']);
});
