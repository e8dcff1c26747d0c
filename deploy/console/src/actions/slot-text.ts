import { BAR, type Change, HOST, HOST_NAME } from '@tessera/registry-api';

/** The stable version in a change summary: `0.8.0` of `0.8.0, 0.9.0 at 10 %`; null of `0.9.0 at 10 %`, a new remote. */
export function stableIn(words: string | null): string | null {
  const first = words?.split(', ')[0] ?? null;
  return first?.includes(' at ') ? null : first;
}

/**
 * Changes of a revert, from the difference between now and then: ramps are not restored, and the host stays as it is where
 * that epoch had none that was released by pointer.
 */
export const revertChanges = (difference: readonly Change[]): readonly Change[] =>
  difference
    .filter(({ name, to }) => name !== HOST && !(name === HOST_NAME && to === null))
    .map(({ name, from, to }) => ({ name, from, to: name === BAR ? to : stableIn(to) }))
    .filter(({ from, to }) => from !== to);
