import { type Change, HOST } from '@tessera/registry-api';

/** The stable version in the words of a change: `0.8.0` of `0.8.0, 0.9.0 at 10 %`. */
export const stableIn = (words: string | null): string | null => words?.split(', ')[0] ?? null;

/**
 * What going back to an epoch will change, from the difference between now and then: ramps do not come back, and the
 * host's build stays as it is, since it is what the gateway serves.
 */
export const revertChanges = (difference: readonly Change[]): readonly Change[] =>
  difference
    .filter(({ name }) => name !== HOST)
    .map(({ name, from, to }) => ({ name, from, to: stableIn(to) }))
    .filter(({ from, to }) => from !== to);
