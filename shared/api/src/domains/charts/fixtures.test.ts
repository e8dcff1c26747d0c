import { expect, test } from 'vitest';
import { chartsContract } from './contract.ts';
import { chartsFixtures } from './fixtures.ts';

test.each(Object.entries(chartsFixtures))('the fixture of %s is an output of the call', (callId, output) => {
  expect(chartsContract[callId as keyof typeof chartsFixtures].output.parse(output)).toEqual(output);
});
