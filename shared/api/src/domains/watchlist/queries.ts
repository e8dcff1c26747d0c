import { bus } from '@tessera/bus';
import { problemText } from '@tessera/i18n';
import { useMutation, useQueryClient } from '@tessera/query';
import { signedInUid, useSession } from '@tessera/session';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { type WatchlistChange, withChange } from './rules.ts';
import {
  AnotherUser,
  add,
  CHANGE_KEY,
  call,
  guestList,
  LIST_KEY,
  type Saved,
  SCOPE,
  storeGuestList,
  useSavedList,
} from './saved.ts';

const remove = call('POST /optional/del');

/** A change and who made it. */
type OwnedChange = WatchlistChange & { readonly uid: string | null };

/** What was saved after a change: an instrument that leaves the list leaves its groups. */
const changed = (saved: Saved | undefined, change: WatchlistChange): Saved | undefined =>
  saved && {
    list: withChange(saved.list, change),
    groups: change.favourite
      ? saved.groups
      : saved.groups.map((group) => ({ ...group, symbols: group.symbols.filter((each) => each !== change.symbol) })),
  };

export type Watchlist = {
  /** In the user's order; undefined until it is known. */
  readonly symbols: readonly string[] | undefined;
  /** Of a user; a guest has none. */
  readonly groups: Saved['groups'];
  readonly failed: boolean;
  has(symbol: string): boolean;
  /** Updates optimistically; a change that the exchange rejects is reverted with a toast. */
  change(change: WatchlistChange): void;
  reload(): Promise<unknown>;
};

const NONE: Saved['groups'] = [];

/** The favourites: a user's from the exchange, a guest's from the device. */
export function useWatchlist(): Watchlist {
  const signedIn = useSession() !== null;
  const client = useQueryClient();
  const ofGuest = useSyncExternalStore(guestList.subscribe, guestList.read);
  const { data, isError, refetch } = useSavedList();

  const { mutate } = useMutation({
    mutationKey: CHANGE_KEY,
    scope: SCOPE,
    mutationFn: async ({ symbol, favourite, uid }: OwnedChange) => {
      if (uid !== signedInUid()) throw new AnotherUser('the user changed before this was sent');
      return favourite ? await add({ symbol }) : await remove({ symbol });
    },
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey: LIST_KEY });
      client.setQueryData<Saved>(LIST_KEY, (saved) => changed(saved, change));
    },
    onSuccess: ({ list }, { uid }) => {
      if (uid !== signedInUid()) return;
      // An earlier response does not contain later changes.
      if (client.isMutating({ mutationKey: CHANGE_KEY }) === 1)
        client.setQueryData<Saved>(LIST_KEY, (saved) => saved && { ...saved, list });
    },
    onError: (error, { symbol, favourite, uid }) => {
      if (uid !== signedInUid()) return;
      const back = { symbol, favourite: !favourite };
      client.setQueryData<Saved>(LIST_KEY, (saved) => changed(saved, back));
      // In which groups and where it stood is known by the exchange.
      if (!favourite) void client.invalidateQueries({ queryKey: LIST_KEY });
      bus.request('toast', { text: problemText(error), tone: 'error' });
    },
  });

  const symbols = signedIn ? data?.list : ofGuest;
  const known = useMemo(() => new Set(symbols), [symbols]);
  return {
    symbols,
    groups: (signedIn && data?.groups) || NONE,
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
