import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { nftContract } from './contract.ts';
import { nftFixtures } from './fixtures.ts';

it.each(Object.entries(nftFixtures))('the fixture of %s matches the contract', (callId, fixture) => {
  const { output } = nftContract[callId as keyof typeof nftFixtures];
  expect(z.safeParse(output, fixture).error).toBeUndefined();
});
