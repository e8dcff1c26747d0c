// The kit by its package name: a relative import would bundle a second copy of it, with a second client.
import { ApiError, callsOf } from '@tessera/api';
import { bus } from '@tessera/bus';
import { problemText } from '@tessera/i18n';
import { useMutation, useQueryClient } from '@tessera/query';
import { signedInUid, useSession } from '@tessera/session';
import { storedValue, texts } from '@tessera/storage';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { WatchlistContract } from './contract.ts';
import { watchlistRoutes } from './routes.ts';
import { type WatchlistChange, withChange } from './rules.ts';

const { query, call } = callsOf<WatchlistContract>(watchlistRoutes);

const add = call('POST /optional/add');
const remove = call('POST /optional/del');

/** A guest's favourites, until a log-in takes them along. The key is older than this domain; devices have data there. */
const guestList = storedValue<readonly string[]>({ name: 'markets.favourites', initial: [], accept: texts });

const storeGuestList = (symbols: readonly string[]): void =>
  symbols.length === 0 ? guestList.clear() : guestList.write(symbols);

/** An instrument that is no longer listed cannot be imported and must not block the others. */
const isDelisted = (error: unknown) => error instanceof ApiError && error.code === 'instrument_unknown';

/** Adds the guest's favourites to the user's list; each leaves the device once it is saved. */
async function takeAlong(saved: readonly string[], signal: AbortSignal | undefined): Promise<readonly string[]> {
  let list = saved;
  for (const symbol of guestList.read()) {
    if (!list.includes(symbol)) {
      try {
        ({ list } = await add({ symbol }, { signal, quiet: true }));
      } catch (error) {
        if (!isDelisted(error)) throw error;
      }
    }
    storeGuestList(guestList.read().filter((each) => each !== symbol));
  }
  return list;
}

/** Reading the list is what takes the guest's favourites along: one entry, so it happens once for all screens. */
const useSavedList = query('GET /optional/list', {
  quiet: true,
  staleTime: 60_000,
  read: ({ list }: { readonly list: readonly string[] }, { signal }) => takeAlong(list, signal),
});

const LIST_KEY = useSavedList.key({});
const CHANGE_KEY = ['watchlist-change'];

/** A change and who made it: those that wait their turn must not be made in the name of the next user. */
type OwnedChange = WatchlistChange & { readonly uid: string | null };

class AnotherUser extends Error {
  override readonly name = 'AnotherUser';
}

export type Watchlist = {
  /** In the user's order; undefined until it is known. */
  readonly symbols: readonly string[] | undefined;
  readonly failed: boolean;
  has(symbol: string): boolean;
  /** Updates optimistically; a change that the exchange rejects is reverted with a toast. */
  change(change: WatchlistChange): void;
  reload(): Promise<unknown>;
};

/** The favourites: a user's from the exchange, a guest's from the device. */
export function useWatchlist(): Watchlist {
  const signedIn = useSession() !== null;
  const client = useQueryClient();
  const ofGuest = useSyncExternalStore(guestList.subscribe, guestList.read);
  const { data, isError, refetch } = useSavedList();

  const { mutate } = useMutation({
    mutationKey: CHANGE_KEY,
    // One after the other, so that the last response is the last state.
    scope: { id: 'watchlist' },
    mutationFn: async ({ symbol, favourite, uid }: OwnedChange) => {
      if (uid !== signedInUid()) throw new AnotherUser('the user changed before this was sent');
      return favourite ? await add({ symbol }) : await remove({ symbol });
    },
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey: LIST_KEY });
      client.setQueryData<readonly string[]>(LIST_KEY, (list) => list && withChange(list, change));
    },
    onSuccess: ({ list }, { uid }) => {
      if (uid !== signedInUid()) return;
      // An earlier response does not contain later changes.
      if (client.isMutating({ mutationKey: CHANGE_KEY }) === 1) client.setQueryData(LIST_KEY, list);
    },
    onError: (error, { symbol, favourite, uid }) => {
      if (uid !== signedInUid()) return;
      const back = { symbol, favourite: !favourite };
      client.setQueryData<readonly string[]>(LIST_KEY, (list) => list && withChange(list, back));
      bus.emit('toast', { text: problemText(error), tone: 'error' });
    },
  });

  const symbols = signedIn ? data : ofGuest;
  const known = useMemo(() => new Set(symbols), [symbols]);
  return {
    symbols,
    failed: signedIn && isError,
    has: useCallback((symbol) => known.has(symbol), [known]),
    change: useCallback(
      (wanted) => {
        if (signedIn) mutate({ ...wanted, uid: signedInUid() });
        else storeGuestList(withChange(guestList.read(), wanted));
      },
      [signedIn, mutate],
    ),
    reload: useCallback(() => refetch(), [refetch]),
  };
}
