import { expect, test } from 'vitest';
import { quickbuyContract } from './contract.ts';
import { quickbuyFixtures } from './fixtures.ts';

test.each(Object.entries(quickbuyFixtures))('the fixture of %s is an output of the call', (callId, output) => {
  expect(quickbuyContract[callId as keyof typeof quickbuyFixtures].output.parse(output)).toEqual(output);
});
