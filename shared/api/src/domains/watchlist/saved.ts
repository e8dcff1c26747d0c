// The kit by its package name: a relative import would bundle a second copy of it, with a second client.
import { ApiError, callsOf } from '@tessera/api';
import { storedValue, texts } from '@tessera/storage';
import type { WatchlistContract, WatchlistGroup } from './contract.ts';
import { watchlistRoutes } from './routes.ts';

export const { query, call } = callsOf<WatchlistContract>(watchlistRoutes);

export const add = call('POST /optional/add');

/** A user's list and its groups. */
export type Saved = { readonly list: readonly string[]; readonly groups: readonly WatchlistGroup[] };

/** A guest's favourites, until a log-in takes them along. The key is older than this domain; devices have data there. */
export const guestList = storedValue<readonly string[]>({ name: 'markets.favourites', initial: [], accept: texts });

export const storeGuestList = (symbols: readonly string[]): void =>
  symbols.length === 0 ? guestList.clear() : guestList.write(symbols);

/** An instrument that is no longer listed cannot be imported and must not block the others; nor must a full list. */
const cannotBeAdded = (error: unknown) =>
  error instanceof ApiError && (error.code === 'instrument_unknown' || error.code === 'watchlist_full');

/** Adds the guest's favourites to the user's list; each leaves the device once it is saved. */
async function takeAlong(saved: readonly string[], signal: AbortSignal | undefined): Promise<readonly string[]> {
  let list = saved;
  for (const symbol of guestList.read()) {
    if (!list.includes(symbol)) {
      try {
        ({ list } = await add({ symbol }, { signal, quiet: true }));
      } catch (error) {
        if (!cannotBeAdded(error)) throw error;
      }
    }
    storeGuestList(guestList.read().filter((each) => each !== symbol));
  }
  return list;
}

/** Reading the list is what takes the guest's favourites along: one entry, so it happens once for all screens. */
export const useSavedList = query('GET /optional/list', {
  quiet: true,
  staleTime: 60_000,
  read: async ({ list, groups }: Saved, { signal }): Promise<Saved> => ({
    list: await takeAlong(list, signal),
    groups,
  }),
});

export const LIST_KEY = useSavedList.key({});
export const CHANGE_KEY = ['watchlist-change'];

/** Changes are sent one after the other, so that the last response is the last state. */
export const SCOPE = { id: 'watchlist' };

/** Those that wait their turn must not be made in the name of the next user. */
export class AnotherUser extends Error {
  override readonly name = 'AnotherUser';
}
