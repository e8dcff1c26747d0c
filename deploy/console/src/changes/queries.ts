import type { StaffChangeOutput } from '@tessera/api/staff';
import { useQuery } from '@tessera/query';
import { useServices } from '../app/services.ts';

/** ms between reads: others propose and decide too, and changes take effect by themselves. */
const REFRESH_MS = 10_000;

export const CHANGES = 'GET /staff/changes';

export type Change = StaffChangeOutput<typeof CHANGES>['list'][number];

export function useChanges() {
  const { call } = useServices();
  return useQuery({
    queryKey: [CHANGES],
    queryFn: ({ signal }) => call(CHANGES, {}, signal),
    refetchInterval: REFRESH_MS,
  });
}

/** How many changes this member may approve. */
export const useWaitingChanges = (): number =>
  useChanges().data?.list.filter(({ actions }) => actions.includes('approve')).length ?? 0;
