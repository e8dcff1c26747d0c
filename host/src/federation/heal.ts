import type { ReleasedRemote } from '@tessera/manifest';
import { diagnose } from './diagnose.ts';
import type { Release } from './release.ts';
import { reportFailure } from './telemetry.ts';

/**
 * Deals with a screen of a version that failed: finds out why, reports it, and keeps this browser away from the version
 * if it is the version's doing. Returns whether there is another version to go to.
 */
export async function heal(
  release: Release,
  remote: ReleasedRemote,
  error: unknown,
  phase: 'loading' | 'rendering',
): Promise<boolean> {
  const diagnosis = phase === 'rendering' ? 'render' : await diagnose(remote, error);
  if (diagnosis === 'network') return false;
  reportFailure(release.manifest(), remote, diagnosis);
  return release.avoid(remote);
}
