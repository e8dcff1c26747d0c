import type { ReleasedRemote } from '@tessera/manifest';
import { diagnose } from './diagnose.ts';
import type { Release } from './release.ts';
import { reportFailure, reportHostFailure } from './telemetry.ts';

/** Errors of the DOM where nodes are not where React left them: a page translator or an extension has moved them. */
const MOVED_NODES = new Set(['NotFoundError', 'HierarchyRequestError']);
const OF_AN_EXTENSION = /\b(?:chrome|moz|safari-web|safari)-extension:/;

/** Whether a tool that changes the page caused an error, and not the code of a version. */
export const isForeign = (error: unknown): boolean =>
  error instanceof DOMException
    ? MOVED_NODES.has(error.name)
    : error instanceof Error && OF_AN_EXTENSION.test(error.stack ?? '');

/** A screen, or one that did not come, and the version that it is of: null for one of the host. */
type Failed = { readonly key: string; readonly remote: ReleasedRemote | null };

/** Screens that were drawn anew after a tool had broken them: once each, since the tool may go on. */
const drawnAnew = new Set<string>();

function mayBeDrawnAnew(key: string): boolean {
  const first = !drawnAnew.has(key);
  drawnAnew.add(key);
  return first;
}

/**
 * Deals with a screen that failed: diagnoses and reports it, and quarantines its version in this browser if that is at
 * fault. Returns whether to try again: with a fallback version, or once where a tool has broken what was drawn.
 */
export async function heal(
  release: Release,
  { key, remote }: Failed,
  error: unknown,
  phase: 'loading' | 'rendering',
): Promise<boolean> {
  if (isForeign(error)) return phase === 'rendering' && mayBeDrawnAnew(key);
  if (!remote && phase === 'rendering') reportHostFailure(release.manifest());
  // One that is still being built has no version that could be at fault.
  if (!remote?.entry) return false;
  const diagnosis = phase === 'rendering' ? 'render' : await diagnose(remote, error);
  if (diagnosis === 'network') return false;
  reportFailure(release.manifest(), remote, diagnosis);
  return release.avoid(remote);
}
