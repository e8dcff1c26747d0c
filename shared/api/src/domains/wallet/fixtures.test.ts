import { expect, test } from 'vitest';
import { walletContract } from './contract.ts';
import { walletFixtures } from './fixtures.ts';

test.each(Object.entries(walletFixtures))('the fixture of %s is an output of the call', (callId, output) => {
  expect(walletContract[callId as keyof typeof walletFixtures].output.parse(output)).toEqual(output);
});
