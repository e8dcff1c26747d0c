import { expect, test } from 'vitest';
import { createGateway } from './gateway.ts';

const SECRET = 'a'.repeat(32);

test('lines of the gateway have neither addresses nor URLs: the address of a preview grants access to it', async () => {
  const lines: string[] = [];
  const gateway = await createGateway({
    backend: 'http://127.0.0.1:1',
    release: () => undefined,
    keys: async () => [],
    preview: () => Promise.reject(new Error('the store is away')),
    shell: async () => undefined,
    files: async () => undefined,
    logger: { level: 'debug', stream: { write: (line: string) => void lines.push(line) } },
  });
  const remoteAddress = '203.0.113.77';
  const failed = await gateway.inject({ url: `/h5/previews/${SECRET}.json`, remoteAddress });
  await gateway.inject({ url: `/h5/?preview=${SECRET}`, remoteAddress });
  await gateway.inject({ url: `/api/x?token=${SECRET}`, remoteAddress });
  await gateway.close();
  expect(failed.statusCode).toBe(500);
  const text = lines.join('');
  expect(text).toContain('the store is away');
  expect(text).not.toContain(SECRET);
  expect(text).not.toContain(remoteAddress);
});
