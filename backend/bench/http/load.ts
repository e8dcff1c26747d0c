import { connect, type Socket } from 'node:net';

export type Measured = {
  /** Answers a second. */
  readonly rate: number;
  /** Answers, those of the time that warms up included. */
  readonly answers: number;
  /** ms. */
  readonly p50: number;
  readonly p99: number;
  /** Answers that were no success: status other than 200 or 304, or an envelope of another type than `ok`. */
  readonly failed: number;
  /** Text of the first of them. */
  readonly failure: string | null;
};

const HEAD_END = Buffer.from('\r\n\r\n');
const FAILURE = Buffer.from('"type":"999"');
const SUCCESS = /^HTTP\/1\.1 (?:200|304) /;

/** Text of a request of HTTP/1.1 on a connection that stays open. */
export function requestText(
  method: 'GET' | 'POST',
  path: string,
  headers: Readonly<Record<string, string>> = {},
  form?: Readonly<Record<string, string>>,
): string {
  const body = form ? new URLSearchParams(form).toString() : '';
  const lines = Object.entries({
    host: '127.0.0.1',
    ...headers,
    ...(form && { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(body.length) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/** Sends requests one after the other on one connection; `onAnswer` gets the answer's head and the rest of its last part. */
function client(port: number, next: () => string | null, onAnswer: (head: Buffer, last: Buffer) => void) {
  return new Promise<void>((resolve, reject) => {
    const socket: Socket = connect({ host: '127.0.0.1', port, noDelay: true });
    let head: Buffer = Buffer.alloc(0);
    /** Bytes of the body to come; null while the head is read. */
    let left: number | null = null;
    const send = () => {
      const text = next();
      if (text === null) socket.end();
      else socket.write(text);
    };
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('close', () => resolve());
    socket.on('data', (chunk: Buffer) => {
      let part = chunk;
      if (left === null) {
        part = head.length > 0 ? Buffer.concat([head, chunk]) : chunk;
        const end = part.indexOf(HEAD_END);
        if (end < 0) {
          head = part;
          return;
        }
        head = part.subarray(0, end);
        part = part.subarray(end + HEAD_END.length);
        left = Number(/^content-length: (\d+)/im.exec(head.toString('latin1'))?.[1] ?? 0);
      }
      left -= part.length;
      if (left > 0) return;
      const answered = head;
      head = Buffer.alloc(0);
      left = null;
      onAnswer(answered, part);
      send();
    });
  });
}

/**
 * Loads a server over `connections` for `seconds`, each connection with one request at a time, which `requestOf` makes
 * for the connection and the number of the request. The first fifth of the time warms up and is not counted.
 */
export async function load(
  port: number,
  connections: number,
  seconds: number,
  requestOf: (connection: number, number: number) => string,
): Promise<Measured> {
  const begin = performance.now();
  const counted = begin + seconds * 200;
  const end = begin + seconds * 1_200;
  const times: number[] = [];
  let answers = 0;
  let failed = 0;
  let failure: string | null = null;
  const one = (connection: number) => {
    let number = 0;
    let sentAt = 0;
    const next = () => {
      sentAt = performance.now();
      return sentAt < end ? requestOf(connection, number++) : null;
    };
    return client(port, next, (head, last) => {
      const now = performance.now();
      answers += 1;
      if (sentAt >= counted) times.push(now - sentAt);
      if (SUCCESS.test(head.toString('latin1', 0, 20)) && last.indexOf(FAILURE) < 0) return;
      failed += 1;
      failure ??= `${head.toString('latin1').split('\r\n', 1)[0]} ${last.toString('utf8').slice(0, 300)}`;
    });
  };
  await Promise.all(Array.from({ length: connections }, (_, connection) => one(connection)));
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.floor(times.length * part)] ?? Number.NaN;
  return { rate: times.length / seconds, answers, p50: at(0.5), p99: at(0.99), failed, failure };
}
