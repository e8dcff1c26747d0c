import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { Output } from '../../../shared/api/src/contract.ts';
import { createFeed } from '../market-list/feed.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

export type Served = { readonly origin: string; stop(): Promise<void> };

const { instruments } = createFeed();

const BAR_MS = 900_000;

/** 300 bars of a quarter of an hour, up to now. */
function barsOf(url: string, now: number): Output<'GET /currency/new_timeshar'> {
  const symbol = new URL(url, 'http://localhost').searchParams.get('symbol') ?? '';
  const last = Number(instruments.find((each) => each.symbol === symbol)?.latest?.last ?? 1);
  const bars = Array.from({ length: 300 }, (_, index): Output<'GET /currency/new_timeshar'>['bars'][number] => {
    const price = (step: number) => (last * (1 + 0.02 * Math.sin((index + step) / 9))).toFixed(4);
    const at = now - (now % BAR_MS) - (299 - index) * BAR_MS;
    const [open, close] = [price(0), price(1)];
    const [low, high] = [open, close].sort((a, b) => Number(a) - Number(b)) as [string, string];
    return [at, open, high, low, close, '12.5'];
  });
  return { symbol, interval: '15m', bars };
}

/** The same responses for every set-up, so that only the loading differs. */
function respondToCall(url: string, response: ServerResponse): void {
  const now = Date.now();
  const message = url.startsWith('/api/currency/quotation_new')
    ? { list: instruments, feed: 'simulated', now }
    : url.startsWith('/api/currency/new_timeshar')
      ? barsOf(url, now)
      : { base: 'USD', at: now, source: 'built_in', rates: [{ currency_code: 'USD', rate: '1' }], list: [] };
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ type: 'ok', code: 1, message }));
}

/** Responds to some calls; returns false for others. */
type Respond = (url: string, response: ServerResponse) => boolean;

function listen(
  serve: (asked: IncomingMessage, response: ServerResponse) => void,
  respond: Respond = () => false,
): Promise<Served> {
  const server = createServer((asked, response) => {
    const url = asked.url ?? '/';
    if (respond(url, response)) return;
    if (url.startsWith('/api/')) respondToCall(url, response);
    else if (url.startsWith('/registry/')) response.writeHead(204).end();
    else serve(asked, response);
  });
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve({
        origin: `http://localhost:${port}`,
        stop: () =>
          new Promise((done) => {
            server.close(() => done());
            server.closeAllConnections();
          }),
      });
    }),
  );
}

/** A built folder below `/h5/`, packed as the gateway packs it. */
export const serveFolder = (folder: string): Promise<Served> =>
  listen((asked, response) => {
    const path = (asked.url ?? '/').split('?')[0]?.replace(/^\/h5\//, '') || 'index.html';
    const file = join(folder, path);
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
    response.setHeader('cache-control', path === 'index.html' ? 'no-cache' : 'public, max-age=31536000, immutable');
    const packed = existsSync(`${file}.br`) ? readFileSync(`${file}.br`) : brotliCompressSync(readFileSync(file));
    response.setHeader('content-encoding', 'br');
    response.end(packed);
  });

/** What a running gateway serves; `change` may modify its page, `respond` answer calls of its own. */
export const serveGateway = (origin: string, change?: (html: string) => string, respond?: Respond): Promise<Served> =>
  listen((asked, response) => {
    const { hostname, port } = new URL(origin);
    const upstream = request(
      {
        hostname,
        port,
        path: asked.url,
        method: asked.method,
        headers: { ...asked.headers, host: `${hostname}:${port}` },
      },
      (upstream) => {
        if (!change || asked.url?.split('?')[0] !== '/h5/') {
          response.writeHead(upstream.statusCode ?? 502, upstream.headers);
          upstream.pipe(response);
          return;
        }
        const parts: Buffer[] = [];
        upstream.on('data', (part: Buffer) => parts.push(part));
        upstream.on('end', () => {
          const raw = Buffer.concat(parts);
          const html = upstream.headers['content-encoding'] === 'br' ? brotliDecompressSync(raw) : raw;
          const { 'content-length': _length, 'transfer-encoding': _transfer, ...headers } = upstream.headers;
          response.writeHead(upstream.statusCode ?? 502, { ...headers, 'content-encoding': 'br' });
          response.end(brotliCompressSync(change(html.toString())));
        });
      },
    );
    upstream.on('error', () => response.writeHead(502).end());
    upstream.end();
  }, respond);
