import { StorageError } from '@tessera/object-storage';
import type { Reason, releaseErrors } from '@tessera/registry-api';

/** Codes of the registry, and codes of local operations: publishing, keys, settings. */
export type ReleaseErrorCode = keyof typeof releaseErrors | 'manifest_invalid' | 'check_failed' | 'setting_invalid';

/** An error of the release rules. The message states what is wrong and what to do. */
export class ReleaseError extends Error {
  readonly code: ReleaseErrorCode;
  /** The reasons, if there are several. */
  readonly reasons: readonly Reason[];

  constructor(code: ReleaseErrorCode, message: string, reasons: readonly Reason[] = []) {
    super(message);
    this.name = 'ReleaseError';
    this.code = code;
    this.reasons = reasons;
  }
}

/** What a failure of the release rules or of the storage below them has in common. */
export type ReleaseFault = Error & { readonly code: ReleaseErrorCode; readonly reasons?: readonly Reason[] };

export const isReleaseFault = (error: unknown): error is ReleaseFault =>
  error instanceof ReleaseError || error instanceof StorageError;
