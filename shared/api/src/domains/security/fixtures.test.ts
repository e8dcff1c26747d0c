import { expect, test } from 'vitest';
import { securityContract } from './contract.ts';
import { securityFixtures } from './fixtures.ts';

test.each(Object.entries(securityFixtures))('the fixture of %s is an output of the call', (callId, output) => {
  expect(securityContract[callId as keyof typeof securityFixtures].output.parse(output)).toEqual(output);
});
