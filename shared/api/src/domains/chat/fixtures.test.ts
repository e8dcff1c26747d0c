import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { chatContract } from './contract.ts';
import { chatFixtures } from './fixtures.ts';

it.each(Object.entries(chatFixtures))('the fixture of %s matches the contract', (callId, fixture) => {
  const { output } = chatContract[callId as keyof typeof chatFixtures];
  expect(z.safeParse(output, fixture).error).toBeUndefined();
});
