import { expect, test } from 'vitest';
import { supportContract } from './contract.ts';
import { supportFixtures } from './fixtures.ts';

test.each(Object.entries(supportFixtures))('the fixture of %s is an output of the call', (callId, output) => {
  expect(supportContract[callId as keyof typeof supportFixtures].output.parse(output)).toEqual(output);
});
