import type { RemoteStatus } from '@tessera/registry-api';

/** The preselected version of a dialog: the ramped one, else the newest; null if that is live already. */
export const suggestedVersion = ({
  stable,
  newest,
  ramp,
}: Pick<RemoteStatus, 'stable' | 'newest' | 'ramp'>): string | null =>
  ramp?.version ?? (newest === stable ? null : newest);
