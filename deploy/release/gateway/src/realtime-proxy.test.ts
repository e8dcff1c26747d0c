import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { proxyRealtime, type RealtimeLimits } from './realtime-proxy.ts';

let backend: Server;
let hub: WebSocketServer;
const cleanups: (() => unknown)[] = [];

const portOf = (server: Server) => (server.address() as AddressInfo).port;

beforeEach(async () => {
  backend = createServer();
  hub = new WebSocketServer({ server: backend, path: '/realtime' });
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
  cleanups.push(
    () => hub.close(),
    () => backend.close(),
  );
});
afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
});

/** Starts a gateway with the realtime connection only, and returns its port. */
async function start(limits?: RealtimeLimits): Promise<number> {
  const gateway = fastify({ trustProxy: 'loopback', forceCloseConnections: true });
  proxyRealtime(gateway, `http://127.0.0.1:${portOf(backend)}`, limits);
  await gateway.listen({ port: 0, host: '127.0.0.1' });
  cleanups.unshift(() => gateway.close());
  return portOf(gateway.server as Server);
}

/** Opens a connection for a client; resolves with it, or with the status of the rejection. */
const open = (port: number, address = '198.51.100.7', headers: object = {}): Promise<WebSocket | number> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/realtime`, {
      headers: { 'x-forwarded-for': address, ...headers },
    });
    socket.on('open', () => resolve(socket));
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.on('error', reject);
    cleanups.unshift(() => socket.terminate());
  });

const opened = async (port: number, address?: string): Promise<WebSocket> => {
  const socket = await open(port, address);
  if (typeof socket === 'number') throw new Error(`rejected with HTTP ${socket}`);
  return socket;
};

describe('the realtime connection', () => {
  test('passes frames both ways and forwards the client address', async () => {
    hub.on('connection', (socket, request) => {
      socket.on('message', (data) => socket.send(`${data} from ${request.headers['x-forwarded-for']}`));
    });
    const socket = await opened(await start());
    socket.send('ping');
    const said = await new Promise((resolve) => socket.on('message', (data) => resolve(String(data))));
    expect(said).toBe('ping from 198.51.100.7');
  });

  test('passes on which browser connects, and nothing else that it sends', async () => {
    const asked = new Promise((resolve) => hub.on('connection', (_, request) => resolve(request.headers)));
    const cookie = '__Host-tessera_browser=b';
    await open(await start(), undefined, { cookie, 'x-forwarded-proto': 'https', 'x-internal-token': 'made-up' });
    const headers = await asked;
    expect(headers).toMatchObject({ cookie, 'x-forwarded-proto': 'https' });
    expect(headers).not.toHaveProperty('x-internal-token');
  });

  test('is for pages of this host, and for clients that are no browsers', async () => {
    const port = await start();
    const from = async (origin: string, headers = {}) => {
      const socket = await open(port, undefined, { origin, ...headers });
      return typeof socket === 'number' ? socket : 101;
    };
    expect(await from(`http://127.0.0.1:${port}`)).toBe(101);
    expect(await from('https://tessera.example', { 'x-forwarded-host': 'tessera.example' })).toBe(101);
    for (const origin of ['https://evil.example', 'https://127.0.0.1.evil.example', 'null', 'https://']) {
      expect(await from(origin), origin).toBe(403);
    }
  });

  test('lets the pings of the hub reach the client, which alone can answer them', async () => {
    const hubSide = new Promise<WebSocket>((resolve) => hub.on('connection', resolve));
    const client = await opened(await start());
    const pinged = new Promise((resolve) => client.on('ping', resolve));
    const answered = new Promise((resolve) => hubSide.then((socket) => socket.on('pong', resolve)));
    (await hubSide).ping();
    await Promise.all([pinged, answered]);
  });

  test('ends on both sides when either ends', async () => {
    const port = await start();
    const first = new Promise<WebSocket>((resolve) => hub.once('connection', resolve));
    const client = await opened(port);
    const clientClosed = new Promise((resolve) => client.on('close', resolve));
    (await first).terminate();
    await clientClosed;
    const second = new Promise<WebSocket>((resolve) => hub.once('connection', resolve));
    const other = await opened(port);
    const hubClosed = new Promise((resolve) => second.then((socket) => socket.on('close', resolve)));
    other.terminate();
    await hubClosed;
  });

  test('requires a WebSocket handshake, and a backend', async () => {
    const port = await start();
    expect((await fetch(`http://127.0.0.1:${port}/realtime`)).status).toBe(426);
    await new Promise((resolve) => backend.close(resolve));
    expect(await open(port)).toBe(503);
  });

  test('that is rejected ends, also where the client keeps its side open', async () => {
    const client = connect({ port: await start(), host: '127.0.0.1', allowHalfOpen: true });
    cleanups.unshift(() => client.destroy());
    client.on('data', () => undefined).on('error', () => undefined);
    client.write(
      'GET /realtime HTTP/1.1\r\nhost: localhost\r\norigin: https://other.example\r\n' +
        'connection: Upgrade\r\nupgrade: websocket\r\n\r\n',
    );
    await once(client, 'end');
    // A socket that is gone resets the connection; one that waits would take what is sent.
    const isClosed = () => client.closed || (client.write('x') && client.closed);
    await expect.poll(isClosed).toBe(true);
  });

  test('ends for a client that takes nothing for a time, however much it sends', async () => {
    const port = await start({ sockets: 10, stalledAfter: 100 });
    const closed = new Promise((resolve) => {
      hub.on('connection', (socket) => {
        socket.on('error', () => undefined);
        socket.on('close', resolve);
        for (let part = 0; part < 200; part += 1) socket.send(Buffer.alloc(64 * 1024));
      });
    });
    const raw: Socket = connect(port, '127.0.0.1');
    raw.on('error', () => undefined);
    cleanups.unshift(() => raw.destroy());
    raw.pause();
    raw.write('GET /realtime HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\n');
    raw.write('sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n');
    await closed;
  });

  test('is limited per address by what is free; others come in, and a place that is left is free again', async () => {
    const port = await start({ sockets: 200, stalledAfter: 1_000 });
    const attempts = await Promise.all(Array.from({ length: 200 }, () => open(port)));
    const sockets = attempts.filter((attempt) => typeof attempt !== 'number');
    const rejected = attempts.filter((attempt) => typeof attempt === 'number');
    expect(new Set(rejected)).toEqual(new Set([429]));
    // 64, and a quarter of the places that are free then.
    expect(sockets.length).toBeGreaterThan(85);
    expect(sockets.length).toBeLessThan(100);
    await opened(port, '198.51.100.8');
    for (const socket of sockets.slice(0, 5)) socket.close();
    await expect.poll(() => open(port).then((attempt) => typeof attempt)).toBe('object');
  });
});
