import type { ErrorCode, ErrorParams } from '@tessera/api/errors';
import type { ProofChallenge } from '@tessera/api/proof';

type Details = {
  readonly field?: string;
  readonly params?: ErrorParams;
  readonly cause?: unknown;
  /** Of `proof_required`: what the client solves. */
  readonly challenge?: ProofChallenge;
};

/** A call is rejected with an error code; nothing of it takes effect. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  readonly field: string | undefined;
  readonly params: ErrorParams;
  readonly challenge: ProofChallenge | undefined;
  /** Whose account a guest tried, as `user:` or `staff:` and the id: for the log alone. */
  account: string | null = null;

  constructor(code: ErrorCode, { field, params = {}, cause, challenge }: Details = {}) {
    super(code, { cause });
    this.code = code;
    this.field = field;
    this.params = params;
    this.challenge = challenge;
  }
}

/** Names the account that a guest tries in the log of what it is rejected for. */
export async function tryingAccount<T>(account: string | null, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError) error.account ??= account;
    throw error;
  }
}
