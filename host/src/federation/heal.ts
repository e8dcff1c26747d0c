import type { ReleasedRemote } from '@tessera/manifest';
import { diagnose } from './diagnose.ts';
import type { Release } from './release.ts';
import { reportFailure } from './telemetry.ts';

/**
 * Deals with a screen of a version that failed: diagnoses and reports it, and quarantines the version in this browser
 * if it is at fault. Returns whether there is a fallback version.
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
