import { expect, test } from 'vitest';
import { messagesContract } from './contract.ts';
import { messagesFixtures } from './fixtures.ts';

test.each(Object.entries(messagesFixtures))('the fixture of %s is an output of the call', (callId, output) => {
  expect(messagesContract[callId as keyof typeof messagesFixtures].output.parse(output)).toEqual(output);
});
