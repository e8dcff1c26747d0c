import type { DecimalString } from '@tessera/money';
import { type LiveQuote, quoteStore } from '@tessera/realtime';
import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react';

/** The price that results and liquidation run on. */
export const markOf = (quote: LiveQuote | null | undefined): DecimalString | null => quote?.mark ?? quote?.last ?? null;

export type Marks = ReadonlyMap<string, DecimalString>;

/** The mark prices of several instruments, live; those without a price are not in it. */
export function useMarks(symbols: readonly string[]): Marks {
  const key = symbols.join(' ');
  const named = useMemo(() => (key === '' ? [] : key.split(' ')), [key]);
  const known = useRef<Marks>(new Map());
  const subscribe = useCallback(
    (changed: () => void) => {
      const stops = named.map((symbol) => quoteStore.listen(symbol, changed));
      return () => {
        for (const stop of stops) stop();
      };
    },
    [named],
  );
  // The same map for as long as no mark has moved: React compares what it is given.
  return useSyncExternalStore(subscribe, () => {
    const now = named.flatMap((symbol) => {
      const mark = markOf(quoteStore.get(symbol));
      return mark === null ? [] : [[symbol, mark] as const];
    });
    const before = known.current;
    const same = before.size === now.length && now.every(([symbol, mark]) => before.get(symbol) === mark);
    if (!same) known.current = new Map(now);
    return known.current;
  });
}
