import proxy from '@fastify/http-proxy';
import { errorBody, PUBLICATION_LIMIT } from '@tessera/registry-api';
import type { FastifyInstance, FastifyReply, FastifyRequest, RawServerBase, RouteGenericInterface } from 'fastify';
import { isOfOtherPage } from './own-page.ts';
import { BodyRejected, limitBodies } from './request-body.ts';
import { requestId } from './request-id.ts';
import { limitUnderWay } from './under-way.ts';

/** Timeout of the first response byte in ms; clients have the same timeout. */
const RESPONSE_TIMEOUT = 60_000;
/**
 * Requests under way to a service, and connections to it. A response that its client does not read holds both: an
 * address gets a share of them.
 */
const UNDER_WAY = 1_024;

type ProxyReply = FastifyReply<RouteGenericInterface, RawServerBase>;

type Target = {
  /** `http://host:port` of the service. */
  readonly upstream: string;
  /** Path below which all requests go there. */
  readonly prefix: string;
  /** Which bodies are passed on as they arrive; see `limitBodies`. */
  readonly bodies?: Parameters<typeof limitBodies>[1];
  /** Body of the response to a request whose own body was rejected. */
  readonly rejection: (error: BodyRejected) => object;
  /** Body of the response to a request that a page of another origin has a browser make; undefined where it may. */
  readonly ofOtherPage?: (request: FastifyRequest) => object | undefined;
  /** Body of the response to a request of an address that has too many under way. */
  readonly tooMany: object;
  /** Responds if the service did not. */
  readonly failed: (reply: ProxyReply, error: Error & { readonly statusCode?: number }) => void;
  /** Request headers that the service gets besides the client's. */
  readonly headers: (request: FastifyRequest) => Record<string, string>;
};

/** Proxies the paths of one service. */
async function proxyTo(gateway: FastifyInstance, target: Target): Promise<void> {
  /**
   * A sender that is late loses the connection. One that sends too much keeps it, and the rest is discarded: closed with
   * bytes unread, the connection is reset, and a sender that is not done never reads why. Fastify closes it otherwise.
   */
  const rejectBody = (reply: ProxyReply, error: BodyRejected): void => {
    if (error.statusCode === 408) reply.header('connection', 'close');
    else reply.removeHeader('connection');
    reply.code(error.statusCode).header('cache-control', 'no-store').send(target.rejection(error));
  };
  await gateway.register(async (scope) => {
    limitBodies(scope, target.bodies);
    scope.addHook('onRequest', async (request, reply) => {
      const refusal = target.ofOtherPage?.(request);
      return refusal ? reply.code(403).header('cache-control', 'no-store').send(refusal) : undefined;
    });
    limitUnderWay(scope, UNDER_WAY, target.tooMany);
    scope.setErrorHandler((error, request, reply) => {
      if (error instanceof BodyRejected) rejectBody(reply, error);
      else gateway.errorHandler(error, request, reply);
    });
    await scope.register(proxy, {
      upstream: target.upstream,
      undici: {
        connections: UNDER_WAY,
        connect: { timeout: 2_000 },
        headersTimeout: RESPONSE_TIMEOUT,
        bodyTimeout: RESPONSE_TIMEOUT,
      },
      disableRequestLogging: true,
      prefix: target.prefix,
      rewritePrefix: target.prefix,
      proxyPayloads: false,
      replyOptions: {
        onError: (reply, { error }) => {
          if (error.cause instanceof BodyRejected) rejectBody(reply, error.cause);
          else target.failed(reply, error);
        },
        // A GET with a 503 response would otherwise be retried ten times.
        retryDelay: () => null,
        // What a client expects before it sends, it had of this process; undici would refuse to pass it on.
        rewriteRequestHeaders: (request, { 'x-internal-token': _dropped, expect: _met, ...passed }) => ({
          ...passed,
          ...target.headers(request as FastifyRequest),
        }),
      },
    });
  });
}

/** The backend is down (503) or silent (504). Clients show a message in the user's language. */
function backendFailed(reply: ProxyReply, { statusCode }: { readonly statusCode?: number }): void {
  if (statusCode === 400) {
    reply.code(400).send({ type: 'error', code: 0, error: 'bad_request', message: 'bad request' });
    return;
  }
  const silent = statusCode === 504;
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

/**
 * Calls that change something are made by our own pages, or by programs. A form on another page would log its visitors in to
 * an account of its maker: the cookie by which their browser is known would be another one, and their next log-in that
 * of a new device.
 */
const ofOtherPage = (request: FastifyRequest): object | undefined =>
  ['GET', 'HEAD'].includes(request.method) || !isOfOtherPage(request)
    ? undefined
    : { type: 'error', code: 0, error: 'foreign_origin', message: 'a page of another origin makes no calls' };

/** Proxies `/api` to the backend. */
export const proxyCalls = (gateway: FastifyInstance, backend: string): Promise<void> =>
  proxyTo(gateway, {
    upstream: backend,
    prefix: '/api',
    rejection: ({ code, message }) => ({ type: 'error', code: 0, error: code, message }),
    ofOtherPage,
    tooMany: {
      type: 'error',
      code: 0,
      error: 'rate_limited',
      message: 'too many requests of this address are under way',
    },
    failed: backendFailed,
    headers: (request) => ({
      'x-forwarded-for': request.ip,
      'x-forwarded-host': request.host,
      'x-request-id': requestId(request),
    }),
  });

/** The registry is down: only operators use it, so users are not affected. */
const registryFailed = (reply: ProxyReply): void => {
  reply
    .code(503)
    .header('retry-after', '1')
    .header('cache-control', 'no-store')
    .send(errorBody('registry_unavailable', 'The registry is not available.'));
};

const PUBLISH = '/registry/publish';

/** Proxies `/registry` to the registry. */
export const proxyRegistry = (gateway: FastifyInstance, registry: string): Promise<void> =>
  proxyTo(gateway, {
    upstream: registry,
    prefix: '/registry',
    // The registry asks who sends before it reads.
    bodies: { uploadLimit: ({ url }) => (url.split('?', 1)[0] === PUBLISH ? PUBLICATION_LIMIT : null) },
    rejection: ({ message }) => errorBody('bad_input', message),
    tooMany: errorBody('too_many', 'Too many requests of this address are under way.'),
    failed: registryFailed,
    headers: ({ ip }) => ({ 'x-forwarded-for': ip }),
  });
