import { expect, test } from 'vitest';
import { kycContract } from './contract.ts';
import { kycFixtures } from './fixtures.ts';

test.each(Object.entries(kycFixtures))('the fixture of %s is an output of the call', (callId, output) => {
  expect(kycContract[callId as keyof typeof kycFixtures].output.parse(output)).toEqual(output);
});
