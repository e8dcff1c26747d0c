import { ApiError } from '@tessera/api';
import { RegistryError } from '@tessera/registry-api';
import { texts } from '../texts.ts';

/** Statuses of a gateway whose backend is down; its message is not meant for users. */
const AWAY: readonly number[] = [502, 503, 504];

/** User-facing message of an error. */
export function problemText(error: unknown): string {
  if (error instanceof RegistryError) {
    const { kind } = error;
    switch (kind) {
      // For these the message of the registry is more specific.
      case 'conflict':
      case 'rejected':
      case 'unknown':
      case 'invalid':
      case 'fault':
        return error.message;
      default:
        return texts.problems[kind];
    }
  }
  if (error instanceof ApiError) {
    if (AWAY.includes(error.status)) return texts.problems.away;
    if (error.fromServer) return error.message;
    if (error.code === 'network') return texts.problems.network;
    return error.code === 'timeout' ? texts.problems.timeout : texts.problems.server;
  }
  return error instanceof Error ? error.message : texts.problems.server;
}

/** The same of a passkey that was asked for. Of one that the member cancelled the browser's own words say little. */
export const passkeyProblem = (error: Error): string =>
  error instanceof ApiError ? problemText(error) : texts.login.passkeyCancelled;
