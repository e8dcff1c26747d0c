import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { arrivalLimits, bodyLimits } from '@tessera/api/kit/capacity';
import { uploadRules } from '@tessera/api/rules';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { type Domain, type DomainFactory, makeDomains, type Surroundings } from '../domain.ts';
import { type CallLimits, createCallLimiter } from '../limits/call-limits.ts';
import type { Ports } from '../ports.ts';
import { builtCalls, registerCalls } from './calls.ts';
import { registerFailures } from './failures.ts';
import { createHealth } from './health.ts';
import { openApiDocument } from './openapi.ts';
import { registerRequestLog } from './request-log.ts';

export const VERSION: string = (
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as { version: string }
).version;

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
  });
  probe.get('/', (_request, reply) => reply.code(204).send());
  const { headers } = await probe.inject('/');
  await probe.close();
  const { date: _date, connection: _connection, ...set } = headers;
  return Object.fromEntries(Object.entries(set).map(([name, value]) => [name, String(value)]));
}

/** The HTTP side: every call of the contract, uploads, documentation. Listening is the caller's. */
export async function createApp(
  surroundings: Surroundings & { readonly log: FastifyBaseLogger },
  factories: readonly DomainFactory[],
  limits: CallLimits,
): Promise<{ app: FastifyInstance; domains: readonly Domain[]; ports: Ports }> {
  const { settings, log, metrics } = surroundings;
  const app = fastify({
    loggerInstance: log,
    // Only gateways, on this machine or at the configured addresses, connect here and may set the client address.
    trustProxy: settings.trustProxy ? ['loopback', ...settings.trustedProxies] : false,
    bodyLimit: bodyLimits.form,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    requestTimeout: arrivalLimits.multipart,
    http: { headersTimeout: arrivalLimits.headers, connectionsCheckingInterval: 5_000 },
  });
  registerRequestLog(app, metrics);
  registerFailures(app);
  // Payloads are forms and nothing else.
  app.removeAllContentTypeParsers();
  await app.register(formbody, { bodyLimit: bodyLimits.form });
  await app.register(multipart, { limits: { fileSize: uploadRules.maxBytes, files: 1, fields: 10, parts: 12 } });
  const headers = await securityHeaders();
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  // What a call returns is of one user and one moment. Routes whose responses may be kept say so.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    done();
  });
  const limiter = createCallLimiter({ ...surroundings, limits });
  app.addHook('onRequest', (request, _reply, done) => {
    limiter.admitRequest(request.ip);
    done();
  });
  const { domains, ports } = makeDomains([...factories, limiter.domain], surroundings);
  await app.register(swagger, {
    mode: 'static',
    specification: { document: openApiDocument(VERSION, builtCalls(domains)) as never },
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: DOCUMENTATION_POLICY });

  await app.register(async (scope) => {
    registerCalls(scope, domains, { ...surroundings, ports }, limiter);
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
  return { app, domains, ports };
}
