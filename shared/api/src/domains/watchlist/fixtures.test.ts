import { expect, test } from 'vitest';
import { watchlistContract } from './contract.ts';
import { watchlistFixtures } from './fixtures.ts';

test.each(Object.entries(watchlistFixtures))('the fixture of %s is an output of the call', (callId, output) => {
  expect(watchlistContract[callId as keyof typeof watchlistFixtures].output.parse(output)).toEqual(output);
});
