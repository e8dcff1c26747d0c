import type { JsonCall, JsonCallId, JsonCalls, JsonInput, JsonOutput } from './contract.ts';
import { jsonRequest } from './request.ts';

/**
 * Why a call brought no output. `network`: no response. `timeout`: none in time. `status`: a response that is no
 * success; `body` is what it held, parsed, undefined if it was no JSON. `malformed`: a success whose body is not the
 * output of the contract.
 */
export class JsonCallFailure extends Error {
  override readonly name = 'JsonCallFailure';
  readonly kind: 'network' | 'timeout' | 'status' | 'malformed';
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly body: unknown;

  constructor(
    kind: JsonCallFailure['kind'],
    message: string,
    details: { readonly status?: number; readonly body?: unknown; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
    this.kind = kind;
    this.status = details.status ?? 0;
    this.body = details.body;
  }
}

export type JsonClientOptions = {
  readonly origin: string;
  readonly fetch: typeof fetch;
  /** Headers of each request, such as the authorization; `path` is with the query. */
  readonly headers?: (request: {
    readonly method: string;
    readonly path: string;
    readonly body?: string;
  }) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
  /** ms after which a call is given up; without it a call waits for as long as the connection lasts. */
  readonly timeoutMs?: ((call: JsonCall) => number) | undefined;
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Calls a service by its contract; rejects with a `JsonCallFailure`, or with an `AbortError` by the caller's signal. */
export function createJsonClient<C extends JsonCalls>(contract: C, options: JsonClientOptions) {
  const { origin, headers = () => ({}), timeoutMs } = options;

  async function receive(url: string, request: RequestInit, limit: AbortSignal | undefined, signal?: AbortSignal) {
    const signals = [signal, limit].filter((each) => each !== undefined);
    try {
      const response = await options.fetch(url, {
        ...request,
        ...(signals.length > 0 ? { signal: AbortSignal.any(signals) } : {}),
      });
      return { ok: response.ok, status: response.status, text: await response.text() };
    } catch (cause) {
      if (signal?.aborted) throw cause;
      if (limit?.aborted) throw new JsonCallFailure('timeout', `${url} did not respond in time.`, { cause });
      throw new JsonCallFailure('network', `${url} could not be reached.`, { cause });
    }
  }

  return async function send<K extends keyof C & JsonCallId>(
    callId: K,
    input: JsonInput<C, K>,
    signal?: AbortSignal,
  ): Promise<JsonOutput<C, K>> {
    const call = contract[callId] as JsonCall;
    const made = jsonRequest(call, input as object);
    const { method, path, body } = made;
    const request: RequestInit = {
      method,
      cache: 'no-store',
      headers: {
        accept: 'application/json',
        ...(await headers(made)),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
    };
    const limit = timeoutMs && AbortSignal.timeout(timeoutMs(call));
    const { ok, status, text } = await receive(`${origin}${path}`, request, limit, signal);
    const received = parse(text);
    if (!ok) throw new JsonCallFailure('status', `${callId} returned HTTP ${status}.`, { status, body: received });
    const reading = call.output.safeParse(received);
    if (reading.success) return reading.data as JsonOutput<C, K>;
    throw new JsonCallFailure('malformed', `The response to ${callId} does not have the form of the contract.`, {
      status,
      body: received,
      cause: reading.error,
    });
  };
}
