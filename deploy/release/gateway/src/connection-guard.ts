import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import proxyAddress from '@fastify/proxy-addr';
import { networkOf } from './client-network.ts';
import { Places } from './places.ts';

export type ConnectionLimits = {
  /** Connections of all clients; upgraded ones count as realtime sockets instead. */
  readonly connections: number;
  /** Requests of one connection whose response is not finished. Browsers and proxies send one after the other. */
  readonly unanswered: number;
  /** ms until the first request of a connection. */
  readonly silentFor: number;
  /** ms in which a client that has bytes to read takes some. */
  readonly stalledFor: number;
};

export const CONNECTION_LIMITS: ConnectionLimits = {
  connections: 10_000,
  unanswered: 8,
  silentFor: 10_000,
  stalledFor: 60_000,
};

/** ms between two looks at what stands still. */
const SWEEP_EVERY = 5_000;

type Connection = {
  readonly leave: () => void;
  readonly since: number;
  asked: boolean;
  unanswered: number;
  /** Bytes that the client had taken when it was last looked at, and when that number last changed. */
  taken: number;
  takenAt: number;
};

type Guard = {
  readonly limits?: ConnectionLimits;
  /** Addresses or ranges of proxies, through which many clients come; see `GatewayOptions.trustedProxies`. */
  readonly trustedProxies?: string | undefined;
  /** Requests that become sockets, which count elsewhere. Any other that asks for an upgrade is handled without one. */
  readonly upgrades?: (request: IncomingMessage) => boolean;
  /** Monotonic ms. */
  readonly now?: () => number;
};

const isProxy = (trusted: string | undefined): ((address: string) => boolean) => {
  if (!trusted) return () => false;
  const trusts = proxyAddress.compile(trusted.split(',').map((each) => each.trim()));
  return (address) => trusts(address, 0);
};

/** Bytes that left this process. */
const takenBy = (socket: Socket): number => socket.bytesWritten - socket.writableLength;

/**
 * Bounds what a client can make this process hold without reading: connections of an address, requests of a connection
 * that wait for their response, connections that send nothing, and responses that are not read.
 */
export class ConnectionGuard {
  readonly #limits: ConnectionLimits;
  readonly #now: () => number;
  readonly #isProxy: (address: string) => boolean;
  readonly #upgrades: (request: IncomingMessage) => boolean;
  readonly #places: Places;
  readonly #connections = new Map<Socket, Connection>();

  constructor({
    limits = CONNECTION_LIMITS,
    trustedProxies,
    upgrades = () => false,
    now = () => performance.now(),
  }: Guard = {}) {
    this.#limits = limits;
    this.#now = now;
    this.#upgrades = upgrades;
    this.#isProxy = isProxy(trustedProxies);
    this.#places = new Places(limits.connections);
  }

  /** A server whose requests reach `handle` as far as the limits admit them. */
  server(options: ServerOptions, handle: RequestListener): Server {
    const server = createServer({ ...options, shouldUpgradeCallback: this.#upgrades }, (request, response) => {
      const { socket } = request;
      // Requests that arrived with the one that went too far.
      if (socket.destroyed) return;
      const connection = this.#connections.get(socket);
      if (connection) {
        connection.asked = true;
        connection.unanswered += 1;
        if (connection.unanswered > this.#limits.unanswered) {
          socket.destroy();
          return;
        }
        response.once('close', () => {
          connection.unanswered -= 1;
        });
      }
      handle(request, response);
    });
    server.on('connection', (socket: Socket) => this.#enter(socket));
    server.on('upgrade', (_request, socket: Socket) => this.#forget(socket));
    const timer = setInterval(() => this.sweep(), SWEEP_EVERY);
    timer.unref();
    server.on('close', () => clearInterval(timer));
    return server;
  }

  #enter(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    // Each client of a proxy has its place there; the proxy's own connections are its pool.
    const leave = this.#isProxy(address) ? () => undefined : this.#places.take(networkOf(address));
    if (!leave) {
      socket.destroy();
      return;
    }
    const now = this.#now();
    this.#connections.set(socket, { leave, since: now, asked: false, unanswered: 0, taken: 0, takenAt: now });
    socket.once('close', () => this.#forget(socket));
  }

  #forget(socket: Socket): void {
    this.#connections.get(socket)?.leave();
    this.#connections.delete(socket);
  }

  /** Closes what has stood still for too long. */
  sweep(): void {
    const now = this.#now();
    const { silentFor, stalledFor } = this.#limits;
    for (const [socket, connection] of this.#connections) {
      const taken = takenBy(socket);
      if (taken !== connection.taken || socket.writableLength === 0) {
        connection.taken = taken;
        connection.takenAt = now;
      }
      const silent = !connection.asked && now - connection.since >= silentFor;
      if (silent || now - connection.takenAt >= stalledFor) socket.destroy();
    }
  }
}
