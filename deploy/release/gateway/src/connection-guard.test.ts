import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { CONNECTION_LIMITS, ConnectionGuard, type ConnectionLimits } from './connection-guard.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
});

type Options = { readonly limits?: Partial<ConnectionLimits>; readonly trustedProxies?: string };

async function start(handle: RequestListener, { limits, trustedProxies }: Options = {}) {
  let at = 0;
  const guard = new ConnectionGuard({
    limits: { ...CONNECTION_LIMITS, ...limits },
    trustedProxies,
    now: () => at,
  });
  const server = guard.server({}, handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  const { port } = server.address() as AddressInfo;
  const open = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    cleanups.unshift(() => socket.destroy());
    await once(socket, 'connect');
    return socket;
  };
  /** Moves the clock and looks at all connections. */
  const pass = (ms: number) => {
    at += ms;
    guard.sweep();
  };
  return { open, pass };
}

/** Resolves once the other side has closed the socket. */
const closed = (socket: Socket) => (socket.closed ? undefined : once(socket.resume(), 'close'));
const GET = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n';

test('a connection has eight requests without a response at most', async () => {
  const waiting: ServerResponse[] = [];
  const { open } = await start((_request, response) => waiting.push(response));
  const polite = await open();
  polite.write(GET.repeat(8));
  await expect.poll(() => waiting.length).toBe(8);
  const greedy = await open();
  greedy.write(GET.repeat(1_000));
  await closed(greedy);
  // What arrived with the ninth is not handled either.
  expect(waiting.length).toBe(16);
  for (const response of waiting.slice(0, 8)) response.end('ok');
  let received = '';
  polite.on('data', (data) => {
    received += data;
  });
  await expect.poll(() => received.split('HTTP/1.1 200').length - 1).toBe(8);
  polite.write(GET);
  await expect.poll(() => waiting.length).toBe(17);
});

test('a connection that sends nothing is closed after ten seconds', async () => {
  const { open, pass } = await start((_request, response) => response.end('ok'));
  const silent = await open();
  // Connections are accepted in turn.
  const used = await open();
  used.write(GET);
  await once(used, 'data');
  pass(9_999);
  expect(silent.destroyed).toBe(false);
  pass(1);
  await closed(silent);
  pass(10_000);
  used.write(GET);
  expect(String((await once(used, 'data'))[0])).toContain('200');
});

test('a response that is not read is given up after a minute, one that is read slowly is not', async () => {
  const big = Buffer.alloc(64 * 1024 * 1024);
  const { open, pass } = await start((_request, response) => response.end(big));
  const unread = await open();
  unread.pause().write(GET);
  const slow = await open();
  slow.write(GET);
  let read = 0;
  slow.on('data', (data) => {
    read += data.length;
    if (read > 1_000_000) slow.pause();
  });
  await expect.poll(() => read, { timeout: 15_000 }).toBeGreaterThan(1_000_000);
  pass(0);
  pass(30_000);
  // It goes on to the end, which is progress.
  slow.on('data', () => slow.resume()).resume();
  await expect.poll(() => read, { timeout: 15_000 }).toBeGreaterThan(big.length);
  pass(30_000);
  unread.resume();
  await closed(unread);
  expect(slow.destroyed).toBe(false);
});

test('an address leaves places to others, and gets its own back', async () => {
  const { open } = await start((_request, response) => response.end('ok'), { limits: { connections: 80 } });
  const sockets: Socket[] = [];
  for (let index = 0; index < 80; index += 1) sockets.push(await open());
  for (const socket of sockets) socket.on('data', () => undefined).write(GET);
  const isClosed = (socket: Socket) => socket.closed;
  await expect.poll(() => sockets.filter(isClosed).length).toBeGreaterThan(5);
  const held = sockets.filter((socket) => !isClosed(socket));
  expect(held.length).toBeGreaterThanOrEqual(64);
  expect(held.length).toBeLessThan(80);
  for (const socket of held) socket.destroy();
  const isServed = async () => {
    const next = await open();
    next.write(GET);
    return Promise.race([once(next, 'data').then(() => true), once(next, 'close').then(() => false)]);
  };
  await expect.poll(isServed).toBe(true);
});

test('a request that asks for another protocol is one like all others', async () => {
  const { open } = await start((_request, response) => response.end('ok'), { limits: { connections: 80 } });
  const sockets: Socket[] = [];
  for (let index = 0; index < 100; index += 1) {
    const socket = await open();
    socket.on('data', () => undefined).write(GET.replace('\r\n\r\n', '\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'));
    sockets.push(socket);
  }
  await expect.poll(() => sockets.filter(({ bytesRead }) => bytesRead > 0).length).toBeGreaterThan(50);
  await expect.poll(() => sockets.filter(({ closed }) => closed).length).toBeGreaterThan(20);
});

test('connections of a trusted proxy are its pool, not those of one client', async () => {
  const { open } = await start((_request, response) => response.end('ok'), {
    limits: { connections: 80 },
    trustedProxies: 'loopback',
  });
  const sockets: Socket[] = [];
  for (let index = 0; index < 120; index += 1) sockets.push(await open());
  for (const socket of sockets) socket.write(GET);
  await expect.poll(() => sockets.filter(({ bytesRead }) => bytesRead > 0).length).toBe(120);
});
