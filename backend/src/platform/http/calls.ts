import { contract } from '@tessera/api/contract';
import { type Call, choosesPayee, readInput } from '@tessera/api/kit';
import { type LanguageCode, languageCodes } from '@tessera/api/rules';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AnyHandler, Dependencies, Domain } from '../domain.ts';
import { databaseFor, InsufficientBalance } from '../ledger/index.ts';
import type { CallLimiter, CountedCaller } from '../limits/call-limits.ts';
import { actOfUser } from '../market/venue-lead.ts';
import { requireOpenSession } from '../session/open-session.ts';
import { bearerToken, type SignedIn, type StaffMember } from '../session/read-session.ts';
import { staffOf, userOf } from '../session/session-of.ts';
import { proposeChange, runsAlone } from '../staff-changes/propose.ts';
import { runWay } from '../ways/run-way.ts';
import { readBrowser, readDevice, setDevice } from './browser-cookies.ts';
import { DomainError } from './domain-error.ts';
import { EncodedOutput } from './encoded.ts';
import { keyUseOf, knownOutput, readIdempotencyKey, withIdempotency } from './idempotency.ts';
import type { SharedAnswers } from './shared-answers.ts';
import { requireOthersAccount, requireStaffCall, requireStaffConfirmation } from './staff-policy.ts';

const isLanguage = (value: unknown): value is LanguageCode => languageCodes.some((code) => code === value);

/** `lang` of query or form; English where it is absent or unknown. */
export function languageOf(request: FastifyRequest): LanguageCode {
  for (const place of [request.query, request.body]) {
    const lang: unknown = typeof place === 'object' && place !== null ? Reflect.get(place, 'lang') : undefined;
    if (isLanguage(lang)) return lang;
  }
  return 'en';
}

type Caller = { readonly user?: SignedIn | null; readonly staff?: StaffMember | null };

/**
 * Who calls, as far as the session is valid. Where a session begins there is none yet; a public call without the proof of
 * the session's key is a guest's.
 */
async function callerOf(call: Call, request: FastifyRequest, dependencies: Dependencies): Promise<Caller> {
  if (call.opens) return {};
  if (call.access === 'staff') return { staff: await staffOf(dependencies, request) };
  if (call.access !== 'public' || request.headers.dpop !== undefined) {
    return { user: await userOf(dependencies, request) };
  }
  const user = await dependencies.sessions.read(bearerToken(request));
  return { user: user?.key === null ? user : null };
}

function requireAccess(call: Call, { user, staff }: Caller): void {
  const { access } = call;
  if (access === 'public') return;
  if (!(access === 'staff' ? staff : user)) throw new DomainError('session_invalid');
  if (staff) requireStaffCall(call, staff);
  if (access === 'verified' && user?.level === 0) throw new DomainError('verification_required');
}

/**
 * Ways out and other calls that name who gains, and all that the payment password guards: it is typed into the page, and who
 * reads tokens there reads it too.
 */
const needsBoundSession = (call: Call): boolean => choosesPayee(call) || 'key' in call.input.shape;

/** A session without a key may be in other hands: it takes no money out. */
function requireBound(call: Call, { user }: Caller): void {
  if (user?.key === null && needsBoundSession(call)) throw new DomainError('session_unbound');
}

/** The caller as the request log names it. */
function nameOf({ user, staff }: Caller): string | null {
  if (staff) return `staff:${staff.id}`;
  return user ? `user:${user.id}` : null;
}

const idOf = (caller: { user?: SignedIn | null }): string => {
  if (!caller.user) throw new Error('only signed-in users make calls with an idempotency key');
  return caller.user.id;
};

type Asked = {
  readonly call: Call;
  readonly callId: string;
  readonly handler: AnyHandler;
  readonly caller: Caller;
  readonly counted: CountedCaller;
};

async function respond(
  call: Call,
  callId: string,
  handler: AnyHandler,
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: Dependencies,
  limiter: CallLimiter,
) {
  const caller = await callerOf(call, request, dependencies).catch((error) => {
    // A request that does not prove its session counts as a guest's, not for the account whose token it has.
    limiter.admitCall(call, { address: request.ip });
    throw error;
  });
  request.caller = nameOf(caller);
  const counted = { ...caller, address: request.ip };
  const asked = { call, callId, handler, caller, counted };
  limiter.admitCall(call, counted);
  requireAccess(call, caller);
  requireBound(call, caller);
  const run = async () => {
    // All that moves money, or reaches the market, acts on what the caller could not know yet.
    if (call.followsVenues && caller.user) await dependencies.followed();
    const reading = readInput(call, call.method === 'GET' || call.method === 'DELETE' ? request.query : request.body);
    if (!reading.ok) throw new DomainError(reading.problem.code, reading.problem);
    return limiter.inTurn(call, counted, () => handle(asked, reading.value, request, reply, dependencies, limiter));
  };
  return caller.staff ? run() : actOfUser(callId, run);
}

