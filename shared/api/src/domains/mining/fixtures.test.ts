import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { miningContract } from './contract.ts';
import { miningFixtures } from './fixtures.ts';

it.each(Object.entries(miningFixtures))('the fixture of %s matches the contract', (callId, fixture) => {
  const { output } = miningContract[callId as keyof typeof miningFixtures];
  expect(z.safeParse(output, fixture).error).toBeUndefined();
});
