import { type Reason, RegistryError } from '@tessera/registry-api';

/** Fields of every release: its reason, and the epoch shown to the operator. */
export type ReleaseRequest = { readonly why: string; readonly expectedEpoch: number; readonly force?: true };

/** Outcome of a failed release. */
export type Obstacle =
  /** Another release took effect first. */
  | { readonly kind: 'meanwhile' }
  /** By the rules; `overridable` where a separate reason may force it. */
  | { readonly kind: 'rejected'; readonly reasons: readonly Reason[]; readonly overridable: boolean }
  /** No response, or an ambiguous one: the release may have been made. */
  | { readonly kind: 'unsure'; readonly error: RegistryError }
  | { readonly kind: 'failed'; readonly error: unknown };

/** The registry verifies the session with the backend before it releases: if that fails, nothing was released. */
const UNHEARD = ['timeout', 'offline', 'down', 'fault', 'malformed'];

export function obstacleOf(error: unknown): Obstacle {
  if (!(error instanceof RegistryError)) return { kind: 'failed', error };
  const { kind, code, message, reasons } = error;
  if (code === 'epoch_taken') return { kind: 'meanwhile' };
  if (kind === 'rejected') {
    const all = reasons.length > 0 ? reasons : [{ code, message }];
    return { kind: 'rejected', reasons: all, overridable: code === 'incompatible' };
  }
  return { kind: UNHEARD.includes(kind) ? 'unsure' : 'failed', error };
}
