import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { ORIGIN } from './where.ts';

/** A response as it goes on to the browser. */
export type Passing = {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The connection is reset in its place. */
  isReset?: boolean;
  /** Ms for which it is held up. */
  late?: number;
};

export type OriginBefore = {
  readonly origin: string;
  /** Changes responses by their path; null for none. */
  change(how: ((path: string, response: Passing) => void) | null): void;
  /** Cuts every connection until it is called with `false`. */
  down(isDown: boolean): void;
  /** Ends the connection of each request with headers of more than 16 KiB, in place of a response. */
  endLong(ends: boolean): void;
  /** Paths that were asked for, oldest first. */
  readonly asked: string[];
  close(): Promise<void>;
};

/** An origin of its own before the platform: what a worker fetches cannot be changed in the browser. */
export async function originBefore(): Promise<OriginBefore> {
  let how: ((path: string, response: Passing) => void) | null = null;
  let isDown = false;
  let endsLong = false;
  const asked: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const { url = '/', method, headers } = incoming;
    if (isDown) return incoming.socket.destroy();
    asked.push(url);
    // Uncompressed, so that a response can be changed.
    const { 'accept-encoding': _, 'if-none-match': __, ...others } = headers;
    const inner = request(`${ORIGIN}${url}`, { method, headers: others }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      const passing: Passing = {
        status: response.statusCode ?? 502,
        headers: response.headers,
        body: Buffer.concat(chunks),
      };
      how?.(url, passing);
      if (passing.isReset) return incoming.socket.resetAndDestroy();
      if (passing.late) await setTimeout(passing.late);
      const { 'content-length': _length, 'transfer-encoding': _coding, ...kept } = passing.headers;
      outgoing.writeHead(passing.status, kept).end(passing.body);
    });
    inner.on('error', () => outgoing.destroy());
    incoming.pipe(inner);
    return undefined;
  });
  server.on('clientError', (_error, socket) =>
    endsLong ? socket.destroy() : void socket.end('HTTP/1.1 431 Request Header Fields Too Large\r\n\r\n'),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    change: (next) => {
      how = next;
    },
    down: (next) => {
      isDown = next;
      if (next) server.closeAllConnections();
    },
    endLong: (ends) => {
      endsLong = ends;
    },
    asked,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
