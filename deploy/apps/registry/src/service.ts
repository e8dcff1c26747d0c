import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import {
  historyOf,
  MAX_REPORTS,
  REPORT_LIMIT,
  ReleaseError,
  type ReleaseErrorCode,
  type ReleaseEvent,
  type ReleaseService,
  statusOf,
  telemetryBatchSchema,
  versionsOf,
} from '@tessera/releases';
import fastify, { type FastifyInstance, type FastifyRequest, type FastifyServerOptions } from 'fastify';
import { z } from 'zod';
import type { HealthMonitor } from './health-monitor.ts';
import { type AskStaff, type StaffMember, StaffRefusal } from './staff.ts';

export type RegistryOptions = {
  readonly service: ReleaseService;
  readonly health: HealthMonitor;
  readonly staff: AskStaff;
  /** Addresses and ranges of gateways, besides this machine, whose `x-forwarded-for` names the client. */
  readonly trustedProxies?: string | undefined;
  readonly logger?: FastifyServerOptions['logger'];
};

/** Status codes of refusals; everything not named is a rule that does not allow it, 422. */
const STATUS: Partial<Record<ReleaseErrorCode, number>> = {
  version_unknown: 404,
  remote_unknown: 404,
  epoch_unknown: 404,
  epoch_taken: 409,
  already_live: 409,
  store_damaged: 500,
  store_refused: 500,
  store_unconditional: 500,
  store_unreachable: 503,
};

/** What keeps the store from being used. Where it lies and what it said stands in the log: pages report here as well. */
const STORE_FAULTS: Partial<Record<ReleaseErrorCode, string>> = {
  store_refused: 'The release store refuses the registry, whose log says why.',
  store_unconditional: 'The release store cannot keep two operators apart, so nothing is written; the log says more.',
  store_unreachable: 'The release store cannot be reached at the moment; the log of the registry says why.',
};

const STAFF_ERRORS = { 401: 'staff_session_missing', 429: 'too_many', 503: 'backend_unavailable' } as const;

/** Where gateways are unless it is said otherwise. */
const PRIVATE_RANGES = 'linklocal, uniquelocal';

class BadInput extends Error {
  override name = 'BadInput';
}

class Forbidden extends Error {
  override name = 'Forbidden';
}

