import { type ApiConfig, ApiError } from '@tessera/api';
import { configureApi, intentions } from '@tessera/api/host';

/*
 * The exchange replaced at `fetch`, and at what uploads: what a screen sends is what the real client sends, and what it gets is read as the
 * real client reads it.
 */

export type ExchangeRequest = {
  /** `POST /wallet/change` */
  readonly callId: string;
  readonly form: URLSearchParams;
  readonly idempotencyKey: string | null;
  /** Of an upload: shows the page how much was sent, from 0 to 1. */
  readonly progress: (ratio: number) => void;
};

class Rejection {
  readonly error: string;
  readonly message: string;
  readonly field: string | undefined;
  constructor(error: string, message: string, field?: string) {
    this.error = error;
    this.message = message;
    this.field = field;
  }
}

class SessionEnd {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

class Silence {}

/** The exchange rejects with an error code and the text that it sends along. */
export const reject = (error: string, message: string, field?: string): Rejection =>
  new Rejection(error, message, field);

/** The session is no longer valid on the exchange: code 999. */
export const endSession = (message: string): SessionEnd => new SessionEnd(message);

/** No response arrives: the connection is lost after the request was sent. */
export const silence = (): Silence => new Silence();

/** An output, or a promise of one, or `reject(…)`, or `silence()`. */
type Outcome = unknown;
/** A fixed output, or what the exchange does with each request. */
export type ExchangeHandler = Outcome | ((request: ExchangeRequest) => Outcome);
export type ExchangeHandlers = Readonly<Record<string, ExchangeHandler>>;

export type FakeExchange = {
  /** What was sent, in order. */
  readonly requests: readonly ExchangeRequest[];
  /** Requests of one call, in order. */
  of(callId: string): readonly ExchangeRequest[];
  /** The fields of a request of one call, the last one unless a place is given; empty where there was none. */
  sent(callId: string, place?: number): Readonly<Record<string, string>>;
  /** Replaces handlers from the next request on. */
  change(handlers: ExchangeHandlers): void;
};

function envelope(outcome: unknown) {
  if (outcome instanceof SessionEnd) {
    return { type: '999', code: 999, error: 'session_invalid', message: outcome.message };
  }
  return outcome instanceof Rejection
    ? { type: 'error', code: 0, error: outcome.error, message: outcome.message, field: outcome.field }
    : { type: 'ok', code: 1, message: outcome };
}

async function readRequest(request: Request): Promise<ExchangeRequest> {
  const { pathname, searchParams } = new URL(request.url);
  const inQuery = request.method === 'GET' || request.method === 'DELETE';
  return {
    callId: `${request.method} ${pathname.replace('/api', '')}`,
    form: inQuery ? searchParams : new URLSearchParams(await request.text()),
    idempotencyKey: request.headers.get('idempotency-key'),
    progress: () => undefined,
  };
}

/**
 * Every call goes to its handler; one without a handler rejects by name, so that the test fails there. Domains'
 * `fixtures.ts` are made to be handlers: `fakeExchange({ ...walletFixtures, 'POST /wallet/change': silence() })`.
 */
export function fakeExchange(initial: ExchangeHandlers, config: Partial<ApiConfig> = {}): FakeExchange {
  let handlers = initial;
  const requests: ExchangeRequest[] = [];
  intentions.clear();
  const respond = async (request: ExchangeRequest): Promise<string> => {
    requests.push(request);
    if (!Object.hasOwn(handlers, request.callId)) throw new Error(`unexpected call ${request.callId}`);
    const handler = handlers[request.callId];
    const outcome: unknown = await (typeof handler === 'function' ? handler(request) : handler);
    if (outcome instanceof Silence) throw new ApiError('network', 'the connection was lost');
    return JSON.stringify(envelope(outcome));
  };
  configureApi({
    baseUrl: 'http://exchange.test/api',
    token: () => 'token',
    language: () => 'en',
    onSessionInvalid: () => undefined,
    onVerificationRequired: () => undefined,
    onBusy: () => undefined,
    fetch: async (input, init) => new Response(await respond(await readRequest(new Request(input, init)))),
    // The file of an upload is no form field.
    transmit: async (url, { onProgress: progress }) => {
      const { pathname, searchParams: form } = new URL(url);
      const callId = `POST ${pathname.replace('/api', '')}`;
      const body = await respond({ callId, form, idempotencyKey: null, progress });
      return { status: 200, headers: new Headers(), body };
    },
    ...config,
  });
  const of = (callId: string) => requests.filter((request) => request.callId === callId);
  return {
    requests,
    of,
    sent: (callId, place = -1) => Object.fromEntries(of(callId).at(place)?.form ?? []),
    change(changed) {
      handlers = { ...handlers, ...changed };
    },
  };
}

/** A page of a list, as the exchange returns it. */
export const pageOf = <Row>(list: readonly Row[], total = list.length) => ({ list, page: 1, limit: 20, total });

/**
 * Executes a call as the exchange does: an idempotency key belongs to one input, and with another it is rejected.
 * The responses to the first `losing` requests are lost.
 */
export function idempotently(
  outcome: (request: ExchangeRequest) => Outcome,
  { losing = 0 }: { readonly losing?: number } = {},
): (request: ExchangeRequest) => Outcome {
  const inputs = new Map<string | null, string>();
  let received = 0;
  return (request) => {
    const input = request.form.toString();
    received += 1;
    if ((inputs.get(request.idempotencyKey) ?? input) !== input) {
      return reject('idempotency_conflict', 'This key was used for another input');
    }
    inputs.set(request.idempotencyKey, input);
    return received <= losing ? silence() : outcome(request);
  };
}
