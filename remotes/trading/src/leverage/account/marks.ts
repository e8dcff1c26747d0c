import type { DecimalString } from '@tessera/money';
import { type LiveQuote, quoteStore } from '@tessera/realtime';
import { startTransition, useEffect, useMemo, useState } from 'react';

/** The price that results and liquidation run on. */
export const markOf = (quote: LiveQuote | null | undefined): DecimalString | null => quote?.mark ?? quote?.last ?? null;

export type Marks = ReadonlyMap<string, DecimalString>;

/** The same map for as long as no mark has moved: what is derived from it stays too. */
function marksNow(symbols: readonly string[], before: Marks): Marks {
  const now = symbols.flatMap((symbol) => {
    const mark = markOf(quoteStore.get(symbol));
    return mark === null ? [] : [[symbol, mark] as const];
  });
  const same = before.size === now.length && now.every(([symbol, mark]) => before.get(symbol) === mark);
  return same ? before : new Map(now);
}

/**
 * The mark prices of several instruments, live; those without a price are not in it. A whole screen of positions follows
 * from them: rendered in the time that frames leave, so that a tick does not delay the price, the book and the chart.
 */
export function useMarks(symbols: readonly string[]): Marks {
  const key = symbols.join(' ');
  const named = useMemo(() => (key === '' ? [] : key.split(' ')), [key]);
  const [marks, setMarks] = useState<Marks>(() => marksNow(named, new Map()));
  useEffect(() => {
    const read = () => setMarks((before) => marksNow(named, before));
    read();
    const stops = named.map((symbol) => quoteStore.listen(symbol, () => startTransition(read)));
    return () => {
      for (const stop of stops) stop();
    };
  }, [named]);
  return marks;
}
