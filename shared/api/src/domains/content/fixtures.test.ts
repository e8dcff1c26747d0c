import { expect, test } from 'vitest';
import { contentContract } from './contract.ts';
import { contentFixtures } from './fixtures.ts';

test.each(Object.entries(contentFixtures))('the fixture of %s is an output of the call', (callId, output) => {
  expect(contentContract[callId as keyof typeof contentFixtures].output.parse(output)).toEqual(output);
});
