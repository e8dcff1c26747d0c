import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { realtimeLimits } from '@tessera/api/kit';
import { bodyLimits } from '@tessera/api/kit/capacity';
import { PUBLICATION_LIMIT } from '@tessera/registry-api';
import { folderWith } from '@tessera/releases/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';

const MB = 1024 * 1024;
/** Far below what is sent; far above what an idle process varies by. */
const MOST_GROWTH = 128 * MB;
/** What the hub sends to one connection at most, and in one frame. */
const FLOOD = 16 * MB;
const FRAME = Buffer.alloc(64 * 1024, 'x');

let backend: Server;
let hub: WebSocketServer;
let gateway: ChildProcess;
let port: number;
let received: { readonly request: IncomingMessage; bytes: number }[] = [];
let stalled: ServerResponse[] = [];
const clients: Socket[] = [];

/** Sends as the exchange does to a client that listens to everything, and knows no limit of its own. */
function flood(send: (done: () => void) => void): void {
  let sent = 0;
  const next = () => {
    sent += FRAME.length;
    if (sent < FLOOD) send(next);
  };
  // Eight frames at once: what is not taken waits in the hub.
  for (let ahead = 0; ahead < 8; ahead += 1) send(next);
}

beforeAll(async () => {
  backend = createServer(async (request, response) => {
    if (request.url === '/api/stall') return stalled.push(response);
    const seen = { request, bytes: 0 };
    received.push(seen);
    request.on('data', (part) => {
      seen.bytes += part.length;
    });
    // An upload that was cut off ends with an error.
    const whole = await once(request, 'end').catch(() => null);
    if (!whole) return undefined;
    return response.setHeader('content-type', 'application/json').end('{"type":"ok","code":1,"message":{}}');
  });
  hub = new WebSocketServer({ server: backend, path: '/realtime', maxPayload: realtimeLimits.frameBytes });
  hub.on('connection', (socket, { url }) => {
    socket.on('error', () => socket.terminate());
    socket.on('message', (data) => {
      if (data.toString() === 'flood') flood((done) => socket.send(FRAME, done));
      else socket.send(`${data} ${url}`);
    });
  });
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
  gateway = fork(join(import.meta.dirname, 'testing/gateway-process.ts'), [
    `http://127.0.0.1:${(backend.address() as AddressInfo).port}`,
    await folderWith({ 'assets/vendor.1f.js': 'x'.repeat(MB) }),
  ]);
  const [ready] = await once(gateway, 'message');
  port = ready.port;
});
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
  received = [];
  stalled = [];
});
afterAll(() => {
  gateway.disconnect();
  hub.close();
  backend.close();
});

/** Bytes that the gateway's process holds. */
async function memory(): Promise<number> {
  const answer = once(gateway, 'message');
  gateway.send('memory');
  const [{ bytes }] = await answer;
  return bytes;
}

/** Resolves once `condition` holds. */
async function until(condition: () => boolean): Promise<void> {
  await expect.poll(condition, { timeout: 10_000, interval: 20 }).toBe(true);
}

async function open(from = '198.51.100.7'): Promise<Socket> {
  const client = connect(port, '127.0.0.1');
  clients.push(client);
  client.on('error', () => undefined);
  await once(client, 'connect');
  client.write(
    `GET /realtime HTTP/1.1\r\nhost: localhost\r\nconnection: Upgrade\r\nupgrade: websocket\r\nx-forwarded-for: ${from}\r\n` +
      'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  return client;
}

/** The status line of the response. */
const statusOf = async (client: Socket): Promise<string> => {
  const [head] = await once(client, 'data');
  return String(head).split('\r\n')[0] ?? '';
};

/** A masked text frame (RFC 6455), the mask being zero; `length` may promise more than there is. */
function frame(text: string, length = text.length): Buffer {
  const head = Buffer.alloc(14);
  head[0] = 0x81;
  head[1] = 0x80 | 127;
  head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, Buffer.from(text)]);
}

describe('memory of the gateway stays bounded', () => {
  test('with 40 sockets that never read what they asked for', async () => {
    const before = await memory();
    for (let index = 0; index < 40; index += 1) {
      const client = await open();
      expect(await statusOf(client)).toContain('101');
      client.pause();
      client.write(frame('flood'));
    }
    // Half of the sockets stand still at least: what they do not take is with the hub.
    await until(() => [...hub.clients].filter(({ bufferedAmount }) => bufferedAmount > 0).length >= 20);
    expect((await memory()) - before).toBeLessThan(MOST_GROWTH);
  });

  test('with 10 unfinished messages of 90 MB, each closed by the hub', async () => {
    const before = await memory();
    const closed: Promise<unknown>[] = [];
    for (let index = 0; index < 10; index += 1) {
      const client = await open();
      expect(await statusOf(client)).toContain('101');
      closed.push(new Promise((resolve) => client.once('close', resolve)));
      client.resume().write(frame('', 90 * MB));
      for (let part = 0; part < 64; part += 1) client.write(FRAME);
    }
    await Promise.all(closed);
    expect((await memory()) - before).toBeLessThan(MOST_GROWTH);
  });
});

