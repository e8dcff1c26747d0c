import { expect, test } from 'vitest';
import { identityContract } from './contract.ts';
import { identityFixtures } from './fixtures.ts';

test.each(Object.entries(identityFixtures))('the fixture of %s is an output of the call', (callId, output) => {
  expect(identityContract[callId as keyof typeof identityFixtures].output.parse(output)).toEqual(output);
});
