import { expect, test } from 'vitest';
import { copytradingContract } from './contract.ts';
import { copiedTrade, copytradingFixtures } from './fixtures.ts';
import { copyFromWire, tradeToWire } from './wire.ts';

test.each(Object.entries(copytradingFixtures))('the fixture of %s is an output of the call', (callId, output) => {
  expect(copytradingContract[callId as keyof typeof copytradingFixtures].output.parse(output)).toEqual(output);
});

test.each(['long', 'short'] as const)('a %s copy is the same after it went over the wire', (side) => {
  expect(copyFromWire(tradeToWire(copiedTrade({ side })))).toEqual(copiedTrade({ side }));
});
