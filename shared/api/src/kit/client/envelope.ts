import type { ErrorCode } from '../errors/codes.ts';
import type { ProofChallenge } from '../proof/proof.ts';
import { ApiError } from './api-error.ts';

export type Verdict =
  | { readonly kind: 'success'; readonly message: unknown }
  | { readonly kind: 'failure' | 'session' | 'verification'; readonly error: ApiError };

type Outer = {
  readonly type?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
  readonly error?: unknown;
  readonly field?: unknown;
  readonly challenge?: unknown;
};

const parse = (text: string): Outer | null => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const fallback: Readonly<Record<number, ErrorCode>> = { 404: 'not_found', 429: 'rate_limited' };

/** `Retry-After` in seconds; the date form is not used by our server. */
const retryAfterMs = (headers: Headers): number | undefined => {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
};

/**
 * Checks status and outer envelope of a response only; callers validate `message`. What has no envelope comes from the way:
 * a network that asks to log in, a firewall. Of that only the status 429 counts, which asks to wait.
 */
export function judge(status: number, headers: Headers, body: string): Verdict {
  const parsed = parse(body);
  const outer = typeof parsed?.type === 'string' || typeof parsed?.code === 'number' ? parsed : null;
  const message = text(outer?.message);
  if (status !== 200) {
    const code = ((outer || status === 429) && fallback[status]) || 'server';
    const details = { status, fromServer: message !== '', retryAfterMs: retryAfterMs(headers) };
    return { kind: 'failure', error: new ApiError(code, message || `The server returned HTTP ${status}`, details) };
  }
  if (!outer) return { kind: 'failure', error: new ApiError('server', 'The response is not an envelope', { status }) };
  const { type, code } = outer;
  if (type === 'ok' || code === 1) return { kind: 'success', message: outer.message };

  const error = (fallbackCode: ErrorCode): ApiError =>
    new ApiError(typeof outer.error === 'string' ? (outer.error as ErrorCode) : fallbackCode, message, {
      status,
      fromServer: message !== '',
      field: typeof outer.field === 'string' ? outer.field : undefined,
      challenge: outer.challenge as ProofChallenge | undefined,
    });
  // It logs the user out: nothing that only looks like it may.
  if (type === '999' && code === 999) return { kind: 'session', error: error('session_invalid') };
  if (type === '998' || code === 998) return { kind: 'verification', error: error('verification_required') };
  return { kind: 'failure', error: error('invalid_request') };
}
