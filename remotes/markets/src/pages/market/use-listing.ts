import { ApiError } from '@tessera/api';
import { type Instrument, useInstruments, useNamedInstruments, useNewlyListed } from '@tessera/api/instruments';
import type { Watchlist } from '@tessera/api/watchlist';
import type { AssetClass } from '../../instruments/asset-classes.ts';

export type Tab = 'favourites' | AssetClass;

export type Listing = {
  /** Undefined until it is known. */
  readonly instruments: readonly Instrument[] | undefined;
  /** Prices are made by the simulated feed. */
  readonly simulated: boolean;
  /** Nothing to show because loading failed; the server's own words where it had some. */
  readonly failure: { readonly text: string | undefined } | null;
  readonly loading: boolean;
  /** Loads again; resolves when the figures are there. */
  reload(): Promise<unknown>;
};

const textOf = (error: unknown) => (error instanceof ApiError && error.fromServer ? error.message : undefined);

/** What the chosen tab lists; of the favourites those of a group, where one is named. */
export function useListing(tab: Tab, watchlist: Watchlist, group: string | null): Listing {
  const own = tab === 'favourites';
  const symbols = group === null ? watchlist.symbols : watchlist.groups.find(({ id }) => id === group)?.symbols;
  const ofClass = useInstruments(own ? null : { category: tab });
  const named = useNamedInstruments(own ? (symbols ?? null) : null);
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

/** What was listed lately in all classes, newest first. Nothing is read until it is asked for. */
export function useNewListing(wanted: boolean): Listing {
  const listed = useNewlyListed(wanted ? {} : null);
  const symbols = listed.data?.list.map(({ symbol }) => symbol);
  const named = useNamedInstruments(symbols && symbols.length > 0 ? symbols : null);
  const instruments = symbols?.length === 0 ? [] : symbols && named.data?.list;
  const error = listed.error ?? named.error;
  return {
    instruments,
    simulated: named.data?.feed === 'simulated',
    failure: error && instruments === undefined ? { text: textOf(error) } : null,
    loading: listed.isFetching || named.isFetching,
    reload: async () => {
      await listed.refetch();
      await named.refetch();
    },
  };
}
