import type { ReleasedRemote, ReleaseManifest, RemoteRoute, RemoteTab } from './manifest.ts';

export type RemoteMatch = { readonly remote: ReleasedRemote; readonly route: RemoteRoute };

/** Which remote serves a path; the first that claims it. */
export function matchRemote(manifest: ReleaseManifest, path: string): RemoteMatch | null {
  for (const remote of manifest.remotes) {
    const route = remote.routes.find((candidate) => candidate.path === path);
    if (route) return { remote, route };
  }
  return null;
}

/** The remotes' entries of the bottom bar in their order. */
export const tabsOf = (manifest: ReleaseManifest): readonly RemoteTab[] =>
  manifest.remotes.flatMap((remote) => remote.tab ?? []).toSorted((a, b) => a.order - b.order);
