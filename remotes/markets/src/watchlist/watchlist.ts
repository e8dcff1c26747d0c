import { ApiError, api } from '@tessera/api';
import { bus } from '@tessera/bus';
import { useTexts } from '@tessera/i18n';
import { useMutation, useQuery, useQueryClient } from '@tessera/query';
import { useSession } from '@tessera/session';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { symbolStore } from '../storage.ts';

/** Favourites of a guest, kept on the device until a login takes them along. */
export const guestFavourites = symbolStore('favourites');

const LIST_KEY = ['account', 'watchlist'] as const;
const CHANGE_KEY = ['markets', 'watchlist-change'] as const;

/** An instrument that is listed no longer cannot be taken along and must not hold up the others. */
const isDelisted = (error: unknown) => error instanceof ApiError && error.code === 'instrument_unknown';

/** The user's list, with the guest's favourites of this device merged into it first; each leaves the device once it is saved. */
export async function readWatchlist(signal?: AbortSignal): Promise<readonly string[]> {
  let { list } = await api('GET /optional/list', {}, { signal, quiet: true });
  for (const symbol of guestFavourites.read()) {
    if (!list.includes(symbol)) {
      try {
        ({ list } = await api('POST /optional/add', { symbol }, { signal, quiet: true }));
      } catch (error) {
        if (!isDelisted(error)) throw error;
      }
    }
    guestFavourites.write(guestFavourites.read().filter((each) => each !== symbol));
  }
  return list;
}

const listQuery = {
  queryKey: LIST_KEY,
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => readWatchlist(signal),
  staleTime: 60_000,
};

export type Change = { readonly symbol: string; readonly favourite: boolean };

/** The list after a change: new favourites come last, nothing is in it twice. */
export function changed(list: readonly string[], { symbol, favourite }: Change): readonly string[] {
  if (favourite === list.includes(symbol)) return list;
  return favourite ? [...list, symbol] : list.filter((each) => each !== symbol);
}

export type Watchlist = {
  /** Undefined until it is known. */
  readonly symbols: readonly string[] | undefined;
  readonly failed: boolean;
  has(symbol: string): boolean;
  change(change: Change): void;
  reload(): Promise<unknown>;
};

/** The favourites: the signed-in user's from the server, a guest's from the device. */
export function useWatchlist(): Watchlist {
  const t = useTexts('markets');
  const signedIn = useSession() !== null;
  const client = useQueryClient();
  const own = useSyncExternalStore(guestFavourites.subscribe, guestFavourites.read);
  const { data, isError, refetch } = useQuery({ ...listQuery, enabled: signedIn });

  const { mutate } = useMutation({
    mutationKey: CHANGE_KEY,
    // One after the other, so that the last answer is the last state.
    scope: { id: 'watchlist' },
    mutationFn: ({ symbol, favourite }: Change) =>
      favourite ? api('POST /optional/add', { symbol }) : api('POST /optional/del', { symbol }),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey: LIST_KEY });
      client.setQueryData<readonly string[]>(LIST_KEY, (list) => list && changed(list, change));
    },
    onSuccess: ({ list }) => {
      // An earlier answer does not know the later taps.
      if (client.isMutating({ mutationKey: CHANGE_KEY }) === 1) client.setQueryData(LIST_KEY, list);
    },
    onError: (error, { symbol, favourite }) => {
      client.setQueryData<readonly string[]>(
        LIST_KEY,
        (list) => list && changed(list, { symbol, favourite: !favourite }),
      );
      bus.emit('toast', {
        text: error instanceof ApiError && error.fromServer ? error.message : t('favourite.failed'),
        tone: 'error',
      });
    },
  });

  const symbols = signedIn ? data : own;
  const known = useMemo(() => new Set(symbols), [symbols]);
  const change = useCallback(
    (wanted: Change) => {
      if (signedIn) mutate(wanted);
      else guestFavourites.write(changed(guestFavourites.read(), wanted));
      bus.emit('toast', { text: t(wanted.favourite ? 'favourite.added' : 'favourite.removed') });
    },
    [signedIn, mutate, t],
  );
  return {
    symbols,
    failed: signedIn && isError,
    has: useCallback((symbol) => known.has(symbol), [known]),
    change,
    reload: useCallback(() => refetch(), [refetch]),
  };
}
