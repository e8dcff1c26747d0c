import { S3ServiceException } from '@aws-sdk/client-s3';
import { StorageError } from './storage-error.ts';

/** Status code of a response; undefined where there was none. */
export const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

/** A conflicting write of the same key; too many requests. A response to HEAD has only the status, no code. */
const PASSING_STATUS = [409, 429];
/** A request body that was too slow; a clock skew that the client corrects from the response. */
const PASSING = ['RequestTimeout', 'RequestTimeTooSkewed'];

/** Whether the same call may succeed on a retry. */
export function isPassing(error: unknown): boolean {
  const status = statusOf(error);
  if (status === undefined || PASSING_STATUS.includes(status)) return true;
  return status === 501 ? false : status >= 500 || PASSING.includes((error as Error).name);
}

const WHAT_TO_DO: Readonly<Record<string, string>> = {
  NoSuchBucket: 'Create it, or correct S3_BUCKET.',
  InvalidAccessKeyId: 'Correct S3_ACCESS_KEY_ID.',
  SignatureDoesNotMatch: 'Correct S3_SECRET_ACCESS_KEY.',
  AccessDenied: 'Grant this to the owner of S3_ACCESS_KEY_ID.',
  AuthorizationHeaderMalformed: 'Correct S3_REGION.',
  PermanentRedirect: 'Correct S3_REGION or S3_ENDPOINT.',
};

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { name, message } = error;
  const code = (error as NodeJS.ErrnoException).code ?? (name === 'Error' ? '' : name);
  return [code, message].filter((part, index, all) => part !== '' && all.indexOf(part) === index).join(': ');
}

/** Error of a failed call, worded for the operator. `place` is `The bucket … at …`. */
export function problemOf(error: unknown, place: string): StorageError {
  if (error instanceof StorageError) return error;
  const status = statusOf(error);
  const reason = reasonOf(error);
  if (status === 501) return unconditional(place);
  if (status === undefined || isPassing(error)) {
    return new StorageError('store_unreachable', `${place} cannot be reached: ${reason}`);
  }
  const hint = WHAT_TO_DO[(error as Error).name];
  return new StorageError('store_refused', `${place} rejects: ${reason}${hint ? ` ${hint}` : ''}`);
}

export const unconditional = (place: string): StorageError =>
  new StorageError(
    'store_unconditional',
    `${place} ignores If-None-Match, so two publishers could overwrite each other. Use a service that supports it.`,
  );
