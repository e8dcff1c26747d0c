import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { convertContract } from './contract.ts';
import { convertFixtures } from './fixtures.ts';

it.each(Object.entries(convertFixtures))('the fixture of %s matches the contract', (callId, fixture) => {
  const { output } = convertContract[callId as keyof typeof convertFixtures];
  expect(z.safeParse(output, fixture).error).toBeUndefined();
});
