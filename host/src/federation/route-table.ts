import type { ReleasedRemote, RemoteRoute, RemoteTab } from '@tessera/manifest';
import type { Versions } from './release.ts';

export type RemoteMatch = { readonly remote: ReleasedRemote; readonly route: RemoteRoute };

/** Which remote serves a path; the first that claims it. */
export function matchRemote({ remotes }: Versions, path: string): RemoteMatch | null {
  for (const remote of remotes) {
    const route = remote.routes.find((candidate) => candidate.path === path);
    if (route) return { remote, route };
  }
  return null;
}

/** The remotes' entries of the bottom bar in their order. */
export const tabsOf = ({ remotes }: Versions): readonly RemoteTab[] =>
  remotes.flatMap((remote) => remote.tab ?? []).toSorted((a, b) => a.order - b.order);
