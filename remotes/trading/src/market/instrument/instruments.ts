import {
  type Instrument,
  type ListedInstrument,
  partsOf,
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

/** Pairs by how they are traded: spot, with leverage and an overnight fee, or as perpetual contracts. */
export type PairKind = 'spot' | 'lever' | 'contract';

export type Pairs = {
  /** In the order of the exchange; undefined until they are known. */
  readonly pairs: readonly Instrument[] | undefined;
  readonly query: ReturnType<typeof useInstruments>;
};

const isOf = (kind: PairKind, { trades, symbol }: Instrument): boolean => {
  if (kind === 'spot') return trades.includes('spot');
  return trades.includes('lever') && partsOf(symbol).perpetual === (kind === 'contract');
};

/** Every pair that is traded like this. Only asked for while `wanted`. */
export function usePairs(kind: PairKind, wanted: boolean): Pairs {
  const filter =
    kind === 'spot' ? { category: 'crypto' as const } : kind === 'contract' ? { category: 'futures' as const } : {};
  const query = useInstruments(filter, { enabled: wanted });
  const { data } = query;
  useSeeds(data?.list);
  // Of several categories, one after the other: each has its own order.
  const pairs = useMemo(() => {
    const own = data?.list.filter((instrument) => isOf(kind, instrument));
    return kind === 'lever' ? own : own?.toSorted((a, b) => a.rank - b.rank);
  }, [data, kind]);
  return { pairs, query };
}
