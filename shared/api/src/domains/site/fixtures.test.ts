import { expect, test } from 'vitest';
import { siteContract } from './contract.ts';
import { siteFixtures } from './fixtures.ts';

test.each(Object.entries(siteFixtures))('the fixture of %s is an output of the call', (callId, output) => {
  expect(siteContract[callId as keyof typeof siteFixtures].output.parse(output)).toEqual(output);
});
