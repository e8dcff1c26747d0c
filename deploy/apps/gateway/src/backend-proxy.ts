import proxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy';
import { errorBody } from '@tessera/registry-api';
import type { FastifyInstance, FastifyReply, FastifyRequest, RawServerBase, RouteGenericInterface } from 'fastify';
import { requestId } from './request-id.ts';

/** Timeout of the first response byte in ms; clients have the same timeout. */
const RESPONSE_TIMEOUT = 60_000;

/** The backend is down (503) or silent (504). Clients show a message in the user's language. */
function unavailable(
  reply: FastifyReply<RouteGenericInterface, RawServerBase>,
  { error }: { readonly error: Error & { readonly statusCode?: number } },
): void {
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

type UpgradeHeaders = Readonly<Record<string, string>>;

/** The proxy's types lack this option of its WebSocket client. */
const forwardAddress: Pick<FastifyHttpProxyOptions, 'wsClientOptions'> = {
  wsClientOptions: Object.assign(
    { perMessageDeflate: false },
    {
      rewriteRequestHeaders: (headers: UpgradeHeaders, request: FastifyRequest): UpgradeHeaders => ({
        ...headers,
        'x-forwarded-for': request.ip,
        'x-request-id': requestId(request),
      }),
    },
  ),
};

/** Proxies `/api` and the realtime connection to the backend. */
export async function proxyBackend(gateway: FastifyInstance, backend: string): Promise<void> {
  const upstream = {
    upstream: backend,
    undici: { connect: { timeout: 2_000 }, headersTimeout: RESPONSE_TIMEOUT, bodyTimeout: RESPONSE_TIMEOUT },
    disableRequestLogging: true,
  } as const;
  await gateway.register(proxy, {
    ...upstream,
    prefix: '/api',
    rewritePrefix: '/api',
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
  await gateway.register(proxy, {
    ...upstream,
    prefix: '/realtime',
    rewritePrefix: '/realtime',
    websocket: true,
    replyOptions: { onError: unavailable, retryDelay: () => null },
    ...forwardAddress,
  });
}

/** The registry is down: only operators use it, so users are not affected. */
function registryUnavailable(reply: FastifyReply<RouteGenericInterface, RawServerBase>): void {
  reply
    .code(503)
    .header('retry-after', '1')
    .header('cache-control', 'no-store')
    .send(errorBody('registry_unavailable', 'The registry is not available.'));
}

/** Proxies `/registry` to the registry. */
export async function proxyRegistry(gateway: FastifyInstance, registry: string): Promise<void> {
  await gateway.register(proxy, {
    upstream: registry,
    undici: { connect: { timeout: 2_000 }, headersTimeout: RESPONSE_TIMEOUT, bodyTimeout: RESPONSE_TIMEOUT },
    disableRequestLogging: true,
    prefix: '/registry',
    rewritePrefix: '/registry',
    replyOptions: {
      onError: registryUnavailable,
      retryDelay: () => null,
      rewriteRequestHeaders: (request, { 'x-internal-token': _dropped, ...passed }) => ({
        ...passed,
        'x-forwarded-for': request.ip,
      }),
    },
  });
}
