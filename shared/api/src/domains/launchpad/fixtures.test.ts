import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { launchpadContract } from './contract.ts';
import { launchpadFixtures } from './fixtures.ts';

it.each(Object.entries(launchpadFixtures))('the fixture of %s matches the contract', (callId, fixture) => {
  const { output } = launchpadContract[callId as keyof typeof launchpadFixtures];
  expect(z.safeParse(output, fixture).error).toBeUndefined();
});
