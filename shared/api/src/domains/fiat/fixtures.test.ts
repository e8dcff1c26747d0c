import { expect, test } from 'vitest';
import { fiatContract } from './contract.ts';
import { fiatFixtures } from './fixtures.ts';

test.each(Object.entries(fiatFixtures))('the fixture of %s is an output of the call', (callId, output) => {
  expect(fiatContract[callId as keyof typeof fiatFixtures].output.parse(output)).toEqual(output);
});
