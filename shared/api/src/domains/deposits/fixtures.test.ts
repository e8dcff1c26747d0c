import { expect, test } from 'vitest';
import { depositsContract } from './contract.ts';
import { depositsFixtures } from './fixtures.ts';

test.each(Object.entries(depositsFixtures))('the fixture of %s is an output of the call', (callId, output) => {
  expect(depositsContract[callId as keyof typeof depositsFixtures].output.parse(output)).toEqual(output);
});
