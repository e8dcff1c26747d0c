import type { IncomingMessage, ServerResponse } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { Call } from '@tessera/api/kit';
import type { CallLimiter } from '../limits/call-limits.ts';
import { ENCODED_TYPE, type EncodedOutput } from './encoded.ts';
import { idOf, REQUEST_ID, type RequestLog } from './request-log.ts';

/** URLs whose answers are kept; the one that was asked for least recently goes first, so that others push out no hot one. */
const MOST = 300;

type Kept = {
  readonly call: Call;
  readonly callId: string;
  readonly output: EncodedOutput<unknown>;
  readonly isCurrent: () => boolean;
};

const VARY = ['vary', 'accept-encoding'] as const;

type Parts = {
  /** Of every response. */
  readonly headers: Readonly<Record<string, string>>;
  readonly limiter: Pick<CallLimiter, 'admitShared'>;
  readonly note: RequestLog;
  /** Proxies whose `x-forwarded-for` counts; false for none. */
  readonly trustProxy: readonly string[] | false;
};

export type SharedAnswers = {
  /** Keeps the output of a request as the answer to the same request of others, while it is current. */
  keep(url: string, callId: string, call: Call, output: EncodedOutput<unknown>): void;
  /** Sends what is kept for the request; false, with nothing sent, where the request is to be handled. */
  send(request: IncomingMessage, response: ServerResponse): boolean;
};

/**
 * Answers of public calls that are the same bytes for all callers, sent before a request is routed, parsed and checked: it
 * is the request, to the letter, that led to them. Limits, log and metrics are those of every call. Requests with a
 * session are handled: they count for its account.
 */
export function sharedAnswers({ headers, limiter, note, trustProxy }: Parts): SharedAnswers {
  const kept = new Map<string, Kept>();
  const trusts = trustProxy === false ? null : proxyAddr.compile([...trustProxy]);

  /** The sender first, then those that a trusted proxy names, as far as trust reaches. */
  const addressesOf = (request: IncomingMessage): readonly string[] =>
    trusts && request.headers['x-forwarded-for'] !== undefined
      ? proxyAddr.all(request, trusts)
      : [request.socket.remoteAddress ?? ''];

  /** Answers to the requests that came in together. */
  let waiting: (() => void)[] = [];
  function answerAll(): void {
    const answers = waiting;
    waiting = [];
    for (const answer of answers) answer();
  }
  /**
   * Answers once all requests that came in are read: between two writes no other request is read, so that a gateway is
   * not put to sleep and woken for each of them. Waking takes longer than all else of an answer.
   */
  function answerTogether(answer: () => void): void {
    if (waiting.push(answer) === 1) setImmediate(answerAll);
  }

  const plainHead = [...Object.entries(headers).flat(), 'content-type', ENCODED_TYPE];
  const packedHead = [...plainHead, 'content-encoding', 'gzip'];

  return {
    keep(url, callId, call, output) {
      if (!output.isCurrent || call.access !== 'public' || call.method !== 'GET' || call.limit) return;
      kept.delete(url);
      kept.set(url, { call, callId, output, isCurrent: output.isCurrent });
      if (kept.size <= MOST) return;
      const [unused] = kept.keys();
      if (unused !== undefined) kept.delete(unused);
    },
    send(request, response) {
      const from = performance.now();
      const found = request.method === 'GET' ? kept.get(request.url ?? '') : undefined;
      if (!found || request.headers.authorization !== undefined) return false;
      const { call, callId, output, isCurrent } = found;
      const url = request.url ?? '';
      kept.delete(url);
      if (!isCurrent()) return false;
      kept.set(url, found);
      const ips = addressesOf(request);
      if (!limiter.admitShared(call, ips.at(-1) ?? '')) return false;
      const id = idOf({ ips: [...ips], headers: request.headers });
      const { body, encoding } = output.sent(request.headers);
      const head = encoding ? packedHead : plainHead;
      answerTogether(() => {
        response.writeHead(200, [
          REQUEST_ID,
          id,
          'content-length',
          String(body.length),
          ...(output.packs ? VARY : []),
          ...head,
        ]);
        response.end(body);
        note({ id, call: callId, outcome: 'ok', caller: null, status: 200, ms: performance.now() - from });
      });
      return true;
    },
  };
}
