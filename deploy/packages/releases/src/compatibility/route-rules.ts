import { type LiveRemote, type RemoteVersion, remoteReference } from './generation.ts';
import type { CompatibilityReason } from './verdict.ts';

/** Addresses and places in the bottom bar: what a candidate claims against what other remotes hold. */
export function routeRules(candidate: RemoteVersion, live: readonly LiveRemote[]): CompatibilityReason[] {
  const name = remoteReference(candidate);
  const reasons: CompatibilityReason[] = [];
  for (const other of live) {
    const subject = remoteReference(other);
    if (other.name === candidate.name) {
      if (other.role === 'stable') reasons.push(...droppedRoutes(candidate, other));
    } else if (other.role !== 'previous') {
      for (const path of candidate.routes.filter((route) => other.routes.includes(route))) {
        reasons.push({ code: 'route_taken', subject, message: `${subject} serves ${path}, which ${name} claims.` });
      }
      if (candidate.tab !== undefined && candidate.tab === other.tab) {
        const message = `${subject} holds place ${other.tab} in the bottom bar, which ${name} claims.`;
        reasons.push({ code: 'tab_taken', subject, message });
      }
    }
  }
  return reasons;
}

function droppedRoutes(candidate: RemoteVersion, stable: LiveRemote): CompatibilityReason[] {
  const subject = remoteReference(stable);
  return stable.routes
    .filter((route) => !candidate.routes.includes(route))
    .map((route) => ({
      code: 'route_dropped',
      subject,
      message: `${subject} serves ${route}, ${remoteReference(candidate)} does not: links and bookmarks lead there.`,
    }));
}
