import { type Answer, api } from '@tessera/api';
import { useQuery } from '@tessera/query';
import { useSession } from '@tessera/session';

export const REAL_STATE = ['account', 'verification'] as const;

/** How far the signed-in person's verification is; a guest has no state. */
export function useVerification() {
  const signedIn = useSession() !== null;
  return useQuery({
    queryKey: REAL_STATE,
    queryFn: ({ signal }) => api('GET /real/state', {}, { signal }),
    enabled: signedIn,
  });
}

export type LevelLimits = Answer<'GET /user/levellist'>['verification'][number];

/** What each identity level may do. */
export const useLevels = () =>
  useQuery({ queryKey: ['content', 'levels'], queryFn: ({ signal }) => api('GET /user/levellist', {}, { signal }) });
