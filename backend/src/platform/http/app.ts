import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { arrivalLimits, bodyLimits } from '@tessera/api/kit/capacity';
import { uploadRules } from '@tessera/api/rules';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import { type Domain, type DomainFactory, makeDomains, type Surroundings } from '../domain.ts';
import { type CallLimits, createCallLimiter } from '../limits/call-limits.ts';
import { routesInTurn } from '../limits/routes-in-turn.ts';
import type { Ports } from '../ports.ts';
import { builtCalls, registerCalls } from './calls.ts';
import { registerFailures } from './failures.ts';
import { parseForm } from './form-body.ts';
import { createHealth } from './health.ts';
import { openApiDocument } from './openapi.ts';
import { registerRequestLog, requestLog } from './request-log.ts';
import { sharedAnswers } from './shared-answers.ts';

export const VERSION: string = (
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as { version: string }
).version;

/** ms that a connection without requests stays open: longer than proxies keep theirs. */
const IDLE_AT_MOST = 72_000;

/** Policy of a response that is opened as a document: it is data. */
const DATA_POLICY = { defaultSrc: ["'none'"], frameAncestors: ["'none'"], sandbox: [] } as const;
/** Policy of the documentation page; its components set their styles inline. */
const DOCUMENTATION_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Headers that `helmet` sets; of every response the same, so that it is asked once. */
async function securityHeaders(): Promise<Record<string, string>> {
  const probe = fastify();
  await probe.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: DATA_POLICY },
    xFrameOptions: { action: 'deny' },
    // The gateway handles transport security; on plain http these headers would lock users out.
    strictTransportSecurity: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    // For browsers and plug-ins that are gone, or for documents with scripts: they cost a call more than its limits do.
    dnsPrefetchControl: false,
    originAgentCluster: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  probe.get('/', (_request, reply) => reply.code(204).send());
  const { headers } = await probe.inject('/');
  await probe.close();
  const { date: _date, connection: _connection, ...set } = headers;
  return Object.fromEntries(Object.entries(set).map(([name, value]) => [name, String(value)]));
}

/** The HTTP side: every call of the contract, uploads, documentation. Listening is the caller's. */
export async function createApp(
  surroundings: Surroundings & { readonly log: Logger },
  factories: readonly DomainFactory[],
  limits: CallLimits,
): Promise<{ app: FastifyInstance; domains: readonly Domain[]; ports: Ports }> {
  const { settings, log, metrics } = surroundings;
  // What a call returns is of one user and one moment. Routes whose responses may be kept say so.
  const headers = { ...(await securityHeaders()), 'cache-control': 'no-store' };
  const note = requestLog(log, metrics, surroundings.now);
  const limiter = createCallLimiter({ ...surroundings, limits });
  // Only gateways, on this machine or at the configured addresses, connect here and may set the client address.
  const trustProxy = settings.trustProxy ? ['loopback', ...settings.trustedProxies] : false;
  const shared = sharedAnswers({ headers, limiter, note, trustProxy });
  const loggerInstance: FastifyBaseLogger = log;
  const app = fastify({
    loggerInstance,
    // A logger for each request costs more than most calls; what is logged names the request.
    childLoggerFactory: (logger) => logger,
    trustProxy,
    bodyLimit: bodyLimits.form,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    serverFactory(handle) {
      const server = createServer(
        {
          headersTimeout: arrivalLimits.headers,
          requestTimeout: arrivalLimits.multipart,
          connectionsCheckingInterval: 5_000,
        },
        (request, response) => {
          if (!shared.send(request, response)) handle(request, response);
        },
      );
      server.keepAliveTimeout = IDLE_AT_MOST;
      return server;
    },
  });
  registerRequestLog(app, note);
  registerFailures(app);
  // Payloads are forms only.
  app.removeAllContentTypeParsers();
  await app.register(formbody, { bodyLimit: bodyLimits.form, parser: parseForm });
  await app.register(multipart, { limits: { fileSize: uploadRules.maxBytes, files: 1, fields: 10, parts: 12 } });
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  app.addHook('onRequest', (request, _reply, done) => {
    limiter.admitRequest(request.ip);
    done();
  });
  const { domains, dependencies } = makeDomains([...factories, limiter.domain], surroundings);
  await app.register(swagger, {
    mode: 'static',
    specification: { document: openApiDocument(VERSION, builtCalls(domains)) as never },
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: DOCUMENTATION_POLICY });

  await app.register(async (scope) => {
    registerCalls(scope, domains, dependencies, limiter, shared);
  });
  await app.register(async (scope) => {
    routesInTurn(scope, limiter);
    for (const { routes } of domains) routes?.(scope, limiter);
  });
  const health = createHealth(surroundings);
  app.get('/api/health', async (_request, reply) => {
    const found = await health();
    if (found.status !== 'ok') reply.code(503).header('retry-after', '5');
    return { ...found, version: VERSION };
  });
  // Whether prices and balances can be read: a node that cannot write still serves them.
  app.get('/api/ready', async () => {
    await surroundings.database.query('select 1');
    return { status: 'ok' };
  });
  // Outside /api, so no gateway passes it on; and requests that came through one are rejected.
  app.get('/metrics', async (request, reply) => {
    if (request.headers['x-forwarded-for'] !== undefined) return reply.callNotFound();
    const { contentType, text } = await metrics.page();
    return reply.type(contentType).header('cache-control', 'no-store').send(text);
  });
  return { app, domains, ports: dependencies.ports };
}
