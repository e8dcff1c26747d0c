import type { ErrorCode, ErrorParams } from '@tessera/api/errors';

type Details = { readonly field?: string; readonly params?: ErrorParams; readonly cause?: unknown };

/** A call is rejected with an error code; nothing of it takes effect. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  readonly field: string | undefined;
  readonly params: ErrorParams;

  constructor(code: ErrorCode, { field, params = {}, cause }: Details = {}) {
    super(code, { cause });
    this.code = code;
    this.field = field;
    this.params = params;
  }
}
