import { expect, test } from 'vitest';
import { payeesContract } from './contract.ts';
import { payeesFixtures } from './fixtures.ts';

test.each(Object.entries(payeesFixtures))('the fixture of %s is an output of the call', (callId, output) => {
  expect(payeesContract[callId as keyof typeof payeesFixtures].output.parse(output)).toEqual(output);
});
