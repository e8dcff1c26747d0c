import { ApiError } from '@tessera/api';
import { texts } from '../texts.ts';
import { RegistryError } from './registry-error.ts';

/** What went wrong, for a person to read. */
export function problemText(error: unknown): string {
  if (error instanceof RegistryError) {
    const { kind } = error;
    // Of these the registry words the reason itself, and better.
    if (kind === 'conflict' || kind === 'refused' || kind === 'unknown' || kind === 'invalid') return error.message;
    return texts.problems[kind];
  }
  if (error instanceof ApiError) {
    if (error.fromServer) return error.message;
    if (error.code === 'network') return texts.problems.network;
    return error.code === 'timeout' ? texts.problems.timeout : texts.problems.server;
  }
  return error instanceof Error ? error.message : texts.problems.server;
}
