export type StorageErrorCode =
  | 'store_damaged'
  | 'store_full'
  | 'store_refused'
  | 'store_unconditional'
  | 'store_unreachable'
  | 'setting_invalid';

/** An error of a storage or of its settings. The message states what is wrong and what to do. */
export class StorageError extends Error {
  readonly code: StorageErrorCode;

  constructor(code: StorageErrorCode, message: string) {
    super(message);
    this.name = 'StorageError';
    this.code = code;
  }
}
