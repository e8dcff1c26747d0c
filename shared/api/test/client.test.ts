import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ApiClient, ApiError, createApiClient } from '../src/index.ts';
import { BUSY_AFTER_MS } from '../src/kit/client/busy.ts';
import { type ApiConfig, TIMEOUT_MS } from '../src/kit/client/config.ts';

type Seen = { method: string; url: URL; headers: IncomingHttpHeaders; body: string };
type Reply = { status?: number; headers?: Record<string, string>; body: unknown };

let server: Server;
let seen: Seen[];
let reply: Reply;
let token: string | null;
const host = {
  onSessionInvalid: vi.fn<ApiConfig['onSessionInvalid']>(),
  onVerificationRequired: vi.fn<ApiConfig['onVerificationRequired']>(),
  onBusy: vi.fn<ApiConfig['onBusy']>(),
};

const clientOf = (change: Partial<ApiConfig> = {}): ApiClient =>
  createApiClient({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    token: () => token,
    language: () => 'hk',
    ...host,
    ...change,
  });

const refusal = async (call: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
};

beforeEach(async () => {
  seen = [];
  token = 'token-1';
  reply = { body: { type: 'ok', code: 1, message: {} } };
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '/', 'http://localhost');
    seen.push({ method: request.method ?? '', url, headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(reply.status ?? 200, reply.headers);
    response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
});

afterEach(async () => {
  vi.useRealTimers();
  vi.clearAllMocks();
  await new Promise((closed) => server.close(closed));
});

describe('a call on the wire', () => {
  test('is a form with the language, the token bare in Authorization', async () => {
    await clientOf().send('POST /news/list', { c_id: 4, limit: 5 });
    const [request] = seen;
    expect(request).toMatchObject({ method: 'POST', body: 'c_id=4&limit=5&lang=hk' });
    expect(request?.url.pathname).toBe('/api/news/list');
    expect(request?.headers).toMatchObject({
      authorization: 'token-1',
      'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
    });
  });

  test('puts the payload of a GET in the query, repeats lists and leaves out absent fields', async () => {
    token = null;
    await clientOf().send('GET /currency/quotation_new', { symbols: ['BTC/USDT', 'AAPL'], keyword: undefined });
    expect(seen[0]?.url.search).toBe('?symbols=BTC%2FUSDT&symbols=AAPL&lang=hk');
    expect(seen[0]?.headers).not.toHaveProperty('authorization');
  });

  test('carries the idempotency key of a money call', async () => {
    const transfer = { currency_id: 3, number: '1.5', from_field: 'change', to_field: 'lever' } as const;
    await clientOf().send('POST /wallet/change', transfer, { idempotencyKey: 'k-1' });
    expect(seen[0]?.headers['idempotency-key']).toBe('k-1');
  });
});

describe('the outer envelope', () => {
  test.each([
    { type: 'ok', message: { list: [] } },
    { code: 1, message: { list: [] } },
    { type: 'error', code: 1, message: { list: [] } },
  ])('%j is success', async (body) => {
    reply = { body };
    await expect(clientOf().send('GET /optional/list', {})).resolves.toEqual({ list: [] });
  });

  test('only is checked: content that looks like a failure is still output', async () => {
    const message = { type: '999', code: 999, error: 'session_invalid' };
    reply = { body: { type: 'ok', code: 1, message } };
    await expect(clientOf().send('GET /aboutus', {})).resolves.toEqual(message);
    expect(host.onSessionInvalid).not.toHaveBeenCalled();
  });

  test('of a failure rejects with its code, field and translated text', async () => {
    reply = { body: { type: 'error', code: 0, message: '餘額不足', error: 'insufficient_balance', field: 'number' } };
    const error = await refusal(clientOf().send('GET /aboutus', {}));
    expect(error).toMatchObject({
      code: 'insufficient_balance',
      message: '餘額不足',
      field: 'number',
      status: 200,
      fromServer: true,
    });
  });

  test('999 notifies the host that the session has ended, and rejects', async () => {
    reply = { body: { type: '999', code: 999, message: '請重新登入', error: 'session_invalid' } };
    expect(await refusal(clientOf().send('GET /user/info', {}))).toMatchObject({ code: 'session_invalid' });
    expect(host.onSessionInvalid).toHaveBeenCalledExactlyOnceWith('請重新登入');
  });

  test('999 of a token that has been replaced meanwhile does not end the new session', async () => {
    reply = { body: { type: '999', code: 999, message: 'gone', error: 'session_invalid' } };
    const call = clientOf().send('GET /user/info', {});
    token = 'token-2';
    await refusal(call);
    expect(host.onSessionInvalid).not.toHaveBeenCalled();
  });

  test('998 notifies the host that verification is required, and rejects', async () => {
    reply = { body: { type: '998', code: 998, message: '請先認證', error: 'verification_required' } };
    expect(await refusal(clientOf().send('GET /user/info', {}))).toMatchObject({ code: 'verification_required' });
    expect(host.onVerificationRequired).toHaveBeenCalledExactlyOnceWith('請先認證');
  });
});

describe('an invalid response', () => {
  test.each([
    { status: 401, code: 'server' },
    { status: 403, code: 'server' },
    { status: 404, code: 'server' },
    { status: 451, code: 'server' },
    { status: 429, code: 'rate_limited' },
    { status: 511, code: 'server' },
    { status: 500, code: 'server' },
    { status: 502, code: 'server' },
    { status: 204, code: 'server' },
  ])('HTTP $status rejects as $code', async ({ status, code }) => {
    reply = { status, body: '' };
    expect(await refusal(clientOf().send('GET /aboutus', {}))).toMatchObject({ code, status, fromServer: false });
    expect(seen).toHaveLength(1);
  });

  const FOREIGN = [
    '<html><title>Log in to the network</title>',
    '{"error":"session_invalid","message":"Blocked by the firewall"}',
    '{"type":999,"code":"999","message":"Blocked"}',
    '{"status":403,"message":"Forbidden"}',
    '["999"]',
  ];
  test.each([200, 401, 403, 404, 503])('HTTP %i of a network on the way is no word of ours', async (status) => {
    for (const body of FOREIGN) {
      reply = { status, body };
      const error = await refusal(clientOf().send('GET /user/info', {}));
      expect([body, error.code, error.fromServer]).toEqual([body, 'server', false]);
      expect(error.message).not.toMatch(/Blocked|Forbidden/);
    }
    expect(host.onSessionInvalid).not.toHaveBeenCalled();
    expect(host.onVerificationRequired).not.toHaveBeenCalled();
  });

  test('HTTP 404 in an envelope is one of ours', async () => {
    reply = { status: 404, body: { type: 'error', code: 0, error: 'not_found', message: 'Not there' } };
    expect(await refusal(clientOf().send('GET /aboutus', {}))).toMatchObject({ code: 'not_found', fromServer: true });
  });

  test('half an end of a session is none', async () => {
    for (const body of [{ type: '999' }, { code: 999 }, { type: 'error', code: 999 }]) {
      reply = { body };
      expect((await refusal(clientOf().send('GET /user/info', {}))).code).not.toBe('session_invalid');
    }
    expect(host.onSessionInvalid).not.toHaveBeenCalled();
  });

  test('returns when to retry after too many requests', async () => {
    reply = { status: 429, headers: { 'retry-after': '7' }, body: { type: 'error', code: 0, message: 'Slow down' } };
    expect(await refusal(clientOf().send('GET /aboutus', {}))).toMatchObject({
      retryAfterMs: 7000,
      message: 'Slow down',
    });
  });

  test.each(['<html>', '', 'null', '[]', '"ok"'])('%j with HTTP 200 rejects', async (body) => {
    reply = { body };
    expect((await refusal(clientOf().send('GET /aboutus', {}))).code).toBe('server');
  });

  test('an unreachable server rejects as network', async () => {
    const client = clientOf({ baseUrl: 'http://127.0.0.1:1/api' });
    expect(await refusal(client.send('GET /aboutus', {}))).toMatchObject({ code: 'network', status: 0 });
  });

  test('an aborted call rejects with the abort, not as a fault', async () => {
    const abort = new AbortController();
    const call = clientOf().send('GET /aboutus', {}, { signal: abort.signal });
    abort.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('time', () => {
  const ok = () => new Response(JSON.stringify({ type: 'ok', code: 1, message: {} }));
  const slowFetch = () => {
    const answers: ((response: Response) => void)[] = [];
    const fetch = () => new Promise<Response>((resolve) => answers.push(resolve));
    return { fetch, answer: () => answers.shift()?.(ok()) };
  };

  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));

  test('a call under 800 ms never reports waiting', async () => {
    const { fetch, answer } = slowFetch();
    const call = clientOf({ fetch }).send('GET /aboutus', {});
    await vi.advanceTimersByTimeAsync(BUSY_AFTER_MS - 1);
    answer();
    await call;
    await vi.advanceTimersByTimeAsync(BUSY_AFTER_MS);
    expect(host.onBusy).not.toHaveBeenCalled();
  });

  test('waiting begins with the first slow call and ends with the last', async () => {
    const { fetch, answer } = slowFetch();
    const client = clientOf({ fetch });
    const first = client.send('GET /aboutus', {});
    const second = client.send('GET /faq', {});
    await vi.advanceTimersByTimeAsync(BUSY_AFTER_MS);
    expect(host.onBusy.mock.calls).toEqual([[true]]);
    answer();
    await first;
    expect(host.onBusy.mock.calls).toEqual([[true]]);
    answer();
    await second;
    expect(host.onBusy.mock.calls).toEqual([[true], [false]]);
  });

  test('a quiet call is never waited for', async () => {
    const { fetch, answer } = slowFetch();
    const call = clientOf({ fetch }).send('GET /aboutus', {}, { quiet: true });
    await vi.advanceTimersByTimeAsync(BUSY_AFTER_MS * 2);
    answer();
    await call;
    expect(host.onBusy).not.toHaveBeenCalled();
  });

  test('no response within 60 s rejects as timeout and aborts the request', async () => {
    const { fetch } = slowFetch();
    const call = refusal(clientOf({ fetch }).send('GET /aboutus', {}));
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
    expect(await call).toMatchObject({ code: 'timeout', status: 0 });
    expect(host.onBusy.mock.calls).toEqual([[true], [false]]);
  });

  test('a body that never ends is a timeout too', async () => {
    const fetch = async () => new Response(new ReadableStream());
    const call = refusal(clientOf({ fetch }).send('GET /aboutus', {}));
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
    expect(await call).toMatchObject({ code: 'timeout' });
  });
});