/** A call in the turn of its caller. */
async function handle(
  { call, callId, handler, caller, counted }: Asked,
  input: object,
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: Dependencies,
  limiter: CallLimiter,
) {
  await limiter.admitGroup(call, counted);
  const context = {
    ...caller,
    ...(caller.staff && {
      by: { staffId: caller.staff.id, at: dependencies.now() },
      committed: (show: () => Promise<unknown>) => show(),
    }),
    language: languageOf(request),
    address: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    device: readDevice(request),
    browser: readBrowser(request),
    key: call.opens ? await dependencies.requestProofs.keyOf(request, null) : null,
    setDevice: (token: string) => setDevice(request, reply, token),
  };
  const { database, now } = dependencies;
  if (caller.staff) {
    await requireStaffConfirmation(database, call, caller.staff, input, now());
    if (call.method !== 'GET') {
      await requireOthersAccount(database, dependencies.ports, { callId, input }, caller.staff.id);
    }
  }
  if (!call.idempotent) {
    if (typeof handler !== 'function') throw new Error(`${callId} has no idempotency key`);
    await dependencies.ports.requireRunning(callId);
    await checkPayPassword(callId, caller, input, dependencies);
    const staged = { call, callId, input };
    if (caller.staff && call.staff?.members === 2 && !(await runsAlone(dependencies, staged))) {
      const by = { staffId: caller.staff.id, at: now() };
      return { proposed: await proposeChange(dependencies, staged, by) };
    }
    const { user } = caller;
    if (!user) return handler({ ...context, database }, input);
    const own = databaseFor(database, { userId: user.id, callId });
    return handler({ ...context, database: own }, input);
  }
  const key = readIdempotencyKey(request.headers['idempotency-key']);
  const use = keyUseOf({ userId: idOf(caller), key, callId, input });
  try {
    await dependencies.ports.requireRunning(callId);
  } catch (error) {
    // A request that went through before the service was paused has its output.
    const known = await knownOutput(database, use);
    if (known) return known.output;
    throw error;
  }
  if ('key' in input) {
    // Before the payment password: one that is locked by now must not hide what the first request did.
    const known = await knownOutput(database, use);
    if (known) return known.output;
    await checkPayPassword(callId, caller, input, dependencies);
  }
  if (typeof handler !== 'function') return handler.keyed({ ...context, use }, input);
  if (call.value?.to === 'way' && caller.user) {
    const asked = { callId, user: caller.user, use, input };
    return runWay(dependencies, asked, (tx) => handler({ ...context, tx }, input));
  }
  return database.transaction(async (tx) => {
    // The payment password may have waited for others: the session may have ended since.
    if (caller.user && needsBoundSession(call)) await requireOpenSession(tx, caller.user);
    return withIdempotency(tx, use, now(), () => handler({ ...context, tx }, input));
  });
}

/** A call with a payment password, `key` on the wire, is handled only where it is right: no handler checks it. */
async function checkPayPassword(
  callId: string,
  caller: { user?: SignedIn | null },
  input: object,
  { ports, now }: Dependencies,
): Promise<void> {
  const given: unknown = Reflect.get(input, 'key');
  if (!caller.user || typeof given !== 'string') return;
  const payPassword = ports.payPassword();
  if (callId !== payPassword.setBy) await payPassword.require(caller.user, given, now());
}

/** Every handler by call id; throws where two domains handle the same call. */
export function handlersOf(domains: readonly Pick<Domain, 'calls'>[]): ReadonlyMap<string, AnyHandler> {
  const handlers = new Map<string, AnyHandler>();
  for (const [callId, handler] of domains.flatMap(({ calls = {} }) => Object.entries(calls))) {
    if (handlers.has(callId)) throw new Error(`two domains handle ${callId}`);
    handlers.set(callId, handler);
  }
  return handlers;
}

/** Ids of the calls that are built: they have a handler, or a domain's own route serves them. */
export const builtCalls = (domains: readonly Pick<Domain, 'calls' | 'serves'>[]): ReadonlySet<string> =>
  new Set([...handlersOf(domains).keys(), ...domains.flatMap(({ serves = [] }) => serves)]);

/** Registers every call of the contract; one without a handler returns `function_under_development`. */
export function registerCalls(
  app: FastifyInstance,
  domains: readonly Domain[],
  dependencies: Dependencies,
  limiter: CallLimiter,
  shared: Pick<SharedAnswers, 'keep'>,
): void {
  const handlers = handlersOf(domains);
  const served = new Set(domains.flatMap(({ serves = [] }) => serves));
  app.addHook('onClose', async () => dependencies.sessions.close());
  for (const [callId, call] of Object.entries<Call>(contract)) {
    if (served.has(callId)) continue;
    const handler = handlers.get(callId);
    app.route({
      method: call.method,
      url: `/api${call.path}`,
      handler: async (request, reply) => {
        if (!handler) throw new DomainError('function_under_development');
        try {
          const message = await respond(call, callId, handler, request, reply, dependencies, limiter);
          if (message instanceof EncodedOutput) {
            shared.keep(request.raw.url ?? '', callId, call, message);
            return message.send(request, reply);
          }
          return { type: 'ok', code: 1, message };
        } catch (error) {
          throw error instanceof InsufficientBalance
            ? new DomainError('insufficient_balance', { cause: error })
            : error;
        }
      },
    });
  }
}
