import type { LanguageCode } from '@tessera/bus';
import ky, { type Options, TimeoutError } from 'ky';
import type { Answer, CallKey, IdempotentKey, Payload } from '../contract/index.ts';
import { ApiError } from './api-error.ts';
import { watchBusy } from './busy.ts';
import type { ApiConfig } from './config.ts';
import { judge } from './envelope.ts';
import { formOf } from './form.ts';

/** Request, socket, upload and download alike, in ms. */
export const TIMEOUT_MS = 60_000;

export type CallOptions = {
  readonly signal?: AbortSignal | undefined;
  /** Does not count as waiting: polling and other work behind the screen. */
  readonly quiet?: boolean;
};

/** Money calls cannot be made without a key; one key stands for one action of the user, however often it is sent. */
type OptionsOf<K extends CallKey> = K extends IdempotentKey
  ? [options: CallOptions & { readonly idempotencyKey: string }]
  : [options?: CallOptions & { readonly idempotencyKey?: string }];

export type ApiClient = {
  /** Makes a call and answers what `message` held. Rejects with an `ApiError`, or an `AbortError` by `signal`. */
  api<K extends Exclude<CallKey, 'POST /upload'>>(
    key: K,
    payload: Payload<K>,
    ...options: OptionsOf<K>
  ): Promise<Answer<K>>;
  /** Uploads a picture; answers its location, as payloads take it. */
  upload(file: File | Blob, options?: CallOptions): Promise<string>;
};

/** The upload call tells languages apart by this header, and knows three. */
const uploadLanguages: Partial<Record<LanguageCode, string>> = { zh: 'zh-cn', hk: 'zh-tw' };

const failureOf = (cause: unknown, aborted: boolean): unknown => {
  if (aborted) return cause;
  if (cause instanceof TimeoutError) return new ApiError('timeout', 'No answer in time', { cause });
  return new ApiError('network', 'The server could not be reached', { cause });
};

export function createApiClient(config: ApiConfig): ApiClient {
  const busy = watchBusy((waiting) => config.onBusy(waiting));

  async function exchange(path: string, request: Options, options: CallOptions): Promise<unknown> {
    const end = options.quiet ? undefined : busy.begin();
    const token = config.token();
    const headers = new Headers(request.headers as HeadersInit);
    if (token !== null) headers.set('authorization', token);
    try {
      const received = await receive(`${config.baseUrl}${path}`, { ...request, headers }, options.signal);
      const verdict = judge(received.status, received.headers, received.body);
      if (verdict.kind === 'success') return verdict.message;
      const { error } = verdict;
      if (verdict.kind === 'session' && config.token() === token) config.onSessionInvalid(error.message);
      if (verdict.kind === 'verification') config.onVerificationRequired(error.message);
      throw error;
    } finally {
      end?.();
    }
  }

  async function receive(url: string, request: Options, signal: AbortSignal | undefined) {
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
    async api(key, payload, ...[options = {}]) {
      const [method = '', path = ''] = key.split(' ');
      const form = formOf(payload, config.language());
      const request: Options = method === 'GET' || method === 'DELETE' ? { searchParams: form } : { body: form };
      request.method = method;
      if (options.idempotencyKey !== undefined) request.headers = { 'idempotency-key': options.idempotencyKey };
      return (await exchange(path, request, options)) as Answer<typeof key>;
    },
    async upload(file, options = {}) {
      const body = new FormData();
      body.append('file', file);
      const language = config.language();
      const request: Options = {
        method: 'POST',
        body,
        headers: { 'accept-language': uploadLanguages[language] ?? 'en' },
        searchParams: { lang: language },
      };
      return (await exchange('/upload', request, options)) as string;
    },
  };
}
