import type { ReleasedRemote } from '@tessera/manifest';
import { diagnose } from './diagnose.ts';
import type { Release } from './release.ts';
import { reportFailure } from './telemetry.ts';

/** Errors of the DOM where nodes are not where React left them: a page translator or an extension has moved them. */
const MOVED_NODES = new Set(['NotFoundError', 'HierarchyRequestError']);
const OF_AN_EXTENSION = /\b(?:chrome|moz|safari-web|safari)-extension:/;

/** Whether a tool that changes the page caused an error, and not the code of a version. */
const isForeign = (error: unknown): boolean =>
  error instanceof DOMException
    ? MOVED_NODES.has(error.name)
    : error instanceof Error && OF_AN_EXTENSION.test(error.stack ?? '');

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
  if (isForeign(error)) return false;
  const diagnosis = phase === 'rendering' ? 'render' : await diagnose(remote, error);
  if (diagnosis === 'network') return false;
  reportFailure(release.manifest(), remote, diagnosis);
  return release.avoid(remote);
}
