import { afterEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/test-app.ts';

let app: TestApp;
afterEach(() => app.close());

const logIn = (address: string) =>
  app.app.inject({
    method: 'POST',
    url: '/api/user/login',
    remoteAddress: '127.0.0.1',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': address },
    payload: 'user_string=nobody%40example.com&password=wrong-password&lang=de',
  });

describe('too many calls', () => {
  it('from one address are HTTP 429, which says when to come back; another address is served', async () => {
    app = await createTestApp({}, { guesses: 3 });
    for (let calls = 0; calls < 3; calls += 1) expect((await logIn('10.1.1.1')).statusCode).toBe(200);
    const refused = await logIn('10.1.1.1');
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.json()).toMatchObject({ type: 'error', error: 'rate_limited' });
    expect(refused.json<{ message: string }>().message).toContain(String(refused.headers['retry-after']));
    expect((await logIn('10.2.2.2')).statusCode).toBe(200);
  });

  it('of one kind leave the others alone', async () => {
    app = await createTestApp({}, { messages: 1 });
    const ask = (user_string: string) => app.call('POST /sms_mail', { user_string, scene: 'register' });
    await ask('one@example.com');
    await expect(ask('two@example.com')).rejects.toThrow('HTTP 429');
    expect((await app.call('GET /user/levellist')).type).toBeDefined();
  });
});
