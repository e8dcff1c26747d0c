import type { IncomingHttpHeaders } from 'node:http';
import { type ClientHttp2Session, connect } from 'node:http2';
import { request } from 'node:https';
import type { Edge } from './edge.ts';

export type EdgeResponse = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Raw header names in lower case, including repetitions. */
  readonly names: readonly string[];
  readonly body: string;
};

export type Question = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Local address of the request on the loopback network. */
  readonly from?: string;
};

/** Sends a request to the edge over a new TLS connection; does not decompress or follow redirects. */
export const ask = ({ https, authority }: Edge, path: string, question: Question = {}): Promise<EdgeResponse> =>
  new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        servername: 'localhost',
        port: https,
        path,
        ca: authority,
        agent: false,
        method: question.method ?? 'GET',
        headers: { host: 'localhost', ...question.headers },
        ...(question.from ? { localAddress: question.from } : {}),
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            names: response.rawHeaders.filter((_text, index) => index % 2 === 0).map((name) => name.toLowerCase()),
            body: Buffer.concat(parts).toString('latin1'),
          }),
        );
        response.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(question.body);
  });

/** An HTTP/2 connection to the edge; rejects if it fails. */
export const session = ({ https, authority }: Edge, from = '127.0.0.1'): Promise<ClientHttp2Session> =>
  new Promise((resolve, reject) => {
    const address = { localAddress: from };
    const opened = connect(`https://127.0.0.1:${https}`, { ca: authority, servername: 'localhost', ...address });
    opened.once('error', reject);
    opened.once('connect', () => resolve(opened));
  });

export type Brief = { readonly status: number; readonly retryAfter: string | undefined; readonly body: string };

/** Sends a request on a shared connection. */
export const askOn = (
  opened: ClientHttp2Session,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Brief> =>
  new Promise((resolve, reject) => {
    const stream = opened.request({ ...headers, ':path': path, ':authority': 'localhost' });
    let head: { readonly status: number; readonly retryAfter: string | undefined } | undefined;
    let body = '';
    stream.on('response', (headers) => {
      head = { status: Number(headers[':status']), retryAfter: headers['retry-after'] };
    });
    stream.setEncoding('utf8');
    stream.on('data', (part: string) => {
      body += part;
    });
    stream.on('end', () => (head ? resolve({ ...head, body }) : reject(new Error(`${path} had no response.`))));
    stream.on('error', reject);
  });
