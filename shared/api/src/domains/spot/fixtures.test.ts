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

test('an error names the field as the wire does', () => {
  expect(['price', 'side', 'amount'].map(fieldToWire)).toEqual(['target_price', 'type', 'amount']);
});
