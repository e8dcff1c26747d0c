import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { uploadRules } from '@tessera/api/rules';
import fastify, { type FastifyInstance } from 'fastify';
import type { Dependencies, Domain } from '../domain.ts';
import { registerCalls } from './calls.ts';
import { registerFailures } from './failures.ts';
import { openApiDocument } from './openapi.ts';

const VERSION = (
  JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as { version: string }
).version;

/** Bytes of a form; the longest text field has 2,000 characters. */
const BODY_LIMIT = 64 * 1024;

export type AppOptions = {
  /** Calls per minute from one address. */
  readonly callsPerMinute: number;
};

/** The HTTP side: every call of the contract, uploads, documentation. Listening is the caller's. */
export async function createApp(
  dependencies: Omit<Dependencies, 'log'>,
  domainsOf: (dependencies: Dependencies) => readonly Domain[],
  { callsPerMinute }: AppOptions,
): Promise<{ app: FastifyInstance; domains: readonly Domain[] }> {
  const { settings } = dependencies;
  const app = fastify({
    logger: { level: settings.logLevel, redact: ['req.headers.authorization'] },
    // Only the gateway, on this machine, speaks to us and may say whom it speaks for.
    trustProxy: settings.trustProxy ? 'loopback' : false,
    bodyLimit: BODY_LIMIT,
    disableRequestLogging: true,
    forceCloseConnections: true,
  });
  registerFailures(app);
  // Payloads are forms and nothing else.
  app.removeAllContentTypeParsers();
  await app.register(formbody, { bodyLimit: BODY_LIMIT });
  await app.register(multipart, { limits: { fileSize: uploadRules.maxBytes, files: 1, fields: 10, parts: 12 } });
  await app.register(helmet, {
    contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
    // The gateway speaks for the transport; over plain http these would lock people out.
    strictTransportSecurity: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
  });
  await app.register(rateLimit, { max: callsPerMinute, timeWindow: 60_000 });
  await app.register(swagger, { mode: 'static', specification: { document: openApiDocument(VERSION) as never } });
  await app.register(swaggerUi, { routePrefix: '/api/docs' });

  const all: Dependencies = { ...dependencies, log: app.log };
  const domains = domainsOf(all);
  await app.register(async (scope) => {
    registerCalls(
      scope,
      domains.flatMap(({ calls }) => calls ?? []),
      all,
    );
    for (const { routes } of domains) routes?.(scope);
  });
  app.get('/api/health', async () => {
    await dependencies.database.query('select 1');
    return { status: 'ok', version: VERSION };
  });
  return { app, domains };
}
