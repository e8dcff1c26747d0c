import type { IncomingMessage, ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { contract } from '@tessera/api/contract';
import type { Call } from '@tessera/api/kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signUp } from '../../../test/people.ts';
import { withProof } from '../../../test/session-key.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { EncodedOutput } from './encoded.ts';
import { sharedAnswers } from './shared-answers.ts';

/* Over a socket: requests that are injected do not pass the server. */

const QUOTES = '/api/currency/quotation_new';
const LIMITS = { guests: 30, account: 30 };

let app: TestApp;
let origin: string;
beforeAll(async () => {
  app = await createTestApp({ INTERNAL_TOKEN: 'a-token-of-gateways-0123456789abcdef' }, LIMITS);
  origin = await app.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

let client = 0;
/** Each as another guest, behind a gateway. */
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${origin}${path}`, {
    headers: { 'accept-encoding': 'identity', 'x-forwarded-for': `203.0.113.${++client}`, ...headers },
  });
const handled = (path: string, headers: Record<string, string> = {}) =>
  app.app.inject({ method: 'GET', url: path, headers: { 'x-forwarded-for': `203.0.113.${++client}`, ...headers } });
/** What of the answer is not of this request and moment alone. */
const lasting = (headers: Iterable<readonly [string, unknown]>) =>
  Object.fromEntries([...headers].filter(([name]) => !/^(date|connection|keep-alive|x-request-id)$/.test(name)));
const observed = async () =>
  Number(
    /request_duration_seconds_count\{[^}]*quotation_new[^}]*\} (\d+)/.exec((await app.metrics.page()).text)?.[1] ?? 0,
  );

it.each([[{}], [{ 'accept-encoding': 'gzip' }]])(
  'have the headers and bytes of a handled call: %j',
  async (accepts) => {
    const first = await handled(QUOTES, accepts);
    const before = await observed();
    const second = await get(QUOTES, accepts);
    expect(lasting(second.headers)).toEqual(lasting(Object.entries(first.headers)));
    expect(Number(second.headers.get('content-length'))).toBe(first.rawPayload.length);
    const plain = 'accept-encoding' in accepts ? gunzipSync(first.rawPayload) : first.rawPayload;
    expect(Buffer.from(await second.arrayBuffer()).equals(plain)).toBe(true);
    expect(await observed()).toBe(before + 1);
  },
);

it('name the request as the gateway does', async () => {
  await get(QUOTES);
  const { headers } = await get(QUOTES, { 'x-request-id': 'of-the-gateway-1' });
  expect(headers.get('x-request-id')).toBe('of-the-gateway-1');
});

it('are those of the moment, and of the same URL alone', async () => {
  const last = async (path: string) => {
    const { message } = (await (await get(path)).json()) as {
      message: { list: { symbol: string; latest: { last: string } }[] };
    };
    return message.list.find(({ symbol }) => symbol === 'BTC/USDT')?.latest.last ?? null;
  };
  app.feed.setPrice('BTC/USDT', '60000');
  expect([await last(QUOTES), await last(QUOTES)]).toEqual(['60000', '60000']);
  app.feed.setPrice('BTC/USDT', '60123');
  expect([await last(QUOTES), await last(`${QUOTES}?category=stocks`)]).toEqual(['60123', null]);
  app.advance(10_000);
  const { message } = (await (await get(QUOTES)).json()) as { message: { now: number } };
  expect(message.now).toBe(app.now());
});

it('count for the guest whom a trusted gateway names, and for no other', async () => {
  const from = { 'x-forwarded-for': '198.51.100.9' };
  const statuses: number[] = [];
  for (let index = 0; index < 40; index += 1) {
    const response = await get(QUOTES, from);
    await response.arrayBuffer();
    statuses.push(response.status);
  }
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(30);
  expect(statuses.at(-1)).toBe(429);
  expect((await get(QUOTES)).status).toBe(200);
});

it('are not sent to sessions, whose calls count for their account', async () => {
  const { token } = await signUp(app);
  const headers = () =>
    withProof({ method: 'GET', url: QUOTES, headers: { authorization: token } }, app.now()) as Record<string, string>;
  await get(QUOTES);
  const statuses = await Promise.all(Array.from({ length: 31 }, async () => (await get(QUOTES, headers())).status));
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
});

it('stay for what is asked for often, however many other addresses are asked', () => {
  const answers = sharedAnswers({
    headers: {},
    limiter: { admitShared: () => true },
    note: () => undefined,
    trustProxy: false,
  });
  const [callId, call] = ['GET /currency/quotation_new', contract['GET /currency/quotation_new'] as Call] as const;
  const output = new EncodedOutput(['{}'], { packs: false, isCurrent: () => true });
  const isKept = (url: string) =>
    answers.send(
      { method: 'GET', url, headers: {}, socket: { remoteAddress: '203.0.113.1' } } as unknown as IncomingMessage,
      { writeHead: () => undefined, end: () => undefined } as unknown as ServerResponse,
    );
  answers.keep(QUOTES, callId, call, output);
  for (let other = 0; other < 1_000; other += 1) {
    answers.keep(`${QUOTES}?other=${other}`, callId, call, output);
    if (other % 100 === 0) expect(isKept(QUOTES)).toBe(true);
  }
  expect(isKept(QUOTES)).toBe(true);
  expect(isKept(`${QUOTES}?other=0`)).toBe(false);
});
