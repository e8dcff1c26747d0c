import { z } from 'zod';
import { type LiveRemote, liveVersion, type Manifest, manifestSchema } from './manifest.ts';
import { ReleaseError } from './release-error.ts';
import { liveRemote, type VersionRecord } from './version-record.ts';

export const moveSchema = z.strictObject({
  kind: z.enum(['promote', 'rollback', 'host']),
  who: z.string().min(1),
  why: z.string(),
  /** What changed, in the order of names; a version is null where there is none. */
  changes: z.array(z.strictObject({ name: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
  /** What is live after the move; its epoch and issue time are those of the move. */
  manifest: manifestSchema,
});

/** One step of the history. The newest one says what is live. */
export type Move = z.infer<typeof moveSchema>;

/** Who moves, why and when (Unix milliseconds). */
export type Act = { readonly who: string; readonly why: string; readonly at: number };

/** Name under which the host appears among the changes; no remote can have it. */
export const HOST = '(host)';

const byName = (left: { name: string }, right: { name: string }) => (left.name < right.name ? -1 : 1);

function changesBetween(before: Manifest | undefined, after: Manifest): Move['changes'] {
  const names = new Set([...(before?.remotes ?? []), ...after.remotes].map(({ name }) => name));
  const changes = [...names].map((name) => ({
    name,
    from: liveVersion(before, name) ?? null,
    to: liveVersion(after, name) ?? null,
  }));
  const host = { name: HOST, from: before?.host?.version ?? null, to: after.host?.version ?? null };
  return [...changes, host].filter(({ from, to }) => from !== to).sort(byName);
}

function moveTo(
  before: Manifest | undefined,
  kind: Move['kind'],
  live: Pick<Manifest, 'host' | 'remotes'>,
  act: Act,
): Move {
  const manifest: Manifest = {
    schema: 1,
    epoch: (before?.epoch ?? 0) + 1,
    issuedAt: act.at,
    host: live.host,
    remotes: [...live.remotes].sort(byName),
  };
  return { kind, who: act.who, why: act.why, changes: changesBetween(before, manifest), manifest };
}

/** Two remotes cannot answer the same address or hold the same place in the bottom bar. */
function refuseClashes(remotes: readonly LiveRemote[], candidate: LiveRemote): void {
  for (const other of remotes) {
    const taken = candidate.routes.find(({ path }) => other.routes.some((route) => route.path === path));
    if (taken) {
      throw new ReleaseError('route_taken', `${taken.path} of ${candidate.name} is already served by ${other.name}.`);
    }
    if (candidate.tab && other.tab?.order === candidate.tab.order) {
      throw new ReleaseError(
        'route_taken',
        `${candidate.name} wants tab ${candidate.tab.order}, which ${other.name} holds.`,
      );
    }
  }
}

function requireReason(act: Act): void {
  if (act.why.trim() === '') throw new ReleaseError('reason_missing', 'A move needs a reason: --why "…".');
}

/** Makes a published version the live one of its remote. */
export function promote(before: Manifest | undefined, record: VersionRecord, act: Act): Move {
  requireReason(act);
  if (liveVersion(before, record.name) === record.version) {
    throw new ReleaseError('already_live', `${record.name}@${record.version} is live already.`);
  }
  const others = (before?.remotes ?? []).filter(({ name }) => name !== record.name);
  const candidate = liveRemote(record);
  refuseClashes(others, candidate);
  return moveTo(before, 'promote', { host: before?.host ?? null, remotes: [...others, candidate] }, act);
}

/** Records which build of the host the gateway serves; undefined if it is that one already. */
export function adoptHost(before: Manifest | undefined, version: string, act: Act): Move | undefined {
  if (before?.host?.version === version) return undefined;
  return moveTo(before, 'host', { host: { version }, remotes: before?.remotes ?? [] }, act);
}

/**
 * Undoes one step: the last move that changed the named remote, or without a name the last move that changed any.
 * A rollback is a move like the others, so a second rollback undoes the first. The host's build stays as it is:
 * it is what the gateway serves. `history` is ordered from old to new.
 */
export function rollback(history: readonly Move[], name: string | undefined, act: Act): Move {
  requireReason(act);
  const now = history.at(-1)?.manifest;
  if (!now) throw new ReleaseError('nothing_to_undo', 'Nothing has been promoted yet.');
  const undone = history.findLastIndex(({ changes }) =>
    changes.some((change) => change.name !== HOST && (name === undefined || change.name === name)),
  );
  const step = history[undone];
  if (!step) {
    const what = name === undefined ? 'no remote was ever promoted' : `${name} was never promoted`;
    throw new ReleaseError('nothing_to_undo', `There is nothing to undo: ${what}.`);
  }
  const earlier = history[undone - 1]?.manifest;
  const affected = new Set(
    step.changes.map((change) => change.name).filter((changed) => name === undefined || changed === name),
  );
  const kept = now.remotes.filter((remote) => !affected.has(remote.name));
  const restored = (earlier?.remotes ?? []).filter((remote) => affected.has(remote.name));
  for (const remote of restored) refuseClashes(kept, remote);
  return moveTo(now, 'rollback', { host: now.host, remotes: [...kept, ...restored] }, act);
}
