import { type Answer, api } from '@tessera/api';
import { useQuery } from '@tessera/query';
import { seedQuotes } from '@tessera/realtime';
import { useMemo } from 'react';

type Listing = Answer<'GET /currency/quotation_new'>;
export type Instrument = Listing['list'][number];

/** Calendar state and limits of trading are read again after this time, in ms; prices are live. */
const REFRESH_MS = 30_000;

type Aborting = { readonly signal: AbortSignal };

/** Prices that come with a list stand until live ones arrive. */
async function listing(ask: { symbols: string[] } | { category: 'crypto' }, signal: AbortSignal): Promise<Listing> {
  const answer = await api('GET /currency/quotation_new', ask, { signal, quiet: true });
  seedQuotes(answer.list);
  return answer;
}

const instrumentQuery = (symbol: string) => ({
  queryKey: ['trading', 'instrument', symbol],
  queryFn: ({ signal }: Aborting) => listing({ symbols: [symbol] }, signal),
  staleTime: REFRESH_MS,
  refetchInterval: REFRESH_MS,
});

export type ListedInstrument = {
  /** Undefined while it is loading, null when nothing of that symbol is listed. */
  readonly instrument: Instrument | null | undefined;
  readonly simulated: boolean;
  readonly error: Error | null;
  retry(): void;
};

/** One instrument with its rules. */
export function useInstrument(symbol: string): ListedInstrument {
  const { data, error, refetch } = useQuery(instrumentQuery(symbol));
  return {
    instrument: data ? (data.list[0] ?? null) : undefined,
    simulated: data?.feed === 'simulated',
    error: data ? null : error,
    retry: () => void refetch(),
  };
}

/** Every pair that is traded spot, in the order of the exchange. Only asked for while `wanted`. */
export function useSpotPairs(wanted: boolean) {
  const { data, error, refetch } = useQuery({
    queryKey: ['trading', 'pairs'],
    queryFn: ({ signal }: Aborting) => listing({ category: 'crypto' }, signal),
    staleTime: REFRESH_MS,
    enabled: wanted,
  });
  const pairs = useMemo(
    () => data?.list.filter(({ trades }) => trades.includes('spot')).toSorted((a, b) => a.rank - b.rank),
    [data],
  );
  return { pairs, error: data ? null : error, retry: () => void refetch() };
}
