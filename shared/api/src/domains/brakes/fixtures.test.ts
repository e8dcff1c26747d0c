import { expect, test } from 'vitest';
import { brakesContract } from './contract.ts';
import { brakesFixtures } from './fixtures.ts';

test.each(Object.entries(brakesFixtures))('the fixture of %s is an output of the call', (callId, output) => {
  expect(brakesContract[callId as keyof typeof brakesFixtures].output.parse(output)).toEqual(output);
});
