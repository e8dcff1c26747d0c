import { expect, test } from 'vitest';
import { codeOf } from './code.ts';

test('code that cannot be fetched is a server that cannot be reached, for all that ask what went wrong', async () => {
  const missing = Object.assign(new Error('Loading chunk webauthn failed'), { name: 'ChunkLoadError' });
  await expect(codeOf(Promise.reject(missing))).rejects.toMatchObject({
    name: 'ApiError',
    code: 'network',
    fromServer: false,
    cause: missing,
  });
  expect(await codeOf(Promise.resolve(1))).toBe(1);
});
