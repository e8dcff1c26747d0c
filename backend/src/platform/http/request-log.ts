import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { Metrics } from '../metrics/metrics.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** `ok`, or the code of the error that the response carries. */
    outcome: string;
    /** Who called, once the session is read: `user:` or `staff:` and the id of the row; null for a guest. */
    caller: string | null;
  }
}

const HEADER = 'x-request-id';
const WELL_FORMED = /^[A-Za-z0-9_-]{8,64}$/;
/** Polled by machines; logged at debug level. */
const PROBES = new Set(['GET /health', 'GET /metrics']);

/**
 * The request's id: the gateway's, so that one id is in the logs of all parts, else a new one. `ips` names more than
 * the sender only where a trusted proxy sent the request; other clients must not choose log contents.
 */
function idOf({ ips, headers }: FastifyRequest): string {
  const given = headers[HEADER];
  const trusted = ips !== undefined && ips.length > 1;
  return trusted && typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID();
}

/**
 * The id of the call, `POST /coin/trade`, from the route's pattern: client input in path or query never reaches logs or
 * metrics.
 */
export const callOf = ({ method, is404, routeOptions }: FastifyRequest): string =>
  is404 ? 'unmatched' : `${method} ${(routeOptions.url ?? '').replace(/^\/api(?=\/)/, '')}`;

/** Assigns an id to every request, and logs and measures every response. */
export function registerRequestLog(app: FastifyInstance, metrics: Pick<Metrics, 'histogram'>): void {
  const measure = metrics.histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until a call was answered, by call and outcome (ok or the error code)',
    labels: ['call', 'outcome'],
  });
  const root: FastifyBaseLogger = app.log;
  app.decorateRequest('outcome', 'ok');
  app.decorateRequest('caller', null);

  app.addHook('onRequest', (request, reply, done) => {
    request.id = idOf(request);
    request.log = root.child({ requestId: request.id });
    reply.log = request.log;
    reply.header(HEADER, request.id);
    done();
  });

  app.addHook('onResponse', (request, reply, done) => {
    const call = callOf(request);
    const { outcome, caller } = request;
    measure({ call, outcome }, reply.elapsedTime / 1_000);
    const level = PROBES.has(call) ? 'debug' : 'info';
    const status = reply.statusCode;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    request.log[level]({ call, outcome, ...(caller && { caller }), status, ms }, 'request');
    done();
  });
}
