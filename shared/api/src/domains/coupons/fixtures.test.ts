import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { couponsContract } from './contract.ts';
import { couponsFixtures } from './fixtures.ts';

it.each(Object.entries(couponsFixtures))('the fixture of %s matches the contract', (callId, fixture) => {
  const { output } = couponsContract[callId as keyof typeof couponsFixtures];
  expect(z.safeParse(output, fixture).error).toBeUndefined();
});
