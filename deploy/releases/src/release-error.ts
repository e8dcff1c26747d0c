export type ReleaseErrorCode =
  | 'descriptor_invalid'
  | 'manifest_invalid'
  | 'version_exists'
  | 'version_unknown'
  | 'remote_unknown'
  | 'already_live'
  | 'nothing_to_undo'
  | 'epoch_taken'
  | 'route_taken'
  | 'reason_missing'
  | 'build_incomplete'
  | 'store_damaged';

/** A refusal of the release rules or of a store. The message names what was wrong and what to do. */
export class ReleaseError extends Error {
  readonly code: ReleaseErrorCode;

  constructor(code: ReleaseErrorCode, message: string) {
    super(message);
    this.name = 'ReleaseError';
    this.code = code;
  }
}
