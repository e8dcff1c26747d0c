import type { Reason } from '@tessera/registry-api';
import type { ReleaseEvent } from './release-event.ts';
import { type ReleaseState, slotOf } from './state.ts';

/** The paths that a version serves; none where that is not known any more. */
export type RoutesOf = (name: string, version: string) => Promise<readonly string[]>;

/** The remotes whose stable versions serve each route. */
async function serversIn(
  { remotes }: ReleaseState,
  routesOf: RoutesOf,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const servers = new Map<string, string[]>();
  const served = await Promise.all(
    remotes.map(async ({ name, stable }) => ({ name, routes: stable === null ? [] : await routesOf(name, stable) })),
  );
  for (const { name, routes } of served) {
    for (const route of routes) servers.set(route, [...(servers.get(route) ?? []), name]);
  }
  return servers;
}

const together = ({ state }: ReleaseEvent): string =>
  `Undo the move as a whole: \`tessera rollback\` without a name, if it was the last release, or \`tessera revert ${state.epoch}\`.`;

/**
 * Reasons against going back to earlier stable versions of some remotes: a route that moved between remotes since would be
 * served by no remote, or by two. What a version brought with it goes when it goes, and ramps do not count: undoing one leaves
 * the stable versions as they are.
 */
export async function movedRoutes(
  history: readonly ReleaseEvent[],
  after: ReleaseState,
  routesOf: RoutesOf,
): Promise<readonly Reason[]> {
  const before = history.at(-1)?.state;
  if (!before) return [];
  const changed = before.remotes.filter(({ name, stable }) => stable !== null && stable !== stableOf(after, name));
  if (changed.length === 0) return [];
  const [now, next] = [await serversIn(before, routesOf), await serversIn(after, routesOf)];
  const reasons: Reason[] = [];
  for (const { name } of changed) {
    const restored = stableOf(after, name);
    const subject = `${name}@${restored ?? 'nothing'}`;
    const then = history.findLast(({ state }) => stableOf(state, name) === restored);
    if (!then) continue;
    for (const [route, holders] of await serversIn(then.state, routesOf)) {
      if (!now.get(route)?.includes(name) || next.has(route)) continue;
      const message = `${holders.join(', ')} served ${route} beside ${subject}; now no remote would. ${together(then)}`;
      reasons.push({ code: 'route_dropped', subject, message });
    }
    for (const [route, holders] of next) {
      const others = holders.filter((holder) => holder !== name);
      if (others.length === 0 || others.length === holders.length) continue;
      const message = `${others.join(', ')} serves ${route}, as ${subject} does. ${together(then)}`;
      reasons.push({ code: 'route_taken', subject, message });
    }
  }
  return reasons;
}

const stableOf = (state: ReleaseState, name: string): string | null => slotOf(state, name)?.stable ?? null;
