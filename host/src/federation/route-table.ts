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

/** The entry of the bottom bar that a path is the first screen of: its own path, or another address of that screen. */
export function tabPathOf({ remotes }: Versions, path: string): string | null {
  for (const { tab, routes } of remotes) {
    if (!tab) continue;
    const module = routes.find((route) => route.path === tab.path)?.module;
    if (tab.path === path || (module && routes.some((route) => route.path === path && route.module === module))) {
      return tab.path;
    }
  }
  return null;
}

/** The remotes' entries of the bottom bar in their order. */
export const tabsOf = ({ remotes }: Versions): readonly RemoteTab[] =>
  remotes.flatMap((remote) => remote.tab ?? []).toSorted((a, b) => a.order - b.order);
