import { ApiError } from '@tessera/api';
import { expect, test } from 'vitest';
import { texts } from '../texts.ts';
import { passkeyProblem } from './problem-text.ts';

test('of a passkey it is said whether it was cancelled, or what stood in its way', () => {
  expect(passkeyProblem(new DOMException('', 'NotAllowedError'))).toBe(texts.login.passkeyCancelled);
  expect(passkeyProblem(new ApiError('network', 'Code could not be fetched'))).toBe(texts.problems.network);
});
