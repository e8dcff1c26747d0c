import { HISTORY_LIMIT, type ReleaseEventSummary, type RemoteStatus } from '@tessera/registry-api';
import { stableIn } from './slot-text.ts';

/** Effect of a rollback. */
export type Undo =
  /** The ramp ends; all clients get the stable version. */
  | { readonly kind: 'ramp'; readonly version: string; readonly percent: number; readonly stable: string }
  /** An earlier stable version is restored. */
  | { readonly kind: 'version'; readonly from: string; readonly to: string }
  /** Its first promotion is undone: nothing of the remote is live then. */
  | { readonly kind: 'withdrawal'; readonly from: string }
  /** The change to undo is older than the loaded history. */
  | { readonly kind: 'beyond'; readonly from: string };

/**
 * Predicts the rollback by the rule of the registry: a running ramp ends; otherwise the stable version before its last
 * change is restored, which is not always `previous`, since a second rollback undoes the first. `events` newest first.
 */
export function undoOf({ name, stable, ramp }: RemoteStatus, events: readonly ReleaseEventSummary[]): Undo {
  if (ramp) return { kind: 'ramp', version: ramp.version, percent: ramp.percent, stable };
  for (const { changes } of events) {
    const change = changes.find((each) => each.name === name);
    if (!change || stableIn(change.from) === stableIn(change.to)) continue;
    const to = stableIn(change.from);
    return to === null ? { kind: 'withdrawal', from: stable } : { kind: 'version', from: stable, to };
  }
  return { kind: 'beyond', from: stable };
}

/** Events requested at first; each further request asks for four times as many. */
const FIRST_LOOK = 50;

/** The same, reading as much history as needed. `history` returns the latest events, newest first. */
export async function findUndo(
  remote: RemoteStatus,
  history: (limit: number) => Promise<readonly ReleaseEventSummary[]>,
): Promise<{ readonly undo: Undo; readonly epoch: number | undefined }> {
  for (let limit = FIRST_LOOK; ; limit = Math.min(limit * 4, HISTORY_LIMIT)) {
    const events = await history(limit);
    const undo = undoOf(remote, events);
    const more = events.length >= limit && limit < HISTORY_LIMIT;
    if (undo.kind !== 'beyond' || !more) return { undo, epoch: events[0]?.epoch };
  }
}
