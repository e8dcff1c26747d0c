import { type AddressInfo, connect, createServer as createTcp, type Server, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { gatewayWith } from './testing/gateway-with.ts';

/* What reaches the backend of a request that is written to look like two, byte by byte. */

let backend: Server;
let gateway: FastifyInstance;
/** All bytes of each connection to the backend. */
let arrived: string[];
const sockets = new Set<Socket>();

beforeEach(async () => {
  arrived = [];
  backend = createTcp((socket) => {
    const at = arrived.push('') - 1;
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes) => {
      arrived[at] += bytes.toString('latin1');
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}');
    });
  });
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`;
  gateway = await gatewayWith({
    backend: origin,
    registry: origin,
  });
  await gateway.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  await gateway.close();
  for (const socket of sockets) socket.destroy();
  backend.close();
});

/** Sends bytes, and returns what came back until the connection ended or stood still. */
const send = (bytes: string): Promise<string> =>
  new Promise((resolve) => {
    const { port } = gateway.server.address() as AddressInfo;
    const client = connect(port, '127.0.0.1', () => client.write(bytes, 'latin1'));
    let text = '';
    const end = () => {
      client.destroy();
      resolve(text);
    };
    client.setTimeout(500, end);
    client.on('data', (part) => {
      text += part.toString('latin1');
    });
    client.on('error', end).on('close', end);
  });

const HIDDEN = 'GET /internal/stolen HTTP/1.1\r\nhost: x\r\nx-internal-token: t\r\n\r\n';
const LENGTH = `content-length: ${HIDDEN.length}\r\n`;
const CHUNKED = `${HIDDEN.length.toString(16)}\r\n${HIDDEN}\r\n0\r\n\r\n`;
const TEXT = 'content-type: text/plain\r\n';

/** The bytes without bodies, as a server reads them by their headers. */
function headsIn(bytes: string): string[] {
  const heads: string[] = [];
  let rest = bytes;
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n') + 4;
    const head = rest.slice(0, end).toLowerCase();
    heads.push(head);
    rest = rest.slice(end);
    const [, length] = /\r\ncontent-length: (\d+)\r\n/.exec(head) ?? [];
    if (length) rest = rest.slice(Number(length));
    else if (head.includes('\r\ntransfer-encoding: chunked\r\n')) rest = rest.slice(rest.indexOf('\r\n0\r\n\r\n') + 7);
  }
  return heads;
}

test.each([
  ['GET with a length', `GET /api/a HTTP/1.1\r\nhost: x\r\n${LENGTH}\r\n${HIDDEN}`, '200'],
  ['GET in chunks', `GET /api/a HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n${CHUNKED}`, '200'],
  ['HEAD with a length', `HEAD /api/a HTTP/1.1\r\nhost: x\r\n${LENGTH}\r\n${HIDDEN}`, '200'],
  ['OPTIONS with a length', `OPTIONS /api/a HTTP/1.1\r\nhost: x\r\n${LENGTH}\r\n${HIDDEN}`, '200'],
  ['DELETE with a length', `DELETE /api/a HTTP/1.1\r\nhost: x\r\n${LENGTH}\r\n${HIDDEN}`, '200'],
  ['TRACE with a length', `TRACE /api/a HTTP/1.1\r\nhost: x\r\n${LENGTH}\r\n${HIDDEN}`, '404'],
  ['two lengths', `POST /api/a HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n${LENGTH}\r\n${HIDDEN}`, '400'],
  [
    'a length and chunks',
    `POST /api/a HTTP/1.1\r\nhost: x\r\n${LENGTH}transfer-encoding: chunked\r\n\r\n${CHUNKED}`,
    '400',
  ],
  ['an unknown coding', `POST /api/a HTTP/1.1\r\nhost: x\r\ntransfer-encoding: xchunked\r\n\r\n${CHUNKED}`, '400'],
  [
    'chunks of this hop only',
    `POST /api/a HTTP/1.1\r\nhost: x\r\nconnection: transfer-encoding\r\n${TEXT}transfer-encoding: chunked\r\n\r\n${CHUNKED}`,
    '200',
  ],
  [
    'a length of this hop only',
    `POST /api/a HTTP/1.1\r\nhost: x\r\nconnection: content-length\r\n${TEXT}${LENGTH}\r\n${HIDDEN}`,
    '200',
  ],
  ['an expectation', `POST /api/a HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\n${TEXT}${LENGTH}\r\n${HIDDEN}`, '100'],
  ['an upgrade', `GET /api/a HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n`, '200'],
  ['a call as a socket', `GET /api/a HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`, '200'],
  [
    'trailers',
    `POST /api/a HTTP/1.1\r\nhost: x\r\n${TEXT}transfer-encoding: chunked\r\ntrailer: x-internal-token\r\n\r\n1\r\na\r\n0\r\nx-internal-token: t\r\n\r\n`,
    '200',
  ],
  ['a publication', `POST /registry/publish HTTP/1.1\r\nhost: x\r\n${TEXT}${LENGTH}\r\n${HIDDEN}`, '200'],
])('%s hides no second request', async (_what, bytes, status) => {
  const response = await send(bytes);
  expect(response).toContain(`HTTP/1.1 ${status}`);
  const heads = arrived.flatMap(headsIn);
  expect(heads).toHaveLength(['200', '100'].includes(status) ? 1 : 0);
  for (const head of heads) {
    expect(head).not.toMatch(/^\w+ \/internal/);
    expect(head).not.toMatch(/\r\nx-internal-token:/);
  }
});

test.each(['x-forwarded-for', 'x-forwarded-host', 'x-internal-token'])(
  'a client neither states %s nor has it left out',
  async (name) => {
    const stated = `${name}: 192.0.2.9\r\n${name}: 192.0.2.8\r\n`;
    await send(`GET /api/a HTTP/1.1\r\nhost: platform.example\r\nconnection: close, ${name}\r\n${stated}\r\n`);
    await send(`GET /api/a HTTP/1.1\r\nhost: platform.example\r\nconnection: close\r\n${stated}\r\n`);
    const heads = arrived.flatMap(headsIn);
    expect(heads).toHaveLength(2);
    for (const head of heads) {
      expect(head).not.toContain('192.0.2');
      expect(head).toContain('\r\nx-forwarded-for: 127.0.0.1\r\n');
      expect(head).toContain('\r\nx-forwarded-host: platform.example\r\n');
    }
  },
);
