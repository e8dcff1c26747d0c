import { expect, test } from 'vitest';
import { instrumentsContract } from './contract.ts';
import { instrumentsFixtures } from './fixtures.ts';

test.each(Object.entries(instrumentsFixtures))('the fixture of %s is an output of the call', (callId, output) => {
  expect(instrumentsContract[callId as keyof typeof instrumentsFixtures].output.parse(output)).toEqual(output);
});
