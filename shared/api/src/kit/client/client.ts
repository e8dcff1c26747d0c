import ky, { type Options, TimeoutError } from 'ky';
import { learnTime, type Provable, proofFor, prove, type SessionKey } from '../session-key/prove.ts';
import { ApiError } from './api-error.ts';
import { watchBusy } from './busy.ts';
import { codeOf } from './code.ts';
import { type ApiConfig, type CallOptions, type Received, TIMEOUT_MS, type UploadOptions } from './config.ts';
import { judge } from './envelope.ts';
import { formOf } from './form.ts';

type SendOptions = CallOptions & {
  readonly idempotencyKey?: string;
  /** A session begins with the call, bound to a key of its own. */
  readonly opens?: boolean;
};

export type ApiClient = {
  /**
   * Makes a call (`POST /news/list`) and returns what `message` held. Rejects with an `ApiError`, or an `AbortError` by
   * `signal`. Input and output are typed where the call is declared, see `callsOf`.
   */
  send<O>(callId: string, input: object, options?: SendOptions): Promise<O>;
  /** Uploads a picture; returns its location, as inputs take it. */
  upload(file: File | Blob, options?: UploadOptions): Promise<string>;
  /** Fetches a private picture by its location. Rejects like a call. */
  download(location: string, options?: CallOptions): Promise<Blob>;
};

const failureOf = (cause: unknown, aborted: boolean): unknown => {
  if (aborted) return cause;
  if (cause instanceof TimeoutError) return new ApiError('timeout', 'No response in time', { cause });
  return new ApiError('network', 'The server could not be reached', { cause });
};

/** Proofs that one call is sent with at most: the demand may grow while one is made. */
const MAX_PROOFS = 3;

/** Sends a call that needs a proof of work again with one. What solves it is loaded when it is needed. */
async function withProof<O>(input: object, send: (input: object) => Promise<O>, left = MAX_PROOFS): Promise<O> {
  try {
    return await send(input);
  } catch (error) {
    if (left === 0 || !(error instanceof ApiError && error.challenge)) throw error;
    const { solveProof } = await codeOf(import('../proof/solve.ts'));
    const proof = await solveProof(error.challenge);
    if (proof === null) throw error;
    return withProof({ ...input, proof }, send, left - 1);
  }
}

export function createApiClient(config: ApiConfig): ApiClient {
  const busy = watchBusy((waiting) => config.onBusy(waiting));

  /** `opening` is the key of a session that begins: null without one, undefined where none begins. */
  async function exchange(
    options: CallOptions,
    headers: Headers,
    request: Provable,
    receive: () => Promise<Received>,
    opening?: SessionKey | null,
    again = true,
  ): Promise<unknown> {
    const end = options.quiet ? undefined : busy.begin();
    const token = opening === undefined ? config.token() : null;
    if (token !== null) headers.set('authorization', token);
    try {
      const proving = opening ? prove(opening, request) : proofFor(token, request);
      const proof = proving && (await proving);
      if (proof) headers.set('dpop', proof);
      const received = await receive();
      if (received.file) return received.file;
      const verdict = judge(received.status, received.headers, received.body);
      if (verdict.kind === 'success') return verdict.message;
      const { error } = verdict;
      // The device's clock is wrong, or the browser sent the request a second time by itself: nothing took effect.
      if (error.code === 'session_proof_stale' && again) {
        learnTime(Date.parse(received.headers.get('date') ?? ''));
        return await exchange(options, headers, request, receive, opening, false);
      }
      if (verdict.kind === 'session' && config.token() === token) config.onSessionInvalid(error.message);
      if (verdict.kind === 'verification') config.onVerificationRequired(error.message);
      throw error;
    } finally {
      end?.();
    }
  }

  async function receive(url: string, request: Options, signal: AbortSignal | undefined): Promise<Received> {
    const options: Options = { ...request, timeout: TIMEOUT_MS, retry: 0, throwHttpErrors: false };
    if (signal) options.signal = signal;
    if (config.fetch) options.fetch = config.fetch;
    try {
      const pending = ky(url, options);
      // Read by ky's own method, not the response's: only it puts the time-out on the body as well.
      const body = await pending.text();
      const { status, headers } = await pending;
      return { status, headers, body };
    } catch (cause) {
      throw failureOf(cause, signal?.aborted ?? false);
    }
  }

  return {
    async send<O>(callId: string, input: object, options: SendOptions = {}) {
      const [method = '', path = ''] = callId.split(' ');
      const keys = options.opens
        ? await codeOf(import(/* webpackChunkName: "new-key" */ '../session-key/new-key.ts'))
        : null;
      return withProof(input, async (sent) => {
        const opening = keys ? await keys.newSessionKey() : undefined;
        const form = formOf(sent, config.language());
        const request: Options = method === 'GET' || method === 'DELETE' ? { searchParams: form } : { body: form };
        const headers = new Headers();
        const { idempotencyKey } = options;
        if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
        const url = `${config.baseUrl}${path}`;
        const received = () => receive(url, { ...request, method, headers }, options.signal);
        const provable = { method, url, content: String(form), idempotencyKey };
        const output = await exchange(options, headers, provable, received, opening);
        if (opening) await keys?.keepKey(opening, output as { readonly token: string; readonly expires_at: number });
        return output as O;
      });
    },
    async upload(file, options = {}) {
      const headers = new Headers();
      const received = async () =>
        (await codeOf(import(/* webpackChunkName: "files" */ './upload.ts'))).upload(config, file, headers, options);
      const url = `${config.baseUrl}${options.path ?? '/upload'}`;
      const request = { method: 'POST', url, content: `lang=${config.language()}` };
      return (await exchange(options, headers, request, received)) as string;
    },
    async download(location, { signal } = {}) {
      const { download } = await codeOf(import(/* webpackChunkName: "files" */ './download.ts'));
      const headers = new Headers();
      const url = config.baseUrl.replace(/\/api$/, '') + location;
      const received = () => download(config, url, headers, signal);
      return (await exchange({ quiet: true }, headers, { method: 'GET', url }, received)) as Blob;
    },
  };
}
