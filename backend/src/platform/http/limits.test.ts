import { afterEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

let app: TestApp;
afterEach(() => app.close());

const logIn = (address: string, gateway = '127.0.0.1') =>
  app.app.inject({
    method: 'POST',
    url: '/api/user/login',
    remoteAddress: gateway,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': address },
    payload: 'user_string=nobody%40example.com&password=wrong-password&lang=de',
  });

describe('too many calls', () => {
  it('from one address are HTTP 429 with Retry-After; another address is served', async () => {
    app = await createTestApp({}, { guesses: 3 });
    for (let calls = 0; calls < 3; calls += 1) expect((await logIn('10.1.1.1')).statusCode).toBe(200);
    const rejected = await logIn('10.1.1.1');
    expect(rejected.statusCode).toBe(429);
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
    expect(rejected.json()).toMatchObject({ type: 'error', error: 'rate_limited' });
    expect(rejected.json<{ message: string }>().message).toContain(String(rejected.headers['retry-after']));
    expect((await logIn('10.2.2.2')).statusCode).toBe(200);
  });

  it('are counted by the forwarded address only for configured gateways', async () => {
    app = await createTestApp({ TRUSTED_PROXIES: '172.18.0.0/16' }, { guesses: 1 });
    for (const client of ['10.1.1.1', '10.2.2.2']) expect((await logIn(client, '172.18.0.5')).statusCode).toBe(200);
    expect((await logIn('10.3.3.3', '192.0.2.1')).statusCode).toBe(200);
    expect((await logIn('10.4.4.4', '192.0.2.1')).statusCode).toBe(429);
  });

  it('of one kind leave the others alone', async () => {
    app = await createTestApp({}, { messages: 1 });
    const ask = (user_string: string) => app.call('POST /sms_mail', { user_string, scene: 'register' });
    await ask('one@example.com');
    await expect(ask('two@example.com')).rejects.toThrow('HTTP 429');
    expect((await app.call('GET /user/levellist')).type).toBeDefined();
  });
});
