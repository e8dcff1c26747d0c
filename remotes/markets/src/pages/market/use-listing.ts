import { ApiError } from '@tessera/api';
import { useQuery } from '@tessera/query';
import { type AssetClass, classQuery, type Instrument, namedQuery } from '../../instruments/instruments.ts';
import type { Watchlist } from '../../watchlist/watchlist.ts';

export type Tab = 'favourites' | AssetClass;

export type Listing = {
  /** Undefined until it is known. */
  readonly instruments: readonly Instrument[] | undefined;
  /** Prices are made by the simulated feed. */
  readonly simulated: boolean;
  /** Nothing to show because loading failed; the server's own words where it had some. */
  readonly failure: { readonly text: string | undefined } | null;
  readonly loading: boolean;
  /** Loads again; answers when the figures are there. */
  reload(): Promise<unknown>;
};

const textOf = (error: unknown) => (error instanceof ApiError && error.fromServer ? error.message : undefined);

/** What the chosen tab lists. */
export function useListing(tab: Tab, watchlist: Watchlist): Listing {
  const own = tab === 'favourites';
  const symbols = watchlist.symbols;
  const ofClass = useQuery({ ...classQuery(own ? 'crypto' : tab), enabled: !own });
  const named = useQuery({ ...namedQuery(symbols ?? []), enabled: own && symbols !== undefined });
  const query = own ? named : ofClass;
  const listed = query.data?.list;
  const instruments = own && symbols ? listed?.filter(({ symbol }) => symbols.includes(symbol)) : listed;
  const failed = query.isError || (own && watchlist.failed);
  return {
    instruments: own && symbols?.length === 0 ? [] : instruments,
    simulated: query.data?.feed === 'simulated',
    failure: failed && instruments === undefined ? { text: textOf(query.error) } : null,
    loading: query.isFetching,
    async reload() {
      if (own && watchlist.failed) await watchlist.reload();
      await query.refetch();
    },
  };
}
