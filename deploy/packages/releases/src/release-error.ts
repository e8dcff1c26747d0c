export type ReleaseErrorCode =
  | 'descriptor_invalid'
  | 'manifest_invalid'
  | 'version_exists'
  | 'version_unknown'
  | 'remote_unknown'
  | 'already_live'
  | 'nothing_to_undo'
  | 'nothing_stable'
  | 'ramp_running'
  | 'value_invalid'
  | 'epoch_unknown'
  | 'incompatible'
  | 'key_unknown'
  | 'check_failed'
  | 'epoch_taken'
  | 'route_taken'
  | 'reason_missing'
  | 'build_incomplete'
  | 'setting_invalid'
  | 'store_damaged'
  | 'store_refused'
  | 'store_unconditional'
  | 'store_unreachable';

/** One reason why a release is rejected. */
export type Reason = {
  readonly code: string;
  readonly message: string;
  /** `name@version` that it is about. */
  readonly subject?: string;
};

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
