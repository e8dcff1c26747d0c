import { expect, test } from 'vitest';
import { vipContract } from './contract.ts';
import { vipFixtures } from './fixtures.ts';

test.each(Object.entries(vipFixtures))('the fixture of %s is an output of the call', (callId, output) => {
  expect(vipContract[callId as keyof typeof vipFixtures].output.parse(output)).toEqual(output);
});
