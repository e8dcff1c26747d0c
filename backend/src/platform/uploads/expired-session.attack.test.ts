import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

let app: TestApp;
let origin: string;
beforeAll(async () => {
  app = await createTestApp();
  origin = await app.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

/* Over a real connection: one that the server closes while the picture is under way looks like a lost network. */
test.each([1_000, 9 * 1024 * 1024])('an upload of %d bytes with an expired session is told so by 999', async (size) => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(size)]), 'picture.png');
  const response = await fetch(`${origin}/api/upload`, {
    method: 'POST',
    body: form,
    headers: { authorization: 'x'.repeat(43) },
  });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ type: '999', code: 999, error: 'session_invalid' });
});
