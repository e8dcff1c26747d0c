import { expect, test } from 'vitest';
import { plansContract } from './contract.ts';
import { plansFixtures } from './fixtures.ts';

test.each(Object.entries(plansFixtures))('the fixture of %s is an output of the call', (callId, output) => {
  expect(plansContract[callId as keyof typeof plansFixtures].output.parse(output)).toEqual(output);
});
