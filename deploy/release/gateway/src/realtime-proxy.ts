import { type IncomingMessage, request as openRequest, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from './client-network.ts';
import { isOwnPage } from './own-page.ts';
import { Places } from './places.ts';
import { requestId } from './request-id.ts';

export type RealtimeLimits = {
  /** Sockets of all clients. */
  readonly sockets: number;
  /** ms without progress after which a side that takes no bytes loses the connection. */
  readonly stalledAfter: number;
};

const LIMITS: RealtimeLimits = { sockets: 20_000, stalledAfter: 15_000 };
/** ms for the backend to accept. */
const DIAL_TIMEOUT = 10_000;
/** Headers of the handshake that each side gets of the other; without extensions, frames stay as they are. */
const ASKED = [
  'sec-websocket-key',
  'sec-websocket-version',
  'sec-websocket-protocol',
  // Sessions go on in their browser alone, whose cookie has another name behind TLS: as calls are passed on.
  'cookie',
  'x-forwarded-proto',
];
const GRANTED = ['sec-websocket-accept', 'sec-websocket-protocol'];

type Upgrade = { readonly socket: Duplex; readonly head: Buffer };
type Accepted = { readonly response: IncomingMessage; readonly socket: Socket; readonly head: Buffer };

const pick = (headers: IncomingMessage['headers'], names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])));

/** Opens the connection to the backend; rejects if it does not answer with an upgrade. */
const dial = (url: URL, request: FastifyRequest): Promise<Accepted> =>
  new Promise((resolve, reject) => {
    const asked = openRequest(url, {
      agent: false,
      timeout: DIAL_TIMEOUT,
      headers: {
        ...pick(request.headers, ASKED),
        connection: 'Upgrade',
        upgrade: 'websocket',
        'x-forwarded-for': request.ip,
        'x-request-id': requestId(request),
      },
    });
    asked.on('upgrade', (response, socket, head) => resolve({ response, socket, head }));
    asked.on('response', (response) => {
      response.destroy();
      reject(new Error(`the backend answered HTTP ${response.statusCode}`));
    });
    asked.on('timeout', () => asked.destroy(new Error('the backend did not answer in time')));
    asked.on('error', reject);
    asked.end();
  });

/**
 * Passes bytes on as fast as the receiver takes them: no more than the buffers of the two sockets is held, however much
 * is sent. `giveUp` is called where the receiver takes nothing for a time.
 */
function pass(from: Duplex, to: Duplex, stalledAfter: number, giveUp: () => void): void {
  let stalled: NodeJS.Timeout | undefined;
  from.on('data', (bytes: Buffer) => {
    if (to.write(bytes)) return;
    from.pause();
    stalled = setTimeout(giveUp, stalledAfter);
  });
  to.on('drain', () => {
    clearTimeout(stalled);
    from.resume();
  });
  to.on('close', () => clearTimeout(stalled));
  from.on('end', () => to.end());
}

const PATH = '/realtime';

/** Whether a request asks to become a realtime socket. */
export const asksForRealtime = ({ method, url, headers }: IncomingMessage): boolean =>
  method === 'GET' && url?.split('?', 1)[0] === PATH && headers.upgrade?.toLowerCase() === 'websocket';

const SWITCHING = 'HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: websocket\r\n';

/**
 * Connects `/realtime` to the backend as a tunnel: frames are checked by the hub alone, whose pings reach the client,
 * and a client that does not read slows the hub's writes down instead of filling this process.
 */
export function proxyRealtime(gateway: FastifyInstance, backend: string, limits: RealtimeLimits = LIMITS): void {
  const url = new URL(PATH, backend);
  const upgrades = new WeakMap<IncomingMessage, Upgrade>();
  const places = new Places(limits.sockets);
  const sockets = new Set<Duplex>();

  /** Takes a place until the client's socket closes; false if there is none for the address. */
  function enter(client: Duplex, address: string): boolean {
    const leave = places.take(address);
    if (!leave) return false;
    sockets.add(client);
    client.once('close', () => {
      sockets.delete(client);
      leave();
    });
    return true;
  }

  function connect(client: Duplex, head: Buffer, { response, socket: hub, head: first }: Accepted): void {
    const end = () => {
      client.destroy();
      hub.destroy();
    };
    for (const side of [client, hub]) side.on('error', end).on('close', end);
    const granted = Object.entries(pick(response.headers, GRANTED)).map(([name, value]) => `${name}: ${value}\r\n`);
    client.write(`${SWITCHING}${granted.join('')}\r\n`);
    if (first.length > 0) client.write(first);
    if (head.length > 0) hub.write(head);
    pass(client, hub, limits.stalledAfter, end);
    pass(hub, client, limits.stalledAfter, end);
    // It may have gone while the backend was asked.
    if (client.destroyed) end();
  }

  // Upgrades take the way of all requests, so that their address, path and id are read alike.
  gateway.server.on('upgrade', (raw: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    upgrades.set(raw, { socket, head });
    const response = new ServerResponse(raw);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    // A rejected one counts nowhere any more: whether its client closes too is not waited for.
    response.once('finish', () => socket.destroySoon());
    gateway.routing(raw, response);
  });

  gateway.get(PATH, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const upgrade = upgrades.get(request.raw);
    if (!upgrade || !asksForRealtime(request.raw)) {
      return reply.code(426).header('upgrade', 'websocket').send({ error: 'upgrade_required' });
    }
    // A page of another site must not open connections of its visitors.
    if (!isOwnPage(request)) return reply.code(403).send({ error: 'foreign_origin' });
    if (!enter(upgrade.socket, networkOf(request.ip))) {
      return reply.code(429).header('retry-after', '5').send({ error: 'too_many_connections' });
    }
    let accepted: Accepted;
    try {
      accepted = await dial(url, request);
    } catch (error) {
      request.log.warn(error, 'no realtime connection');
      return reply.code(503).header('retry-after', '1').send({ error: 'backend_unavailable' });
    }
    reply.hijack();
    reply.raw.detachSocket(upgrade.socket as Socket);
    connect(upgrade.socket, upgrade.head, accepted);
    return reply;
  });

  gateway.addHook('preClose', async () => {
    for (const socket of sockets) socket.destroy();
  });
}
