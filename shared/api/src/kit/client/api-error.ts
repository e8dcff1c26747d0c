import type { ErrorCode } from '../errors/codes.ts';
import type { ProofChallenge } from '../proof/proof.ts';

/** `network`: no response. `timeout`: none within the limit. `server`: a response that is not an envelope. */
export type ApiErrorCode = ErrorCode | 'network' | 'timeout' | 'server';

type Details = {
  readonly status?: number;
  readonly field?: string | undefined;
  readonly fromServer?: boolean;
  readonly retryAfterMs?: number | undefined;
  readonly challenge?: ProofChallenge | undefined;
  readonly cause?: unknown;
};

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;
  /** The payload field at fault, if the server named one. */
  readonly field: string | undefined;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** True: `message` is the server's text in the user's language. False: show a text of one's own by `code`. */
  readonly fromServer: boolean;
  /** For `rate_limited`: when to try again, if the server sent it. */
  readonly retryAfterMs: number | undefined;
  /** For `proof_required`. */
  readonly challenge: ProofChallenge | undefined;

  constructor(code: ApiErrorCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.field = details.field;
    this.status = details.status ?? 0;
    this.fromServer = details.fromServer ?? false;
    this.retryAfterMs = details.retryAfterMs;
    this.challenge = details.challenge;
  }
}
