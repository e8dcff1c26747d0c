import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signUp } from '../../../test/people.ts';
import { withProof } from '../../../test/session-key.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { FACTORIES } from '../../domains.ts';
import type { DomainFactory } from '../domain.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { ONE_NODE } from '../nodes/node-bus.ts';
import { createApp } from './app.ts';
import { DomainError } from './domain-error.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const SECRET = 'a-decent-secret-81';
const LIMITS = { account: 1e6, guests: 1e6, address: 40, guesses: 1e6, messages: 1e6, uploads: 1e6, bytes: 1e9 };

/** A domain whose calls succeed, are rejected, and break. */
const tried: DomainFactory = () => ({
  name: 'tried',
  calls: {
    'GET /fiat/rates': async () => ({}),
    'POST /user/login': async () => {
      throw new DomainError('wrong_credentials');
    },
    'GET /getSiteConfig': async () => {
      throw new Error('out of order', { cause: new Error('the disk is full') });
    },
  },
});

let test: TestApp;
let app: FastifyInstance;
let lines: Record<string, unknown>[];
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  lines = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)) as Record<string, unknown>);
      done();
    },
  });
  const log = pino({ level: 'info', base: null }, stream);
  const courier = { send: async () => undefined };
  const surroundings = {
    ...test,
    nodes: ONE_NODE,
    courier,
    log,
    metrics: createMetrics(),
    followed: async () => undefined,
  };
  ({ app } = await createApp(surroundings, [tried], LIMITS));
  return () => app.close();
});

const login = (headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: `/api/user/login?lang=en&token=${SECRET}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams({ user_string: 'ann@example.com', password: SECRET }).toString(),
  });

describe('a request id', () => {
  const idFor = async (headers: Record<string, string>, url = '/api/fiat/rates') =>
    (await app.inject({ url, headers })).headers['x-request-id'];
  const forwarded = { 'x-forwarded-for': '203.0.113.7' };

  it('is the one that the gateway gave', async () => {
    expect(await idFor({ ...forwarded, 'x-request-id': 'from-the-gateway-1' })).toBe('from-the-gateway-1');
    expect(lines.map(({ requestId }) => requestId)).toEqual(['from-the-gateway-1']);
  });

  it.each(['', 'short', 'x'.repeat(65), 'new\tline-and-more', 'a"quote-and-more', 'ünïcode-and-more'])(
    'is a new one where the given one is %j',
    async (given) => {
      expect(await idFor({ ...forwarded, 'x-request-id': given })).toMatch(UUID);
    },
  );

  it('is a new one where a client without a gateway gives one', async () => {
    expect(await idFor({ 'x-request-id': 'from-the-client-1' })).toMatch(UUID);
  });

  it('differs from request to request, and is in every response: errors, what is not found, what is too much', async () => {
    const ids = [await idFor({}), await idFor({}), await idFor({}, '/nothing'), await idFor({}, '/api/getSiteConfig')];
    for (const id of ids) expect(id).toMatch(UUID);
    expect(new Set(ids).size).toBe(ids.length);
    let last = await app.inject('/api/fiat/rates');
    while (last.statusCode !== 429) last = await app.inject('/api/fiat/rates');
    expect(last.headers['x-request-id']).toMatch(UUID);
    expect(lines.at(-1)).toMatchObject({ outcome: 'rate_limited', status: 429 });
  });
});

describe('the request log', () => {
  it('has a line for each response: call, outcome, status and duration', async () => {
    await app.inject('/api/fiat/rates');
    await login();
    await app.inject('/api/nothing?token=1');
    await app.inject('/api/coin/list');
    expect(lines.map(({ call, outcome, status }) => [call, outcome, status])).toEqual([
      ['GET /fiat/rates', 'ok', 200],
      ['POST /user/login', 'wrong_credentials', 200],
      ['unmatched', 'not_found', 404],
      ['GET /coin/list', 'function_under_development', 200],
    ]);
    for (const { ms, msg, code } of lines) {
      expect(msg).toBe(code ? 'security' : 'request');
      expect(ms).toBeGreaterThan(0);
    }
  });

  it('names the account whose password a guest guesses', async () => {
    const { email, id } = await signUp(test);
    const guess = (call: TestApp['app']) =>
      call.inject({
        method: 'POST',
        url: '/api/user/login',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ user_string: email, password: `not-${SECRET}` }).toString(),
      });
    const real = await createApp(
      {
        ...test,
        nodes: ONE_NODE,
        courier: { send: async () => undefined },
        log: pino(
          { level: 'warn', base: null },
          { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
        ),
        metrics: createMetrics(),
        followed: async () => undefined,
      },
      FACTORIES,
      LIMITS,
    );
    await guess(real.app);
    await real.app.close();
    expect(lines).toMatchObject([
      { level: 40, event: 'security', code: 'wrong_credentials', call: 'POST /user/login', caller: `user:${id}` },
    ]);
    expect(JSON.stringify(lines)).not.toContain(email);
  });

  it('names the signed-in caller by id', async () => {
    const { token, id } = await signUp(test);
    const asked = { method: 'GET', url: '/api/fiat/rates' } as const;
    await app.inject({ ...asked, headers: withProof({ ...asked, headers: { authorization: token } }, test.now()) });
    await app.inject(asked);
    expect(lines.map(({ caller }) => caller)).toEqual([`user:${id}`, undefined]);
  });

  it('has no secret: no token, no password, no address, nothing of the query', async () => {
    await login({ authorization: SECRET, cookie: SECRET, 'idempotency-key': SECRET });
    await app.inject(`/api/${SECRET}?x=${SECRET}`);
    const text = JSON.stringify(lines);
    expect(lines).toHaveLength(2);
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain('ann@example.com');
  });

  it('has the stack of an unexpected error once, with its cause and the request id of the response', async () => {
    const response = await app.inject('/api/getSiteConfig');
    expect(response.statusCode).toBe(500);
    expect(response.body).not.toContain('out of order');
    const stacks = lines.filter(({ err }) => err !== undefined);
    expect(stacks).toMatchObject([
      { level: 50, call: 'GET /getSiteConfig', requestId: response.headers['x-request-id'], err: { type: 'Error' } },
    ]);
    const stack = JSON.stringify(stacks);
    expect(stack).toContain('request-log.test.ts');
    expect(stack).toContain('the disk is full');
    expect(lines.at(-1)).toMatchObject({ msg: 'request', outcome: 'server_fault', status: 500 });
  });

  it('leaves out the probes of machines', async () => {
    await app.inject('/api/health');
    await app.inject('/metrics');
    expect(lines).toEqual([]);
  });
});

describe('the metrics of calls', () => {
  it('count them by call and outcome, and by no text of a client', async () => {
    await app.inject('/api/fiat/rates?a=1');
    await app.inject('/api/fiat/rates?a=2');
    await login();
    await app.inject('/api/whatever');
    await app.inject('/api/else');
    const { body } = await app.inject('/metrics');
    const counts = [...body.matchAll(/^tessera_http_request_duration_seconds_count\{(.*)\} (\d+)$/gm)];
    expect(counts.map(([, labels, count]) => [labels, count])).toEqual([
      ['call="GET /fiat/rates",outcome="ok"', '2'],
      ['call="POST /user/login",outcome="wrong_credentials"', '1'],
      ['call="unmatched",outcome="not_found"', '2'],
    ]);
  });
});
