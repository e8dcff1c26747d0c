import proxy from '@fastify/http-proxy';
import { errorBody, PUBLICATION_LIMIT } from '@tessera/registry-api';
import type { FastifyInstance, FastifyReply, RawServerBase, RouteGenericInterface } from 'fastify';
import { BodyRejected, limitBodies } from './request-body.ts';
import { requestId } from './request-id.ts';

/** Timeout of the first response byte in ms; clients have the same timeout. */
const RESPONSE_TIMEOUT = 60_000;

type ProxyReply = FastifyReply<RouteGenericInterface, RawServerBase>;

/** A sender that is late loses the connection; the rest of a body that is too large is discarded. */
function rejectBody(reply: ProxyReply, { statusCode, code, message }: BodyRejected): void {
  if (statusCode === 408) reply.header('connection', 'close');
  reply.code(statusCode).header('cache-control', 'no-store').send({ type: 'error', code: 0, error: code, message });
}

/** The backend is down (503) or silent (504). Clients show a message in the user's language. */
function unavailable(reply: ProxyReply, { error }: { readonly error: Error & { readonly statusCode?: number } }): void {
  if (error.cause instanceof BodyRejected) {
    rejectBody(reply, error.cause);
    return;
  }
  if (error.statusCode === 400) {
    reply.code(400).send({ type: 'error', code: 0, error: 'bad_request', message: 'bad request' });
    return;
  }
  const silent = error.statusCode === 504;
  reply
    .code(silent ? 504 : 503)
    .header('retry-after', '1')
    .header('cache-control', 'no-store')
    .send({
      type: 'error',
      code: 0,
      error: 'backend_unavailable',
      message: silent ? 'the backend did not respond in time' : 'the backend is not available',
    });
}

/** Proxies `/api` to the backend. */
export async function proxyCalls(gateway: FastifyInstance, backend: string): Promise<void> {
  await gateway.register(async (scope) => {
    limitBodies(scope);
    scope.setErrorHandler((error, request, reply) => {
      if (error instanceof BodyRejected) rejectBody(reply, error);
      else gateway.errorHandler(error, request, reply);
    });
    await scope.register(proxy, {
      upstream: backend,
      undici: { connect: { timeout: 2_000 }, headersTimeout: RESPONSE_TIMEOUT, bodyTimeout: RESPONSE_TIMEOUT },
      disableRequestLogging: true,
      prefix: '/api',
      rewritePrefix: '/api',
      proxyPayloads: false,
      replyOptions: {
        onError: unavailable,
        // A GET with a 503 response would otherwise be retried ten times.
        retryDelay: () => null,
        rewriteRequestHeaders: (request, headers) => {
          const { 'x-internal-token': _dropped, ...passed } = headers;
          return {
            ...passed,
            'x-forwarded-for': request.ip,
            'x-forwarded-host': request.host,
            'x-request-id': requestId(request),
          };
        },
      },
    });
  });
}

/** The registry is down: only operators use it, so users are not affected. */
function registryUnavailable(reply: ProxyReply, { error }: { readonly error: Error }): void {
  if (error.cause instanceof BodyRejected) {
    rejectRegistryBody(reply, error.cause);
    return;
  }
  reply
    .code(503)
    .header('retry-after', '1')
    .header('cache-control', 'no-store')
    .send(errorBody('registry_unavailable', 'The registry is not available.'));
}

function rejectRegistryBody(reply: ProxyReply, { statusCode, message }: BodyRejected): void {
  if (statusCode === 408) reply.header('connection', 'close');
  reply.code(statusCode).header('cache-control', 'no-store').send(errorBody('bad_input', message));
}

const PUBLISH = '/registry/publish';

/** Proxies `/registry` to the registry. */
export async function proxyRegistry(gateway: FastifyInstance, registry: string): Promise<void> {
  await gateway.register(async (scope) => {
    limitBodies(scope, {
      // The registry asks who sends before it reads.
      uploadLimit: ({ url }) => (url.split('?', 1)[0] === PUBLISH ? PUBLICATION_LIMIT : null),
    });
    scope.setErrorHandler((error, request, reply) => {
      if (error instanceof BodyRejected) rejectRegistryBody(reply, error);
      else gateway.errorHandler(error, request, reply);
    });
    await scope.register(proxy, {
      upstream: registry,
      undici: { connect: { timeout: 2_000 }, headersTimeout: RESPONSE_TIMEOUT, bodyTimeout: RESPONSE_TIMEOUT },
      disableRequestLogging: true,
      prefix: '/registry',
      rewritePrefix: '/registry',
      proxyPayloads: false,
      replyOptions: {
        onError: registryUnavailable,
        retryDelay: () => null,
        rewriteRequestHeaders: (request, { 'x-internal-token': _dropped, ...passed }) => ({
          ...passed,
          'x-forwarded-for': request.ip,
        }),
      },
    });
  });
}
