import type { ReleasedRemote } from '@tessera/manifest';
import type { Diagnosis } from './diagnose.ts';
import type { Release } from './release.ts';
import { reportFailure } from './telemetry.ts';

/** With the files that every page fetches after its first screen; without them there is no connection. */
const diagnosed = (remote: ReleasedRemote, error: unknown): Promise<Diagnosis> =>
  import(/* webpackChunkName: "after-screen" */ './diagnose.ts').then(
    ({ diagnose }) => diagnose(remote, error),
    () => 'network',
  );

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
  const diagnosis = phase === 'rendering' ? 'render' : await diagnosed(remote, error);
  if (diagnosis === 'network') return false;
  reportFailure(release.manifest(), remote, diagnosis);
  return release.avoid(remote);
}
