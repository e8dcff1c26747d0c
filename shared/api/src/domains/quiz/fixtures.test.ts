import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { quizContract } from './contract.ts';
import { quizFixtures } from './fixtures.ts';

it.each(Object.entries(quizFixtures))('the fixture of %s matches the contract', (callId, fixture) => {
  const { output } = quizContract[callId as keyof typeof quizFixtures];
  expect(z.safeParse(output, fixture).error).toBeUndefined();
});
