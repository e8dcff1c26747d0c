import { expect, test } from 'vitest';
import { uploadsContract } from './contract.ts';
import { uploadsFixtures } from './fixtures.ts';

test.each(Object.entries(uploadsFixtures))('the fixture of %s is an output of the call', (callId, output) => {
  expect(uploadsContract[callId as keyof typeof uploadsFixtures].output.parse(output)).toEqual(output);
});
