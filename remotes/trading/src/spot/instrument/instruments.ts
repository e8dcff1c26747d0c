import {
  type Instrument,
  type ListedInstrument,
  useInstruments,
  useInstrument as useListed,
} from '@tessera/api/instruments';
import { type QuotedInstrument, seedQuotes } from '@tessera/realtime';
import { useLayoutEffect, useMemo } from 'react';

/** Prices that come with a list stand until live ones arrive. */
function useSeeds(instruments: readonly QuotedInstrument[] | null | undefined): void {
  // Before the screen is painted, so that no frame shows the list without its prices.
  useLayoutEffect(() => {
    if (instruments) seedQuotes(instruments);
  }, [instruments]);
}

/** One instrument with its terms and its price. */
export function useInstrument(symbol: string): ListedInstrument {
  const listed = useListed(symbol);
  const { instrument } = listed;
  useSeeds(useMemo(() => instrument && [instrument], [instrument]));
  return listed;
}

export type SpotPairs = {
  /** In the order of the exchange; undefined until they are known. */
  readonly pairs: readonly Instrument[] | undefined;
  readonly error: Error | null;
  retry(): void;
};

/** Every pair that is traded spot. Only asked for while `wanted`. */
export function useSpotPairs(wanted: boolean): SpotPairs {
  const { data, error, refetch } = useInstruments({ category: 'crypto' }, { enabled: wanted });
  useSeeds(data?.list);
  const pairs = useMemo(
    () => data?.list.filter(({ trades }) => trades.includes('spot')).toSorted((a, b) => a.rank - b.rank),
    [data],
  );
  return { pairs, error: data ? null : error, retry: () => void refetch() };
}
