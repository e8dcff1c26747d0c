import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { investContract } from './contract.ts';
import { investFixtures } from './fixtures.ts';

it.each(Object.entries(investFixtures))('the fixture of %s matches the contract', (callId, fixture) => {
  const { output } = investContract[callId as keyof typeof investFixtures];
  expect(z.safeParse(output, fixture).error).toBeUndefined();
});
