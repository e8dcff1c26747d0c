// @vitest-environment jsdom
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ApiClient, createApiClient } from '../src/index.ts';

const CORS = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
const LOCATION = '/api/uploads/abc.jpg';

let server: Server;
let seen: { readonly url: string | undefined; readonly headers: IncomingHttpHeaders; readonly body: string }[];
/** Null: the connection is cut. */
let reply: { readonly status: number; readonly body: object } | null;

beforeEach(async () => {
  seen = [];
  reply = { status: 200, body: { type: 'ok', code: 1, message: LOCATION } };
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.method === 'OPTIONS') {
      response.writeHead(204, CORS).end();
      return;
    }
    seen.push({ url: request.url, headers: request.headers, body: Buffer.concat(chunks).toString() });
    if (reply) response.writeHead(reply.status, CORS).end(JSON.stringify(reply.body));
    else request.socket.destroy();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
});
afterEach(() => new Promise((closed) => server.close(closed)));

const client = (): ApiClient =>
  createApiClient({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    token: () => 'token-1',
    language: () => 'hk',
    onSessionInvalid: () => undefined,
    onVerificationRequired: () => undefined,
    onBusy: () => undefined,
  });
const picture = () => new File(['x'.repeat(200_000)], 'picture.png', { type: 'image/png' });

test('a picture is sent as one part named file, and its location returned', async () => {
  await expect(client().upload(picture())).resolves.toBe(LOCATION);
  expect(seen[0]?.url).toBe('/api/upload?lang=hk');
  expect(seen[0]?.headers).toMatchObject({ authorization: 'token-1', 'accept-language': 'zh-tw' });
  expect(seen[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  expect(seen[0]?.body).toContain('name="file"');
});

test('it is reported how much of it was sent', async () => {
  const progress = vi.fn();
  await client().upload(picture(), { onProgress: progress });
  const ratios = progress.mock.calls.map(([ratio]) => ratio);
  expect(ratios.length).toBeGreaterThan(0);
  expect(ratios).toEqual(ratios.toSorted((one, other) => one - other));
  expect(ratios.at(-1)).toBe(1);
});

test('a rejection has its code, a cut connection the code `network`', async () => {
  reply = { status: 200, body: { type: 'error', code: 0, error: 'upload_too_large', message: '圖片過大' } };
  await expect(client().upload(picture())).rejects.toMatchObject({ code: 'upload_too_large', message: '圖片過大' });
  reply = null;
  await expect(client().upload(picture())).rejects.toMatchObject({ code: 'network' });
});

test('a cancelled upload is cut off and rejects with the reason', async () => {
  const stop = new AbortController();
  const sending = client().upload(picture(), { signal: stop.signal });
  stop.abort();
  await expect(sending).rejects.toMatchObject({ name: 'AbortError' });
});
