import { expect, test } from 'vitest';
import { leverageContract } from './contract.ts';
import { closingOrder, isolatedPosition, leverageFixtures } from './fixtures.ts';
import {
  leverOrderFromWire,
  leverOrderToWire,
  leverPlacementFromWire,
  leverPlacementToWire,
  positionFromWire,
  positionToWire,
} from './wire.ts';

test.each(Object.entries(leverageFixtures))('the fixture of %s is an output of the call', (callId, output) => {
  expect(leverageContract[callId as keyof typeof leverageFixtures].output.parse(output)).toEqual(output);
});

test('positions and orders are the same after they went over the wire', () => {
  expect(positionFromWire(positionToWire(isolatedPosition()))).toEqual(isolatedPosition());
  expect(positionToWire(isolatedPosition())).toMatchObject({ type: 2, status: 1 });
  expect(leverOrderFromWire(leverOrderToWire(closingOrder()))).toEqual(closingOrder());
});

test('an order survives the translation to wire names and back', () => {
  const placement = {
    symbol: 'BTC/USDT-PERP',
    side: 'short',
    kind: 'limit',
    mode: 'isolated',
    price: '61000',
    share: 5,
    multiple: 10,
    stop_loss_ratio: '0.5',
  } as const;
  const wire = leverPlacementToWire(placement);
  expect(wire).toMatchObject({ type: 2, target_price: '61000' });
  expect(leverPlacementFromWire(leverageContract['POST /lever/submit'].input.parse(wire))).toEqual(placement);
});

const MARKET = { symbol: 'BTC/USDT-PERP', type: '1', share: '5', multiple: '10' };

test.each<[string, object, string | undefined]>([
  ['an order at market', MARKET, undefined],
  ['an order by amount', { ...MARKET, share: '', amount: '0.5' }, undefined],
  ['an order by both sizes', { ...MARKET, amount: '0.5' }, 'amount'],
  ['an order without a size', { ...MARKET, share: '' }, 'share'],
  ['a limit order without a price', { ...MARKET, kind: 'limit' }, 'target_price'],
  ['a market order with a price', { ...MARKET, target_price: '1' }, 'target_price'],
  ['a stop loss stated twice', { ...MARKET, stop_loss_price: '1', stop_loss_ratio: '0.5' }, 'stop_loss_ratio'],
  ['a trailing stop without its distance', { ...MARKET, trailing_from: '1' }, 'trailing_distance'],
  ['a direction that is none', { ...MARKET, type: '3' }, 'type'],
])('the input of %s', (_, input, field) => {
  const { error } = leverageContract['POST /lever/submit'].input.safeParse(input);
  expect(error?.issues[0]?.path[0]).toBe(field);
});

test.each<[string, object, string | undefined]>([
  ['a trailing stop', { id: '1', kind: 'trailing_stop', distance: '0.01', activation_price: '7' }, undefined],
  ['a trailing stop by price', { id: '1', kind: 'trailing_stop', price: '0.01' }, 'distance'],
  ['a stop loss by two ways', { id: '1', kind: 'stop_loss', price: '1', amount: '5' }, 'amount'],
])('the input of %s', (_, input, field) => {
  const { error } = leverageContract['POST /lever/trigger'].input.safeParse(input);
  expect(error?.issues[0]?.path[0]).toBe(field);
});
