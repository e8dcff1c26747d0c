import { type Bar, useBars as useHistory } from '@tessera/api/instruments';
import type { Interval } from '@tessera/api/rules';
import { subscribeKline } from '@tessera/realtime';
import { useEffect, useState } from 'react';

/** Bars that are listed. */
const LISTED = 120;

/** The newest bars of an instrument, oldest first, and the states of the one that is forming. */
export function useBars(symbol: string, interval: Interval) {
  const query = useHistory({ symbol, interval, limit: LISTED });
  const { refetch } = query;
  const [live, setLive] = useState<ReadonlyMap<number, Bar>>(new Map());
  useEffect(() => {
    setLive(new Map());
    return subscribeKline(
      symbol,
      interval,
      ({ t, open, high, low, close, volume }) =>
        setLive((former) => new Map(former).set(t, [t, open, high, low, close, volume])),
      () => void refetch(),
    );
  }, [symbol, interval, refetch]);
  return { query, withLive: (bars: readonly Bar[]) => merged(bars, live).slice(-LISTED) };
}

/** Bars by their openings; what is live comes last, and counts. */
export function merged(bars: readonly Bar[], live: ReadonlyMap<number, Bar>): readonly Bar[] {
  const known = new Map(bars.map((bar) => [bar[0], bar]));
  for (const [at, bar] of live) known.set(at, bar);
  return [...known.values()].sort(([one], [other]) => one - other);
}
