import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Metrics } from '../metrics/metrics.ts';
import { isSecurityOutcome, securityLog } from './security-outcomes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** `ok`, or the code of the error that the response carries. */
    outcome: string;
    /** Who called, once the session is read, or whose account a guest tried: `user:` or `staff:` and the id; else null. */
    caller: string | null;
  }
}

export const REQUEST_ID = 'x-request-id';
const WELL_FORMED = /^[A-Za-z0-9_-]{8,64}$/;
/** Polled by machines; logged at debug level. */
const PROBES = new Set(['GET /health', 'GET /metrics']);

/**
 * The request's id: the gateway's, so that one id is in the logs of all parts, else a new one. `ips` names more than
 * the sender only where a trusted proxy sent the request; other clients must not choose log contents.
 */
export function idOf({ ips, headers }: Pick<FastifyRequest, 'ips' | 'headers'>): string {
  const given = headers[REQUEST_ID];
  const trusted = ips !== undefined && ips.length > 1;
  return trusted && typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID();
}

/**
 * The id of the call, `POST /coin/trade`, from the route's pattern: client input in path or query never reaches logs or
 * metrics.
 */
export const callOf = ({ method, is404, routeOptions }: FastifyRequest): string =>
  is404 ? 'unmatched' : `${method} ${(routeOptions.url ?? '').replace(/^\/api(?=\/)/, '')}`;

/** A response. */
export type Answered = {
  /** Id of the request. */
  readonly id: string;
  readonly call: string;
  /** `ok`, or the code of an error. */
  readonly outcome: string;
  readonly caller: string | null;
  /** HTTP status. */
  readonly status: number;
  /** From the request's head to the last byte given to the system. */
  readonly ms: number;
};

export type RequestLog = (answered: Answered) => void;

/** Logs and measures responses. `now` is Unix ms. */
export function requestLog(log: Logger, metrics: Pick<Metrics, 'histogram'>, now: () => number): RequestLog {
  const noteSecurity = securityLog(log, now);
  const measure = metrics.histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until a call was answered, by call and outcome (ok or the error code)',
    labels: ['call', 'outcome'],
  });
  return (answered) => {
    const { id, call, outcome, caller, status, ms } = answered;
    measure({ call, outcome }, ms / 1_000);
    if (isSecurityOutcome(outcome) && noteSecurity(answered)) return;
    const level = PROBES.has(call) ? 'debug' : 'info';
    if (!log.isLevelEnabled(level)) return;
    log[level](
      { requestId: id, call, outcome, ...(caller && { caller }), status, ms: Math.round(ms * 10) / 10 },
      'request',
    );
  };
}

/** Assigns an id to every request, and notes every response. */
export function registerRequestLog(app: FastifyInstance, note: RequestLog): void {
  app.decorateRequest('outcome', 'ok');
  app.decorateRequest('caller', null);

  app.addHook('onRequest', (request, reply, done) => {
    request.id = idOf(request);
    reply.header(REQUEST_ID, request.id);
    done();
  });

  app.addHook('onResponse', (request, reply, done) => {
    const { id, outcome, caller } = request;
    note({ id, call: callOf(request), outcome, caller, status: reply.statusCode, ms: reply.elapsedTime });
    done();
  });
}
