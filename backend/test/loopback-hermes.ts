import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/*
 * Pyth's Hermes on 127.0.0.1: server-sent events and the latest prices. Tests make it cut the stream, also amid an event,
 * send garbage, and refuse.
 */

export type LoopbackPrice = {
  /** 64 hexadecimal digits. */
  readonly feed: string;
  readonly price: string;
  readonly conf?: string;
  readonly expo?: number;
  /** Whole seconds. */
  readonly time: number;
};

export type LoopbackHermes = {
  readonly url: string;
  /** Refuses requests without it. */
  token: string | undefined;
  /** Answers with this status. */
  refuse: { readonly status: number; readonly retryAfter?: string } | undefined;
  /** Only the stream is refused. */
  streamless: boolean;
  /** What a poll answers. */
  latest: readonly LoopbackPrice[];
  /** Path, query and authorization of each request so far. */
  readonly requests: { readonly path: string; readonly authorization: string | undefined }[];
  /** Open streams. */
  streams(): number;
  send(...prices: readonly LoopbackPrice[]): void;
  /** Sends these characters as they are. */
  raw(text: string): void;
  /** Drops all streams. */
  cut(): void;
  close(): Promise<void>;
};

const encoded = (prices: readonly LoopbackPrice[]): string =>
  JSON.stringify({
    binary: { encoding: 'hex', data: [''] },
    parsed: prices.map(({ feed, price, conf = '0', expo = -5, time }) => ({
      id: feed,
      price: { price, conf, expo, publish_time: time },
      ema_price: { price, conf, expo, publish_time: time },
      metadata: { slot: 1, proof_available_time: time, prev_publish_time: time },
    })),
  });

export async function loopbackHermes(): Promise<LoopbackHermes> {
  const open = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    const { authorization } = request.headers;
    const path = request.url ?? '/';
    hermes.requests.push({ path, authorization });
    const streaming = path.startsWith('/v2/updates/price/stream?');
    const allowed = hermes.token === undefined || authorization === `Bearer ${hermes.token}`;
    if (hermes.refuse || !allowed || (streaming && hermes.streamless)) {
      const retryAfter = hermes.refuse?.retryAfter;
      response.writeHead(hermes.refuse?.status ?? (allowed ? 503 : 401), {
        ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
      });
      response.end();
      return;
    }
    if (!streaming) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(encoded(hermes.latest));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    open.add(response);
    response.on('close', () => open.delete(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const hermes: LoopbackHermes = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: undefined,
    refuse: undefined,
    streamless: false,
    latest: [],
    requests: [],
    streams: () => open.size,
    send: (...prices) => hermes.raw(`data:${encoded(prices)}\n\n`),
    raw(text) {
      for (const response of open) response.write(text);
    },
    cut() {
      for (const response of open) response.socket?.destroy();
      open.clear();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return hermes;
}
