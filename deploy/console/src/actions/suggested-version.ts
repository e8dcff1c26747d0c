import type { RemoteStatus } from '@tessera/registry-api';

/** The preselected version of a dialog: the ramped one, else the newest; null if that is live already or withdrawn. */
export const suggestedVersion = ({
  stable,
  newest,
  ramp,
  withdrawn,
}: Pick<RemoteStatus, 'stable' | 'newest' | 'ramp' | 'withdrawn'>): string | null =>
  ramp?.version ?? (newest === stable || newest === '' || withdrawn.includes(newest) ? null : newest);
