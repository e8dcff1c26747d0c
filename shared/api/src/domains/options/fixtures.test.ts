import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { optionsContract } from './contract.ts';
import { optionsFixtures } from './fixtures.ts';

it.each(Object.entries(optionsFixtures))('the fixture of %s matches the contract', (callId, fixture) => {
  const { output } = optionsContract[callId as keyof typeof optionsFixtures];
  expect(z.safeParse(output, fixture).error).toBeUndefined();
});
