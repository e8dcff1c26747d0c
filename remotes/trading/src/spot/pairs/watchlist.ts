import { api } from '@tessera/api';
import { bus } from '@tessera/bus';
import { problemText } from '@tessera/i18n';
import { useMutation, useQuery, useQueryClient } from '@tessera/query';
import { useSession } from '@tessera/session';
import { useMemo } from 'react';

/** The signed-in user's own list: the same cache entry wherever it is shown. */
const KEY = ['account', 'watchlist'];

export type Change = { readonly symbol: string; readonly favourite: boolean };

/** The favourites of the account; a guest has none here. */
export function useFavourites() {
  const signedIn = useSession() !== null;
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }): Promise<readonly string[]> =>
      (await api('GET /optional/list', {}, { signal, quiet: true })).list,
    enabled: signedIn,
    staleTime: 60_000,
  });
  const { mutate } = useMutation({
    // One after the other, so that the last answer is the last state.
    scope: { id: 'watchlist' },
    mutationFn: ({ symbol, favourite }: Change) =>
      favourite ? api('POST /optional/add', { symbol }) : api('POST /optional/del', { symbol }),
    onSuccess: ({ list }) => client.setQueryData<readonly string[]>(KEY, list),
    onError: (error) => bus.emit('toast', { text: problemText(error), tone: 'error' }),
  });
  const symbols = useMemo(() => new Set(signedIn ? data : []), [signedIn, data]);
  return { signedIn, symbols, change: mutate };
}
