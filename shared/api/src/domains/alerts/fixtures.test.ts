import { expect, test } from 'vitest';
import { alertsContract } from './contract.ts';
import { alertsFixtures } from './fixtures.ts';

test.each(Object.entries(alertsFixtures))('the fixture of %s is an output of the call', (callId, output) => {
  expect(alertsContract[callId as keyof typeof alertsFixtures].output.parse(output)).toEqual(output);
});