/** What was sent, if it is what it has to be; otherwise every fault by name. */
function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const faults = result.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`);
  throw new BadInput(faults.join('; '));
}

const number = z.coerce.number().int();
const act = { why: z.string().max(500), expectedEpoch: z.int().optional(), force: z.boolean().optional() };
const name = z.string().max(80);
const reference = { name, version: name };

const promoteBody = z.strictObject({ ...reference, ...act });
const rampBody = z.strictObject({ ...reference, percent: z.number(), ...act });
const rollbackBody = z.strictObject({ name: name.optional(), ...act });
const revertBody = z.strictObject({ epoch: z.int(), ...act });
const previewBody = z.strictObject({ ...reference, minutes: z.number() });

const resultOf = ({ state, changes }: ReleaseEvent) => ({ epoch: state.epoch, changes });

/** The registry over HTTP: what operations do from afar, and what pages report. */
export async function createRegistry({
  service,
  health,
  staff,
  trustedProxies,
  logger,
}: RegistryOptions): Promise<FastifyInstance> {
  const registry = fastify({
    logger: logger ?? false,
    bodyLimit: 64 * 1024,
    trustProxy: `loopback, ${trustedProxies || PRIVATE_RANGES}`,
    forceCloseConnections: true,
  });
  await registry.register(rateLimit, { global: false });

  registry.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  registry.setNotFoundHandler((_request, reply) => {
    reply.code(404).send({ error: 'not_found', message: 'There is no such call.' });
  });
  registry.setErrorHandler((error: Error & { readonly statusCode?: number }, request, reply) => {
    if (error instanceof ReleaseError) {
      const { code, reasons } = error;
      const fault = STORE_FAULTS[code];
      if (fault) request.log.error(error);
      const message = fault ?? error.message;
      return reply.code(STATUS[code] ?? 422).send({ error: code, message, ...(reasons.length > 0 ? { reasons } : {}) });
    }
    if (error instanceof StaffRefusal) {
      return reply.code(error.status).send({ error: STAFF_ERRORS[error.status], message: error.message });
    }
    if (error instanceof Forbidden) return reply.code(403).send({ error: 'forbidden', message: error.message });
    if (error instanceof BadInput) return reply.code(400).send({ error: 'bad_input', message: error.message });
    const status = error.statusCode ?? 500;
    if (status >= 500) request.log.error(error);
    const message = status >= 500 ? 'The registry has a fault; its log says which.' : error.message;
    return reply
      .code(status)
      .send({ error: status === 429 ? 'too_many' : status >= 500 ? 'fault' : 'bad_input', message });
  });

  const member = (request: FastifyRequest): Promise<StaffMember> => {
    const [, token] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
    if (!token) throw new StaffRefusal(401, 'This needs a staff session: log in.');
    return staff(token, request.ip);
  };
  const reader = (request: FastifyRequest) => member(request);
  const releaser = async (request: FastifyRequest): Promise<string> => {
    const { account, mayRelease } = await member(request);
    if (mayRelease) return account;
    throw new Forbidden('Your role may read releases but not change them: operators and admins may.');
  };

  registry.get('/registry/health', async () => ({ ok: true }));

  registry.get('/registry/status', async (request) => {
    await reader(request);
    return statusOf(service, health.figures);
  });
  registry.get('/registry/history', async (request) => {
    await reader(request);
    const { limit } = read(z.object({ limit: number.min(1).max(1_000).default(50) }), request.query);
    return { moves: await historyOf(service, limit) };
  });
  registry.get<{ Params: { name: string } }>('/registry/versions/:name', async (request) => {
    await reader(request);
    return { versions: await versionsOf(service, request.params.name) };
  });
  registry.get('/registry/diff', async (request) => {
    await reader(request);
    const { from, to } = read(z.object({ from: number.min(1), to: number.min(1) }), request.query);
    return { from, to, changes: await service.diff(from, to) };
  });

  registry.post('/registry/promote', async (request) => {
    const who = await releaser(request);
    const { name: remote, version, ...asked } = read(promoteBody, request.body);
    return resultOf(await service.promote({ name: remote, version }, { who, ...asked }));
  });
  registry.post('/registry/ramp', async (request) => {
    const who = await releaser(request);
    const { name: remote, version, percent, ...asked } = read(rampBody, request.body);
    return resultOf(await service.ramp({ name: remote, version }, percent, { who, ...asked }));
  });
  registry.post('/registry/rollback', async (request) => {
    const who = await releaser(request);
    const { name: remote, ...asked } = read(rollbackBody, request.body);
    return resultOf(await service.rollback(remote, { who, ...asked }));
  });
  registry.post('/registry/revert', async (request) => {
    const who = await releaser(request);
    const { epoch, ...asked } = read(revertBody, request.body);
    return resultOf(await service.revert(epoch, { who, ...asked }));
  });
  registry.post('/registry/preview', async (request) => {
    await releaser(request);
    const { minutes, ...lent } = read(previewBody, request.body);
    const { id, expiresAt } = await service.preview(lent, minutes);
    return { id, path: `/h5/?preview=${id}`, expiresAt };
  });

  registry.post(
    '/registry/telemetry',
    {
      bodyLimit: MAX_REPORTS * 300,
      config: { rateLimit: { max: REPORT_LIMIT.batchesPerMinute, timeWindow: 60_000 } },
    },
    async (request, reply) => {
      await health.take(read(telemetryBatchSchema, request.body), normalizeIP(request.ip));
      return reply.code(204).send();
    },
  );
  return registry;
}
