import type { Hash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import { arrivalLimits, IPV6_NETWORK_BITS } from '@tessera/api/kit/capacity';
import { type JsonCall, type JsonHandlers, readJsonInput } from '@tessera/api/kit/json';
import type { ReleaseRight } from '@tessera/api/kit/rights';
import {
  errorBody,
  MAX_REPORTS,
  PUBLICATION_LIMIT,
  type RegistryCallId,
  type RegistryContract,
  type RegistryErrorCode,
  registryContract,
  statusOfError,
} from '@tessera/registry-api';
import {
  historyOf,
  isReleaseFault,
  memberOf,
  previewPath,
  previewsOf,
  publishPacked,
  REPORT_LIMIT,
  type ReleaseErrorCode,
  type ReleaseRequest,
  type ReleaseService,
  resultOf,
  statusOf,
  versionsOf,
} from '@tessera/releases';
import fastify, {
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
  type RouteShorthandOptions,
} from 'fastify';
import { authorityOf, MissingRight } from './authority.ts';
import type { HealthMonitor } from './health-monitor.ts';
import { refusalLog } from './refusal-log.ts';
import { hashing, isOfContent, isOfRequest } from './request-proof.ts';
import { type AskStaff, proofOf, StaffAuthError } from './staff.ts';

export type RegistryOptions = {
  readonly service: ReleaseService;
  readonly health: HealthMonitor;
  readonly staff: AskStaff;
  /** Addresses and ranges of gateways, besides this machine, whose `x-forwarded-for` names the client. */
  readonly trustedProxies?: string | undefined;
  /** Signs grants to run remotes from development servers. */
  readonly developerTools?: boolean;
  /** Whether versions may be published through this registry, by those who have the right. */
  readonly publishing?: boolean;
  /** Name of the environment, which rights name; `production` by default. */
  readonly environment?: string | undefined;
  /** Unix ms, by which rights begin and end. */
  readonly now?: () => number;
  readonly logger?: FastifyServerOptions['logger'];
};

/** Messages of store faults. Location and reason are only logged: pages call this service as well. */
const STORE_FAULTS: Partial<Record<ReleaseErrorCode, string>> = {
  store_full: 'The release store is full, so nothing was changed; see the log of the registry.',
  store_refused: 'The release store rejects the registry; see its log.',
  store_unconditional:
    'The release store does not support conditional writes, so nothing is written; see the log of the registry.',
  store_unreachable: 'The release store cannot be reached at the moment; see the log of the registry.',
};

/** No address, and no URL, which may be a secret: a preview's is. */
const LOGGED = { serializers: { req: ({ method }: { readonly method: string }) => ({ method }) } };

const STAFF_ERRORS = { 401: 'staff_session_missing', 429: 'too_many', 503: 'backend_unavailable' } as const;

/** Builds that are checked at a time. */
const CHECKS_AT_ONCE = 2;

const DEFAULT_ENVIRONMENT = 'production';

const OTHER_REQUEST = 'The proof of the session is of another request.';

/** Default addresses of gateways. */
const PRIVATE_RANGES = 'linklocal, uniquelocal';

/** A request that the service itself rejects. */
class Rejection extends Error {
  override name = 'Rejection';
  readonly code: RegistryErrorCode;

  constructor(code: RegistryErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

type Caller = {
  /** Account of the staff member; empty for public calls. */
  readonly who: string;
  readonly rights: readonly ReleaseRight[];
  /** Network of the client: the first 24 bits of an IPv4 address, 48 of an IPv6 address. */
  readonly network: string;
};

/** A caller whose request is about to be done. */
type Doer = Pick<Caller, 'who' | 'network'> & Required<Pick<ReleaseRequest, 'allow'>>;

function handlersOf({
  service,
  health,
  developerTools,
  publishing,
}: RegistryOptions): JsonHandlers<RegistryContract, Doer> {
  /** Members whose builds are being checked. */
  const publishers = new Set<string>();
  return {
    'GET /registry/health': async () => ({ ok: true }),
    'GET /registry/status': () => statusOf(service, health.figures),
    'GET /registry/history': async ({ limit }) => ({ moves: await historyOf(service, limit) }),
    'GET /registry/versions/:name': async ({ name }) => ({ versions: await versionsOf(service, name) }),
    'GET /registry/diff': async ({ from, to }) => ({ from, to, changes: await service.diff(from, to) }),
    'POST /registry/promote': async ({ name, version, together, ...asked }, { who, allow }) =>
      resultOf(
        together
          ? await service.promoteTogether([{ name, version }, ...together], { who, allow, ...asked })
          : await service.promote({ name, version }, { who, allow, ...asked }),
      ),
    'POST /registry/ramp': async ({ name, version, percent, steps, ...asked }, { who, allow }) =>
      resultOf(await service.ramp({ name, version }, percent, { who, allow, ...asked }, steps)),
    'POST /registry/hold': async ({ name, ...asked }, { who, allow }) =>
      resultOf(await service.holdSteps(name, { who, allow, ...asked })),
    'POST /registry/resume': async ({ name, ...asked }, { who, allow }) =>
      resultOf(await service.resumeSteps(name, { who, allow, ...asked })),
    'POST /registry/rollback': async ({ name, to, ...asked }, { who, allow }) =>
      resultOf(await service.rollback(name, { who, allow, ...asked }, to)),
    'POST /registry/revert': async ({ epoch, ...asked }, { who, allow }) =>
      resultOf(await service.revert(epoch, { who, allow, ...asked })),
    async 'POST /registry/publish'(publication, { who }) {
      if (!publishing) throw new Rejection('publishing_off', 'This registry takes no versions (REGISTRY_PUBLISH).');
      // A check takes up to a processor: one at a time of a member and their machines, and of all so many.
      const member = memberOf(who);
      if (publishers.has(member) || publishers.size >= CHECKS_AT_ONCE) {
        throw new Rejection('too_many', 'Another build is being checked: try again in a minute.');
      }
      publishers.add(member);
      try {
        const workDir = await mkdtemp(join(tmpdir(), 'tessera-publication-'));
        try {
          const { files } = await publishPacked(service.store, publication, { workDir, who, at: Date.now() });
          return { files: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) };
        } finally {
          await rm(workDir, { recursive: true, force: true });
        }
      } finally {
        publishers.delete(member);
      }
    },
    async 'POST /registry/preview'({ name, version, minutes, ...asked }, { who, allow }) {
      const opened = await service.preview({ name, version }, minutes, { who, allow, ...asked });
      return { id: opened.id, path: previewPath(opened), expiresAt: opened.expiresAt };
    },
    'GET /registry/previews': async () => ({ previews: await previewsOf(service) }),
    'POST /registry/end-preview': async ({ id, ...asked }, { who, allow }) =>
      resultOf(await service.endPreview(id, { who, allow, ...asked })),
    'POST /registry/tabs': async ({ tabs, ...asked }, { who, allow }) =>
      resultOf(await service.arrangeTabs(tabs, { who, allow, ...asked })),
    async 'POST /registry/override'(override) {
      if (developerTools) return service.grantOverride(override);
      throw new Rejection('overrides_off', 'This platform runs no remote from a development server.');
    },
    'POST /registry/page': async (page) => ({ nonce: health.nonce(page) }),
    async 'POST /registry/telemetry'(sent, { network }) {
      await health.take(sent, network);
      return undefined;
    },
  };
}

/** One who attacks has many addresses of a network: providers give a household up to a /48. */
const networkOf = (ip: string): string => normalizeIP(ip, IPV6_NETWORK_BITS).replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0');

/** Limits of single calls. */
const ROUTE_OPTIONS: Partial<Record<RegistryCallId, RouteShorthandOptions>> = {
  'POST /registry/publish': {
    bodyLimit: PUBLICATION_LIMIT,
    config: { rateLimit: { max: 10, timeWindow: 60_000 } },
  },
  'POST /registry/page': {
    bodyLimit: 4 * 1024,
    config: { rateLimit: { max: REPORT_LIMIT.batchesPerMinute, timeWindow: 60_000 } },
  },
  'POST /registry/telemetry': {
    bodyLimit: MAX_REPORTS * 300,
    config: { rateLimit: { max: REPORT_LIMIT.batchesPerMinute, timeWindow: 60_000 } },
  },
};

/** The account of a request with its rights; a public call has none. */
async function callerOf(request: FastifyRequest, { access }: JsonCall, staff: AskStaff): Promise<Caller> {
  const network = networkOf(request.ip);
  if (access === 'public') return { who: '', network, rights: [] };
  const [, token] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
  if (!token) throw new StaffAuthError(401, 'This needs a staff session: log in.');
  if (!isOfRequest(request)) throw new StaffAuthError(401, OTHER_REQUEST);
  const { account, rights } = await staff(token, request.ip, proofOf(request.headers));
  return { who: account, network, rights };
}

/** The registry over HTTP: operations on releases, and telemetry of pages. Its routes follow from the contract. */
export async function createRegistry(options: RegistryOptions): Promise<FastifyInstance> {
  const { staff, trustedProxies, logger, environment = DEFAULT_ENVIRONMENT, now = Date.now } = options;
  const registry = fastify({
    logger: typeof logger === 'object' ? { ...logger, ...LOGGED } : (logger ?? false),
    // The gateway's: one id in the logs of all parts.
    requestIdHeader: 'x-request-id',
    bodyLimit: 64 * 1024,
    trustProxy: `loopback, ${trustedProxies || PRIVATE_RANGES}`,
    forceCloseConnections: true,
    // Of the longest request, a publication; the gateway reads any other body whole, within less.
    requestTimeout: arrivalLimits.multipart,
    http: { headersTimeout: arrivalLimits.headers, connectionsCheckingInterval: 5_000 },
  });
  await registry.register(rateLimit, { global: false, ipv6Subnet: IPV6_NETWORK_BITS });

  registry.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  const callers = new WeakMap<FastifyRequest, Caller>();
  const hashes = new WeakMap<FastifyRequest, Hash>();
  const logRefusal = refusalLog(registry.log, now);
  const noteRefused = (request: FastifyRequest, code: string, right?: string): void =>
    logRefusal({
      code,
      ...(right === undefined ? {} : { right }),
      call: `${request.method} ${request.routeOptions.url ?? ''}`,
      requestId: request.id,
      account: callers.get(request)?.who || null,
    });
  registry.setNotFoundHandler((_request, reply) => {
    reply.code(404).send(errorBody('not_found', 'There is no such call.'));
  });
  registry.setErrorHandler((error: Error & { readonly statusCode?: number }, request, reply) => {
    if (isReleaseFault(error)) {
      const { code, reasons = [] } = error;
      const fault = STORE_FAULTS[code];
      if (fault) request.log.error(error);
      const body = { error: code, message: fault ?? error.message, ...(reasons.length > 0 ? { reasons } : {}) };
      return reply.code(statusOfError(code)).send(body);
    }
    if (error instanceof StaffAuthError) {
      if (error.status === 401) noteRefused(request, STAFF_ERRORS[error.status]);
      return reply.code(error.status).send(errorBody(STAFF_ERRORS[error.status], error.message));
    }
    if (error instanceof MissingRight) {
      noteRefused(request, 'forbidden', error.right);
      return reply.code(403).send(errorBody('forbidden', error.message));
    }
    if (error instanceof Rejection) {
      return reply.code(statusOfError(error.code)).send(errorBody(error.code, error.message));
    }
    const status = error.statusCode ?? 500;
    if (status >= 500) {
      request.log.error(error);
      return reply.code(status).send(errorBody('fault', 'The registry has an internal error; see its log.'));
    }
    return reply.code(status).send(errorBody(status === 429 ? 'too_many' : 'bad_input', error.message));
  });

  const handlers = handlersOf(options);
  for (const [id, call] of Object.entries(registryContract) as [RegistryCallId, JsonCall][]) {
    const handle = handlers[id] as (input: unknown, caller: Doer) => Promise<unknown>;
    registry.route({
      ...ROUTE_OPTIONS[id],
      method: call.method,
      url: call.path,
      // Before the body is read: only staff may send large ones.
      async preParsing(request, _reply, payload) {
        const caller = await callerOf(request, call, staff);
        callers.set(request, caller);
        authorityOf(caller.rights, environment, now()).requireAny(call);
        const { body, hash } = hashing(payload as Readable);
        hashes.set(request, hash);
        return body;
      },
      async handler(request, reply) {
        const caller = callers.get(request) as Caller;
        if (call.access !== 'public' && !isOfContent(request, hashes.get(request) as Hash)) {
          throw new StaffAuthError(401, OTHER_REQUEST);
        }
        const input = readJsonInput(call, request);
        if (!input.ok) throw new Rejection('bad_input', input.faults);
        const { who, network, rights } = caller;
        const authority = authorityOf(rights, environment, now());
        authority.requireNamed(call, input.value);
        const allow = authority.requireChanges(call, input.value);
        const output = await handle(input.value, { who, network, allow });
        return output === undefined ? reply.code(204).send() : output;
      },
    });
  }
  return registry;
}
