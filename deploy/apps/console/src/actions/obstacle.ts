import { type Reason, RegistryError } from '@tessera/registry-api';

/** What every release is sent with: its reason, and the epoch that was shown when it was decided. */
export type ReleaseRequest = { readonly why: string; readonly expectedEpoch: number; readonly force?: true };

/** What to do about a release that did not go through. */
export type Obstacle =
  /** Another release took effect first. */
  | { readonly kind: 'meanwhile' }
  | { readonly kind: 'refused'; readonly reasons: readonly Reason[] }
  /** No response came, or none that tells: it may have been done. */
  | { readonly kind: 'unsure'; readonly error: RegistryError }
  | { readonly kind: 'failed'; readonly error: unknown };

/** The registry asks the backend for the staff member before it releases: without a response nothing was released. */
const UNHEARD = ['timeout', 'offline', 'down', 'fault', 'malformed'];

export function obstacleOf(error: unknown): Obstacle {
  if (!(error instanceof RegistryError)) return { kind: 'failed', error };
  const { kind, code, message, reasons } = error;
  if (code === 'epoch_taken') return { kind: 'meanwhile' };
  if (kind === 'refused') return { kind: 'refused', reasons: reasons.length > 0 ? reasons : [{ code, message }] };
  return { kind: UNHEARD.includes(kind) ? 'unsure' : 'failed', error };
}
