import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import type { Edge } from './edge.ts';

export type Answer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Names as they came, lower case, repeated where they were. */
  readonly names: readonly string[];
  readonly body: string;
};

export type Question = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Address on the loopback network from which to ask. */
  readonly from?: string;
};

/** Asks the edge over TLS with a connection of its own; nothing is unpacked or followed. */
export const ask = ({ https, authority }: Edge, path: string, question: Question = {}): Promise<Answer> =>
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
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            names: answer.rawHeaders.filter((_text, index) => index % 2 === 0).map((name) => name.toLowerCase()),
            body: Buffer.concat(parts).toString('latin1'),
          }),
        );
        answer.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(question.body);
  });
