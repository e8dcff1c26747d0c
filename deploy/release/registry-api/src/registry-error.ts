import type { JsonCallFailure } from '@tessera/api/kit/json';
import { errorBodySchema, type Reason, type RegistryErrorCode } from './errors.ts';

/**
 * Kind of a failed call, by what the caller can do about it. `offline`, `timeout`: no response. `down`: the registry,
 * or the gateway to it, is unavailable. `fault`: an internal error of the registry. `backend`: the registry is up, but
 * the backend, which verifies staff sessions, is not. `malformed`: the response does not match the contract. `session`:
 * log in again. `forbidden`: the role does not allow it. `conflict`: the state has changed. `rejected`: a rule or the
 * compatibility gate rejects it. `unknown`: not found. `invalid`: the input is wrong. `busy`: rate limited.
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
  | 'rejected'
  | 'unknown'
  | 'invalid'
  | 'busy';

type Details = { readonly code?: string; readonly reasons?: readonly Reason[]; readonly cause?: unknown };

export class RegistryError extends Error {
  override readonly name = 'RegistryError';
  readonly kind: RegistryErrorKind;
  /** The registry's error code, such as `epoch_taken`; the kind if it sent none. */
  readonly code: string;
  /** The reasons for a rejected release. */
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
  422: 'rejected',
  429: 'busy',
};

/** Codes whose HTTP status is ambiguous. */
const CODES: Readonly<Partial<Record<RegistryErrorCode, RegistryErrorKind>>> = {
  backend_unavailable: 'backend',
  registry_unavailable: 'down',
};

/** The error of a failed response. `body` is the parsed JSON, or undefined if it was not JSON. */
export function errorOf(status: number, body: unknown): RegistryError {
  const parsed = errorBodySchema.safeParse(body);
  // If the registry is down, the gateway returns its own 404 or 5xx without these fields. A network on the way may return
  // any status: it neither ends a session nor speaks for the role of its member.
  if (!parsed.success) {
    const kind = status === 429 ? 'busy' : 'down';
    return new RegistryError(kind, `The registry cannot be reached: the response was HTTP ${status}.`);
  }
  const { error: code, message, reasons = [] } = parsed.data;
  const byCode: Readonly<Record<string, RegistryErrorKind>> = CODES;
  return new RegistryError(byCode[code] ?? KINDS[status] ?? 'fault', message, { code, reasons });
}

/** Converts a failure of the HTTP client into a registry error. */
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
