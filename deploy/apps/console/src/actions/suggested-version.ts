import type { RemoteStatus } from '@tessera/registry-api';

/** The version that a dialog begins with: the one being ramped, else the newest; null if that is live already. */
export const suggestedVersion = ({
  stable,
  newest,
  ramp,
}: Pick<RemoteStatus, 'stable' | 'newest' | 'ramp'>): string | null =>
  ramp?.version ?? (newest === stable ? null : newest);
