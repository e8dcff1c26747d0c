import { ApiError } from '@tessera/api';
import { RegistryError } from '@tessera/registry-api';
import { texts } from '../texts.ts';

/** Statuses of a gateway whose backend is away; what it says of that is no sentence for people. */
const AWAY: readonly number[] = [502, 503, 504];

/** What went wrong, for a person to read. */
export function problemText(error: unknown): string {
  if (error instanceof RegistryError) {
    const { kind } = error;
    switch (kind) {
      // Of these the registry words the reason itself, and better.
      case 'conflict':
      case 'refused':
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
