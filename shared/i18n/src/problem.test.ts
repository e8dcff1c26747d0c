// @vitest-environment jsdom
import { beforeAll, expect, test } from 'vitest';
import { startTexts } from './host.ts';
import { problemText } from './problem.ts';
import { text } from './texts.ts';

beforeAll(() => startTexts('en'));

const rejected = (code: string, fromServer: boolean) =>
  Object.assign(new Error('The words of the server'), { code, fromServer });

test.each([
  ['the server’s words, where it had any', rejected('balance_short', true), 'The words of the server'],
  ['that there is no connection', rejected('network', false), 'No connection. Check your network and try again.'],
  [
    'the same where code that an action needs did not load',
    Object.assign(new Error('Loading chunk webauthn failed'), { name: 'ChunkLoadError' }),
    'No connection. Check your network and try again.',
  ],
  ['what the caller says of a dialog that was closed', new DOMException('', 'NotAllowedError'), 'It was cancelled'],
])('a failed action says %s', (_what, error, words) => {
  expect(problemText(error, 'It was cancelled')).toBe(words);
});

test('what no one has words for is the server’s', () => {
  expect(problemText(new TypeError('x is not a function'))).toBe(text('common:error.server'));
});