test('memory and other visitors do not notice 25 connections with 1,000 pipelined requests each', async () => {
  const before = await memory();
  const closed: Promise<unknown>[] = [];
  for (let index = 0; index < 25; index += 1) {
    const client = connect(port, '127.0.0.1');
    clients.push(client);
    client.on('error', () => undefined);
    closed.push(once(client, 'close'));
    client.resume().write('GET /h5/assets/vendor.1f.js HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(1_000));
  }
  const visitor = await fetch(`http://127.0.0.1:${port}/health`);
  expect(await visitor.json()).toEqual({ ok: true });
  await Promise.all(closed);
  expect((await memory()) - before).toBeLessThan(MOST_GROWTH);
});

test('calls of one address that are not read leave connections to the backend for others', async () => {
  for (let index = 0; index < 50; index += 1) {
    const client = connect(port, '127.0.0.1');
    clients.push(client);
    client.on('error', () => undefined);
    client.write('GET /api/stall HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: 198.51.100.9\r\n\r\n'.repeat(8));
  }
  await until(() => stalled.length > 250);
  const refused = await fetch(`http://127.0.0.1:${port}/api/x`, { headers: { 'x-forwarded-for': '198.51.100.9' } });
  expect([refused.status, await refused.json()]).toEqual([429, expect.objectContaining({ error: 'rate_limited' })]);
  const other = await fetch(`http://127.0.0.1:${port}/api/x`, { headers: { 'x-forwarded-for': '198.51.100.10' } });
  expect(other.status).toBe(200);
  for (const response of stalled) response.end('{}');
});

describe('a body', () => {
  const send = async (path: string, head: string, parts: readonly (string | Buffer)[]) => {
    const client = connect(port, '127.0.0.1');
    clients.push(client);
    client.on('error', () => undefined);
    client.write(`POST ${path} HTTP/1.1\r\nhost: localhost\r\n${head}\r\n`);
    for (const part of parts) client.write(part);
    const [data] = await once(client, 'data');
    const text = String(data);
    return { status: text.split(' ')[1], body: JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)) };
  };
  const FORM = 'content-type: application/x-www-form-urlencoded\r\n';
  const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`;

  test('over the limit is 413 with a code, with and without a declared length, and never reaches the backend', async () => {
    const declared = await send('/api/user/login', `${FORM}content-length: ${200_000}\r\n`, [
      'a='.padEnd(200_000, 'x'),
    ]);
    expect(declared).toMatchObject({ status: '413', body: { type: 'error', code: 0, error: 'text_too_long' } });
    const chunked = await send('/api/user/login', `${FORM}transfer-encoding: chunked\r\n`, [
      chunk(60_000),
      chunk(60_000),
    ]);
    expect(chunked).toMatchObject({ status: '413', body: { error: 'text_too_long' } });
    expect(received).toHaveLength(0);
  });

  test('of an upload over the limit is 413, also where the length was not declared', async () => {
    const multipart = 'content-type: multipart/form-data; boundary=x\r\n';
    const declared = await send('/api/upload', `${multipart}content-length: ${bodyLimits.multipart + 1}\r\n`, []);
    expect(declared).toMatchObject({ status: '413', body: { error: 'upload_too_large' } });
    const parts = Array.from({ length: 200 }, () => chunk(64 * 1024));
    const chunked = await send('/api/upload', `${multipart}transfer-encoding: chunked\r\n`, parts);
    expect(chunked).toMatchObject({ status: '413', body: { error: 'upload_too_large' } });
  });

  test('over the limit keeps the connection: a sender that is not done yet reads the response, not a reset', async () => {
    const kinds = [
      ['/api/user/login', `${FORM}content-length: 200000\r\n`, ['x'.repeat(70_000)], ['x'.repeat(130_000)]],
      ['/api/user/login', `${FORM}transfer-encoding: chunked\r\n`, [chunk(70_000)], [chunk(130_000), '0\r\n\r\n']],
      [
        '/api/upload',
        'content-type: multipart/form-data; boundary=x\r\ntransfer-encoding: chunked\r\n',
        Array.from({ length: 200 }, () => chunk(64 * 1024)),
        [chunk(130_000), '0\r\n\r\n'],
      ],
    ] as const;
    for (const [path, head, parts, rest] of kinds) {
      const client = connect(port, '127.0.0.1');
      clients.push(client);
      client.write(`POST ${path} HTTP/1.1\r\nhost: localhost\r\n${head}\r\n`);
      for (const part of parts) client.write(part);
      expect(await statusOf(client), head).toContain('413');
      for (const part of rest) client.write(part);
      client.write('GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n');
      expect(await statusOf(client), head).toContain('200');
    }
  });

  test('for the registry over its limits is 413 too, and not a registry that is down', async () => {
    const JSON_BODY = 'content-type: application/json\r\n';
    for (const [path, bytes] of [
      ['/registry/telemetry', 200_000],
      ['/registry/publish', PUBLICATION_LIMIT + 1],
    ] as const) {
      const rejected = await send(path, `${JSON_BODY}content-length: ${bytes}\r\n`, []);
      expect(rejected, path).toMatchObject({ status: '413', body: { error: 'bad_input' } });
    }
    const parts = [chunk(60_000), chunk(60_000), '0\r\n\r\n'];
    const publication = await send('/registry/publish', `${JSON_BODY}transfer-encoding: chunked\r\n`, parts);
    expect([publication.status, received[0]?.bytes]).toEqual(['200', 120_000]);
  });

  test('up to the limit arrives unchanged', async () => {
    const form = 'a='.padEnd(bodyLimits.form, 'x');
    expect(await send('/api/x', `${FORM}content-length: ${form.length}\r\n`, [form])).toMatchObject({ status: '200' });
    expect(received[0]).toMatchObject({ bytes: bodyLimits.form });
    expect(received[0]?.request.headers['content-type']).toBe('application/x-www-form-urlencoded');
  });

  test('that arrives slowly takes no connection of the backend', async () => {
    for (let index = 0; index < 100; index += 1) {
      const client = connect(port, '127.0.0.1');
      clients.push(client);
      client.write(`POST /api/user/login HTTP/1.1\r\nhost: localhost\r\n${FORM}content-length: 1000\r\n\r\na=`);
    }
    expect((await send('/api/x', `${FORM}content-length: 3\r\n`, ['a=b'])).status).toBe('200');
    expect(received).toHaveLength(1);
  });
});
