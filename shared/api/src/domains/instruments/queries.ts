// The kit by its package name: a relative import would bundle a second copy of it, with a second client.
import { callsOf } from '@tessera/api';
import { keepPreviousData, useQuery } from '@tessera/query';
import type { Output } from '../../kit/contract.ts';
import type { Instrument, InstrumentsContract } from './contract.ts';
import { instrumentsRoutes } from './routes.ts';

const { query, call } = callsOf<InstrumentsContract>(instrumentsRoutes);

type Listing = Output<InstrumentsContract['GET /currency/quotation_new']>;

/** Figures without a subscription are at most this old, in ms; those on screen are live. */
const REFRESH_MS = 15_000;
const refreshed = { quiet: true, staleTime: REFRESH_MS, refetchInterval: REFRESH_MS } as const;

/** All currencies. */
export const useCurrencies = query('GET /currency/list', { quiet: true });

/** Instruments with their terms, calendar state and latest quote: all, those of a category, or up to 50 symbols. */
export const useInstruments = query('GET /currency/quotation_new', refreshed);

const SPARKLINES_MS = 300_000;

/** Curves of the day by symbol: one call for all lists. Without them a list is as it is, so a failure is silent. */
export const useSparklines = query('GET /currency/sparklines', {
  quiet: true,
  staleTime: SPARKLINES_MS,
  refetchInterval: SPARKLINES_MS,
  read: ({ list }: Output<InstrumentsContract['GET /currency/sparklines']>) =>
    Object.fromEntries(list.map(({ symbol, points }) => [symbol, points.map(String)])),
});

/** Instruments that were listed lately, newest first. */
export const useNewlyListed = query('GET /currency/listed', { staleTime: SPARKLINES_MS });

/** Bars of an instrument, oldest first. For the chart, which loads more while scrolling. */
export const fetchBars = call('GET /currency/new_timeshar');

/** Bars of an instrument, oldest first. For a table of them. */
export const useBars = query('GET /currency/new_timeshar', { quiet: true });

/** Signed heads of the record of ticks, oldest first. */
export const fetchHeads = call('GET /market/heads');

/** Recorded ticks between two signed heads. */
export const fetchTicks = call('GET /market/ticks');

/** What a check makes of the recorded ticks of a symbol now: read anew by every screen that opens. */
export const useTicksCheck = <Result>(
  symbol: string,
  check: (symbol: string, signal: AbortSignal) => Promise<Result>,
) =>
  useQuery({
    queryKey: fetchTicks.key('check', { symbol }),
    queryFn: ({ signal }) => check(symbol, signal),
    staleTime: 0,
  });

const fetchInstruments = call('GET /currency/quotation_new');

/** How many symbols one call may name. */
const SYMBOLS_A_CALL = 50;

function inCalls(symbols: readonly string[]): string[][] {
  const count = Math.ceil(symbols.length / SYMBOLS_A_CALL);
  return Array.from({ length: count }, (_, at) => symbols.slice(at * SYMBOLS_A_CALL, (at + 1) * SYMBOLS_A_CALL));
}

async function fetchNamed(symbols: readonly string[], signal: AbortSignal): Promise<Listing | null> {
  const listings = await Promise.all(
    inCalls(symbols).map((some) => fetchInstruments({ symbols: some }, { signal, quiet: true })),
  );
  const [first] = listings;
  if (!first) return null;
  const found = new Map(listings.flatMap(({ list }) => list).map((each) => [each.symbol, each]));
  return { ...first, list: symbols.flatMap((symbol) => found.get(symbol) ?? []) };
}

/**
 * Any number of instruments, in the order of `symbols`; those that are listed no longer are left out. Null instead of
 * symbols: they are not known yet.
 */
export const useNamedInstruments = (symbols: readonly string[] | null) =>
  useQuery({
    queryKey: [...useInstruments.key({ symbols: [...(symbols ?? [])] }), 'in order'],
    queryFn: ({ signal }) => fetchNamed(symbols ?? [], signal),
    enabled: symbols !== null,
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });

export type ListedInstrument = {
  /** Undefined while it is loading, null when nothing of that symbol is listed. */
  readonly instrument: Instrument | null | undefined;
  /** Prices are made by the simulated feed. */
  readonly simulated: boolean;
  /** Its states until the instrument is known. */
  readonly query: ReturnType<typeof useInstruments>;
};

/** One instrument by its symbol. */
export function useInstrument(symbol: string): ListedInstrument {
  const query = useInstruments({ symbols: [symbol] });
  const { data } = query;
  return { instrument: data ? (data.list[0] ?? null) : undefined, simulated: data?.feed === 'simulated', query };
}
