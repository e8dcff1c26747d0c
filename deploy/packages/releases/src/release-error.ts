import type { Reason, releaseErrors } from '@tessera/registry-api';

/** Codes of the registry, and codes of local operations: publishing, keys, settings. */
export type ReleaseErrorCode =
  | keyof typeof releaseErrors
  | 'descriptor_invalid'
  | 'manifest_invalid'
  | 'version_exists'
  | 'check_failed'
  | 'setting_invalid';

/** An error of the release rules or of a store. The message states what is wrong and what to do. */
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
