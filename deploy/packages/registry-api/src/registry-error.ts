import type { JsonCallFailure } from '@tessera/api/kit/json';
import { errorBodySchema, type Reason, type RegistryErrorCode } from './errors.ts';

/**
 * What the caller can do about a call that failed. `offline`, `timeout`: no response came. `down`: the registry or the
 * way to it is out of order. `fault`: the registry reports a fault of its own. `backend`: the registry runs, but the
 * backend, which knows the staff, does not. `malformed`: the response has another form. `session`: log in again.
 * `forbidden`: the role does not allow it. `conflict`: the state has changed. `refused`: a rule or the compatibility
 * gate rejects it. `unknown`: there is no such thing. `invalid`: the input is wrong. `busy`: too many calls.
 */
export type RegistryErrorKind =
  | 'offline'
  | 'timeout'
  | 'down'
  | 'fault'
  | 'backend'
  | 'malformed'
  | 'session'
  | 'forbidden'
  | 'conflict'
  | 'refused'
  | 'unknown'
  | 'invalid'
  | 'busy';

type Details = { readonly code?: string; readonly reasons?: readonly Reason[]; readonly cause?: unknown };

export class RegistryError extends Error {
  override readonly name = 'RegistryError';
  readonly kind: RegistryErrorKind;
  /** The registry's error code, such as `epoch_taken`; the kind where there was none. */
  readonly code: string;
  /** Why a release was rejected, one by one. */
  readonly reasons: readonly Reason[];

  constructor(kind: RegistryErrorKind, message: string, { code = kind, reasons = [], cause }: Details = {}) {
    super(message, { cause });
    this.kind = kind;
    this.code = code;
    this.reasons = reasons;
  }
}

const KINDS: Readonly<Record<number, RegistryErrorKind>> = {
  400: 'invalid',
  401: 'session',
  403: 'forbidden',
  404: 'unknown',
  409: 'conflict',
  422: 'refused',
  429: 'busy',
};

/** Codes of which the status does not tell enough. */
const CODES: Readonly<Partial<Record<RegistryErrorCode, RegistryErrorKind>>> = {
  backend_unavailable: 'backend',
  registry_unavailable: 'down',
};

/** The error in a response that is no success. `body` is what it held, parsed; undefined if it was no JSON. */
export function errorOf(status: number, body: unknown): RegistryError {
  const parsed = errorBodySchema.safeParse(body);
  // A gateway whose registry is away returns a 404 or 5xx of its own, without these fields.
  if (!parsed.success) {
    const kind = status === 401 || status === 403 || status === 429 ? (KINDS[status] ?? 'down') : 'down';
    return new RegistryError(kind, `The registry cannot be reached: the response was HTTP ${status}.`);
  }
  const { error: code, message, reasons = [] } = parsed.data;
  const byCode: Readonly<Record<string, RegistryErrorKind>> = CODES;
  return new RegistryError(byCode[code] ?? KINDS[status] ?? 'fault', message, { code, reasons });
}

/** The error of the registry in a failure of its client. */
export function registryErrorOf(failure: JsonCallFailure): RegistryError {
  const { kind, status, body, message } = failure;
  switch (kind) {
    case 'network':
      return new RegistryError('offline', 'The registry could not be reached.', { cause: failure });
    case 'timeout':
      return new RegistryError('timeout', 'The registry did not respond in time.', { cause: failure });
    case 'malformed':
      return new RegistryError('malformed', message, { cause: failure });
    case 'status':
      return errorOf(status, body);
  }
}
