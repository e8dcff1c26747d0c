import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonCall } from '@tessera/api/kit/json';
import { expect, test } from 'vitest';
import { createRegistryClient } from './client.ts';
import { registryContract } from './contract.ts';
import { registryDocumentation } from './documentation.ts';
import { releaseErrors, serviceErrors } from './errors.ts';
import { FakeRegistryError, fakeRegistry } from './testing.ts';

const DOCS = join(import.meta.dirname, '../../../../docs/release-protocol.md');

test('the docs list every call with its input and errors, and every error with its status', async () => {
  const text = await readFile(DOCS, 'utf8');
  const [, section] = /<!-- registry calls -->\n([\s\S]*?)\n<!-- \/registry calls -->/.exec(text) ?? [];
  expect(section).toBe(registryDocumentation);
});

test.each(Object.entries<JsonCall>(registryContract))('%s lists only errors that the API defines', (_, { errors }) => {
  expect(Object.keys({ ...releaseErrors, ...serviceErrors })).toEqual(expect.arrayContaining([...errors]));
});

test('a client receives outputs, errors of the service and an expired session', async () => {
  const ended: unknown[] = [];
  let handlers: Parameters<typeof fakeRegistry>[0] = {};
  const registry = createRegistryClient({
    origin: 'http://127.0.0.1',
    fetch: (url, init) => fakeRegistry(handlers, new Request(String(url), { method: init?.method ?? 'GET' })),
    token: () => 'token',
    onSessionInvalid: (token) => ended.push(token),
  });
  handlers = { 'GET /registry/versions/:name': async () => ({ versions: [] }) };
  expect(await registry('GET /registry/versions/:name', { name: 'markets' })).toEqual({ versions: [] });
  await expect(registry('GET /registry/history', { limit: 0 })).rejects.toMatchObject({
    kind: 'invalid',
    code: 'bad_input',
    message: expect.stringContaining('limit'),
  });
  handlers = {
    async 'GET /registry/status'() {
      throw new FakeRegistryError('staff_session_missing', 'Log in again.');
    },
  };
  await expect(registry('GET /registry/status', {})).rejects.toMatchObject({ kind: 'session' });
  expect(ended).toEqual(['token']);
});
