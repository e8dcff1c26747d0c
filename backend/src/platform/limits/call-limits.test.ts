import type { CallId } from '@tessera/api/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { linkedNodes } from '../../../test/linked-nodes.ts';
import { signUp } from '../../../test/people.ts';
import { recurringJobsOf } from '../../../test/recurring-jobs.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import type { CallLimits } from './call-limits.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const apps: TestApp[] = [];
afterEach(async () => {
  for (const app of apps.splice(0).reverse()) await app.close();
});

async function start(limits: Partial<CallLimits>, environment: Record<string, string> = {}): Promise<TestApp> {
  const app = await createTestApp(environment, limits);
  apps.push(app);
  return app;
}

const logIn = (app: TestApp, address: string, gateway = '127.0.0.1') =>
  app.app.inject({
    method: 'POST',
    url: '/api/user/login',
    remoteAddress: gateway,
    headers: { ...FORM, 'x-forwarded-for': address },
    payload: 'user_string=nobody%40example.com&password=wrong-password&lang=de',
  });

/** A call of a user, or of a guest, from an address. */
const ask = (app: TestApp, call: CallId, address: string, token?: string) => {
  const [method = '', path = ''] = call.split(' ');
  return app.app.inject({
    method: method as 'GET' | 'POST',
    url: `/api${path}`,
    headers: { 'x-forwarded-for': address, ...(token && { authorization: token }), ...(method === 'POST' && FORM) },
  });
};

const statuses = async (count: number, one: (index: number) => Promise<{ readonly statusCode: number }>) => {
  const seen: number[] = [];
  for (let index = 0; index < count; index += 1) seen.push((await one(index)).statusCode);
  return { served: seen.filter((status) => status === 200).length, last: seen.at(-1) };
};

describe('too many guesses', () => {
  it('from one address are HTTP 429 with Retry-After; another address is served', async () => {
    const app = await start({ guesses: 3 });
    for (let calls = 0; calls < 3; calls += 1) expect((await logIn(app, '10.1.1.1')).statusCode).toBe(200);
    const rejected = await logIn(app, '10.1.1.1');
    expect(rejected.statusCode).toBe(429);
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
    expect(rejected.json()).toMatchObject({ type: 'error', error: 'rate_limited' });
    expect(rejected.json<{ message: string }>().message).toContain(String(rejected.headers['retry-after']));
    expect((await logIn(app, '10.2.2.2')).statusCode).toBe(200);
  });

  it('are counted by the forwarded address only for configured gateways', async () => {
    const app = await start({ guesses: 1 }, { TRUSTED_PROXIES: '172.18.0.0/16' });
    for (const client of ['10.1.1.1', '10.2.2.2'])
      expect((await logIn(app, client, '172.18.0.5')).statusCode).toBe(200);
    expect((await logIn(app, '10.3.3.3', '192.0.2.1')).statusCode).toBe(200);
    expect((await logIn(app, '10.4.4.4', '192.0.2.1')).statusCode).toBe(429);
  });

  it('are counted over the whole network of an IPv6 client', async () => {
    const app = await start({ guesses: 1 });
    expect((await logIn(app, '2001:db8:1:2::1')).statusCode).toBe(200);
    expect((await logIn(app, '2001:db8:1:3:ffff::9')).statusCode).toBe(429);
    expect((await logIn(app, '2001:db8:2:2::1')).statusCode).toBe(200);
  });

  it('are as many on two nodes as on one, and after a restart', async () => {
    const one = await start({ guesses: 4 });
    const two = await createTestApp({}, { guesses: 4 }, undefined, undefined, one);
    apps.push(two);
    const outcome = await statuses(12, (index) => logIn(index % 2 ? one : two, '10.1.1.1'));
    expect(outcome).toEqual({ served: 4, last: 429 });
  });

  it('leave other kinds of calls alone', async () => {
    const app = await start({ messages: 1 });
    const send = (user_string: string) => app.call('POST /sms_mail', { user_string, scene: 'register' });
    await send('one@example.com');
    await expect(send('two@example.com')).rejects.toThrow('HTTP 429');
    expect((await app.call('GET /user/levellist')).type).toBeDefined();
  });
});

describe('the budget of an account', () => {
  it('is spent by the weight of calls, from however many addresses', async () => {
    const app = await start({ account: 60 });
    const { token } = await signUp(app);
    // POST /wallet/list weighs 6.
    const outcome = await statuses(33, (index) => ask(app, 'POST /wallet/list', `10.0.0.${index % 11}`, token));
    expect(outcome).toEqual({ served: 10, last: 429 });
    const waits = await ask(app, 'GET /user/info', '10.0.1.1', token);
    expect([waits.statusCode, waits.headers['retry-after']]).toEqual([429, '1']);
    app.advance(1_000);
    expect((await ask(app, 'GET /user/info', '10.0.1.1', token)).statusCode).toBe(200);
  });

  it('is its own behind a carrier address that guests have used up', async () => {
    const app = await start({ guests: 20 });
    const { token } = await signUp(app);
    const guests = await statuses(30, () => ask(app, 'GET /user/levellist', '10.0.0.1'));
    expect(guests.last).toBe(429);
    const user = await statuses(30, () => ask(app, 'GET /user/levellist', '10.0.0.1', token));
    expect(user).toEqual({ served: 30, last: 200 });
  });

  it('is none with a session that is not valid', async () => {
    const app = await start({ guests: 20 });
    const outcome = await statuses(30, (index) => ask(app, 'GET /user/info', '10.0.0.1', `${index}`.padStart(43, 'a')));
    expect(outcome).toEqual({ served: 20, last: 429 });
  });

  it('is one on two nodes, within the half second in which they tell each other', async () => {
    const bus = linkedNodes();
    const one = await createTestApp({}, { account: 60 }, undefined, bus());
    apps.push(one);
    const two = await createTestApp({}, { account: 60 }, undefined, bus(), one);
    apps.push(two);
    const stops = [one, two].flatMap(({ domains }) => domains.flatMap(({ start: begin }) => begin?.() ?? []));
    const { token } = await signUp(one);
    const first = await statuses(20, () => ask(one, 'POST /wallet/list', '10.0.0.1', token));
    await recurringJobsOf(one).turn('call-limits-share');
    const second = await statuses(20, () => ask(two, 'POST /wallet/list', '10.0.0.1', token));
    for (const stop of stops) await stop();
    expect([first.served, second.served]).toEqual([10, 0]);
  });
});

describe('requests of any kind', () => {
  it('are limited by address before anything is read', async () => {
    const app = await start({ address: 30 });
    const outcome = await statuses(40, () => ask(app, 'GET /user/levellist', '10.0.0.1'));
    expect(outcome).toEqual({ served: 30, last: 429 });
    expect(
      (await app.app.inject({ url: '/no/such/path', headers: { 'x-forwarded-for': '10.0.0.1' } })).statusCode,
    ).toBe(429);
    expect((await ask(app, 'GET /user/levellist', '10.0.0.2')).statusCode).toBe(200);
  });
});
