import {
  type Generation,
  type HostVersion,
  hostReference,
  type LiveRemote,
  type RemoteVersion,
  remoteReference,
} from './generation.ts';
import type { CompatibilityReason } from './verdict.ts';

/** Addresses and places in the bottom bar: what a candidate claims against what other remotes hold. */
export function routeRules(candidate: RemoteVersion, live: readonly LiveRemote[]): CompatibilityReason[] {
  const name = remoteReference(candidate);
  const reasons: CompatibilityReason[] = [];
  for (const other of live) {
    const subject = remoteReference(other);
    if (other.name === candidate.name) {
      if (other.role === 'stable') reasons.push(...droppedRoutes(candidate, other, live));
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

/** Routes that no remote would serve. One that moves to another remote, in the same event, stays served. */
function droppedRoutes(
  candidate: RemoteVersion,
  stable: LiveRemote,
  live: readonly LiveRemote[],
): CompatibilityReason[] {
  const moved = new Set(
    live.flatMap(({ name, role, routes }) => (name !== candidate.name && role === 'stable' ? routes : [])),
  );
  const subject = remoteReference(stable);
  return stable.routes
    .filter((route) => !candidate.routes.includes(route) && !moved.has(route))
    .map((route) => ({
      code: 'route_dropped',
      subject,
      message: `${subject} serves ${route}, ${remoteReference(candidate)} does not: links and bookmarks lead there.`,
    }));
}

/** Screens of the host in force that neither its successor nor a live remote would serve. Hosts without a record pass. */
export function droppedScreens(candidate: HostVersion, { host, remotes }: Generation): CompatibilityReason[] {
  const [before, after] = [host?.contract?.screens, candidate.contract?.screens];
  if (!host || !before || !after) return [];
  const moved = new Set(remotes.flatMap(({ role, routes }) => (role === 'stable' ? routes : [])));
  const subject = hostReference(host);
  return Object.keys(before)
    .filter((path) => !Object.hasOwn(after, path) && !moved.has(path))
    .map((path) => ({
      code: 'route_dropped',
      subject,
      message: `${subject} serves ${path}, ${hostReference(candidate)} and the live remotes do not: promote the remote that serves it first, or with it.`,
    }));
}
