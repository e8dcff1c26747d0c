import { type CallId, contract } from '@tessera/api/contract';
import { languageCodes } from '@tessera/api/rules';
import { afterAll, describe, expect, it } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { builtCalls } from './calls.ts';

// Made before the tests are collected, because the calls to test are the handlers that there are.
const app: TestApp = await createTestApp();
const ann: Person = await signUp(app);
afterAll(() => app.close());

const built = builtCalls(app.domains);
const keys = Object.keys(contract) as CallId[];

describe('every call of the contract', () => {
  it.each(keys.filter((key) => built.has(key) && contract[key].access !== 'public'))(
    '%s requires a session',
    async (key) => {
      expect(await app.call(key)).toMatchObject({ type: '999', code: 999, error: 'session_invalid' });
    },
  );

  it.each(keys.filter((key) => !built.has(key)))('%s returns that it is under development', async (key) => {
    expect(await app.call(key, {}, { token: ann.token })).toMatchObject({
      type: 'error',
      code: 0,
      error: 'function_under_development',
      message: 'This function is under development',
    });
  });
});

describe('a rejection', () => {
  const wrong = { user_string: 'x', password: '' };

  it('is in the language of the request, or English without one', async () => {
    const messages = await Promise.all(
      languageCodes.map(async (language) => (await app.rejection('POST /user/login', wrong, { language })).message),
    );
    expect(new Set(messages).size).toBe(languageCodes.length);
    expect((await app.rejection('POST /user/login', wrong, { language: 'xx' })).message).toBe(messages[0]);
  });

  it('names the field that is missing', async () => {
    expect(await app.rejection('POST /user/login', { user_string: 'ann@example.com' })).toMatchObject({
      error: 'field_required',
      field: 'password',
      message: 'Password cannot be empty',
    });
  });

  it('of an unknown path is HTTP 404, of an unknown method too', async () => {
    expect((await app.app.inject({ url: '/api/no/such/call' })).statusCode).toBe(404);
    expect((await app.app.inject({ method: 'DELETE', url: '/api/user/login' })).statusCode).toBe(404);
  });

  it('of a body that is too long is HTTP 413 with its code', async () => {
    const response = await app.app.inject({
      method: 'POST',
      url: '/api/user/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `user_string=x&password=${'x'.repeat(70_000)}`,
    });
    expect([response.statusCode, response.json().error]).toEqual([413, 'text_too_long']);
  });

  it('of a field that is sent twice names it, whichever of the two would be taken', async () => {
    const sent = (payload: string) =>
      app.app.inject({
        method: 'POST',
        url: '/api/user/login',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload,
      });
    for (const fields of ['password=a&password=b', 'password=b&password=b']) {
      const answer = (await sent(`user_string=x@example.com&${fields}`)).json();
      expect(answer).toMatchObject({ type: 'error', error: 'invalid_field' });
    }
  });

  it('of a call on a broken database is HTTP 500 without details', async () => {
    const broken = await createTestApp();
    const { token } = await signUp(broken);
    await broken.database.query('alter table user_account rename to elsewhere');
    const response = await broken.app.inject({ url: '/api/user/info', headers: { authorization: token } });
    expect(response.statusCode).toBe(500);
    expect(response.json()).toMatchObject({ type: 'error', error: 'server_fault' });
    expect(response.body).not.toContain('user_account');
    await broken.close();
  });
});

describe('the documentation', () => {
  it('holds every call, and is served without a foreign address', async () => {
    const document = (await app.app.inject({ url: '/api/docs/json' })).json<{ paths: Record<string, object> }>();
    for (const key of keys) {
      const { method, path } = contract[key];
      expect(document.paths[`/api${path}`]).toHaveProperty(method.toLowerCase());
    }
    const page = await app.app.inject({ url: '/api/docs/' });
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toMatch(/(?:src|href)="https?:/);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'; style-src");
  });
});

describe('the headers', () => {
  it('keep what a call returns out of every cache, and inert where it is opened as a page', async () => {
    for (const url of ['/api/getSiteConfig?lang=en', '/api/wallet/list', '/api/nowhere', '/api/health']) {
      const { headers } = await app.app.inject({ url });
      expect(headers['content-type']).toMatch(/^application\/json(; charset=utf-8)?$/);
      expect(headers['access-control-allow-origin']).toBeUndefined();
      expect([url, headers['cache-control']]).toEqual([url, 'no-store']);
      expect(headers['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none';sandbox");
      expect(headers['x-frame-options']).toBe('DENY');
    }
    expect((await app.app.inject({ url: '/api/assets/logo.svg' })).headers['cache-control']).toContain('max-age=');
  });

  it('do not lock users out of plain http', async () => {
    const { headers } = await app.app.inject({ url: '/api/health' });
    expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['x-content-type-options']).toBe('nosniff');
  });
});
