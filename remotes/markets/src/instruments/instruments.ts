import { type Answer, api } from '@tessera/api';
import { keepPreviousData } from '@tessera/query';

type Listing = Answer<'GET /currency/quotation_new'>;
export type Instrument = Listing['list'][number];
export type AssetClass = Instrument['category'];

/** The asset classes in the order of their tabs. */
export const ASSET_CLASSES = [
  'crypto',
  'stocks',
  'futures',
  'intl_futures',
  'forex',
  'metals',
  'options',
] as const satisfies readonly AssetClass[];

/** Figures of instruments off screen are at most this old, in ms; those on screen are live. */
const REFRESH_MS = 15_000;
/** How many symbols one call may name. */
const SYMBOLS_A_CALL = 50;

type Aborting = { readonly signal: AbortSignal };

export const classQuery = (category: AssetClass) => ({
  queryKey: ['markets', 'class', category],
  queryFn: ({ signal }: Aborting) => api('GET /currency/quotation_new', { category }, { signal, quiet: true }),
  staleTime: REFRESH_MS,
  refetchInterval: REFRESH_MS,
});

export const everythingQuery = () => ({
  queryKey: ['markets', 'everything'],
  queryFn: ({ signal }: Aborting) => api('GET /currency/quotation_new', {}, { signal, quiet: true }),
  staleTime: REFRESH_MS,
  refetchInterval: REFRESH_MS,
});

function inCalls(symbols: readonly string[]): string[][] {
  const count = Math.ceil(symbols.length / SYMBOLS_A_CALL);
  return Array.from({ length: count }, (_, call) => symbols.slice(call * SYMBOLS_A_CALL, (call + 1) * SYMBOLS_A_CALL));
}

/** The named instruments, in the order of `symbols`; those that are no longer listed are left out. */
export async function fetchInstruments(symbols: readonly string[], signal: AbortSignal): Promise<Listing | null> {
  const answers = await Promise.all(
    inCalls(symbols).map((some) => api('GET /currency/quotation_new', { symbols: some }, { signal, quiet: true })),
  );
  const [first] = answers;
  if (!first) return null;
  const found = new Map(answers.flatMap(({ list }) => list).map((each) => [each.symbol, each]));
  return { ...first, list: symbols.flatMap((symbol) => found.get(symbol) ?? []) };
}

export const namedQuery = (symbols: readonly string[]) => ({
  queryKey: ['markets', 'named', symbols],
  queryFn: ({ signal }: Aborting) => fetchInstruments(symbols, signal),
  staleTime: REFRESH_MS,
  refetchInterval: REFRESH_MS,
  placeholderData: keepPreviousData,
});
