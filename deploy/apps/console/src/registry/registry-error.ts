import { type Reason, refusalSchema } from './contract.ts';

/**
 * What a person can do about a call that failed: `offline` and `timeout` no answer came; `down` the registry or the way
 * to it is out of order; `fault` the registry answers that it has one; `backend` the registry answers, but the backend, which
 * knows the staff, does not; `malformed` an answer of another shape; `session` log in again; `forbidden` the role does not
 * allow it; `conflict` the state is another one by now; `refused` a rule or the compatibility gate speaks against it;
 * `unknown` there is no such thing; `invalid` the input is wrong; `busy` too many calls.
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
  /** The registry's own code, such as `epoch_taken`; the kind where it gave none. */
  readonly code: string;
  /** What speaks against a move, one by one. */
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

/** What the registry, or the gateway in its place, says of itself. */
const CODES: Readonly<Record<string, RegistryErrorKind>> = {
  backend_unavailable: 'backend',
  registry_unavailable: 'down',
};

/** The error in an answer that is no success. `body` is what the answer held, parsed; undefined if it was no JSON. */
export function errorOf(status: number, body: unknown): RegistryError {
  const refusal = refusalSchema.safeParse(body);
  // A gateway whose registry is away answers a 404 or 5xx of its own, without these fields.
  if (!refusal.success) {
    const kind = status === 401 || status === 403 || status === 429 ? (KINDS[status] ?? 'down') : 'down';
    return new RegistryError(kind, `The registry cannot be reached: the answer was HTTP ${status}.`);
  }
  const { error: code, message, reasons = [] } = refusal.data;
  return new RegistryError(CODES[code] ?? KINDS[status] ?? 'fault', message, { code, reasons });
}
