import { expect, test } from 'vitest';
import { withdrawalsContract } from './contract.ts';
import { withdrawalsFixtures } from './fixtures.ts';

test.each(Object.entries(withdrawalsFixtures))('the fixture of %s is an output of the call', (callId, output) => {
  expect(withdrawalsContract[callId as keyof typeof withdrawalsFixtures].output.parse(output)).toEqual(output);
});
