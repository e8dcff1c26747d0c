import type { Reason, releaseErrors } from '@tessera/registry-api';

/** Codes that the registry returns too, and those of work on this machine: publishing, keys, settings. */
export type ReleaseErrorCode =
  | keyof typeof releaseErrors
  | 'descriptor_invalid'
  | 'manifest_invalid'
  | 'version_exists'
  | 'check_failed'
  | 'setting_invalid';

/** A refusal of the release rules or of a store. The message names what was wrong and what to do. */
export class ReleaseError extends Error {
  readonly code: ReleaseErrorCode;
  /** What speaks against it, one by one, where there are several. */
  readonly reasons: readonly Reason[];

  constructor(code: ReleaseErrorCode, message: string, reasons: readonly Reason[] = []) {
    super(message);
    this.name = 'ReleaseError';
    this.code = code;
    this.reasons = reasons;
  }
}
