import { QUOTE_LASTS, useConversionQuote } from '@tessera/api/convert';
import { useEffect, useState } from 'react';
import type { Side } from './convert-form.ts';

type Wanted = { readonly number: string; readonly from: Side; readonly to: Side };

/**
 * The current quote. It is fetched anew when it ends, unless it is `held`: a user reads it to confirm it. `isOver` then
 * says that it cannot be used any more.
 */
export function useQuote(wanted: Wanted | null, held: boolean) {
  const query = useConversionQuote(
    wanted && { number: wanted.number, from_currency_id: wanted.from.id, to_currency_id: wanted.to.id },
    { refetchInterval: held ? false : QUOTE_LASTS },
  );
  const { dataUpdatedAt } = query;
  // While the next one is on its way the last one stays on screen, but none of other currencies.
  const isSamePair = query.data?.from_currency_id === wanted?.from.id && query.data?.to_currency_id === wanted?.to.id;
  const data = isSamePair ? query.data : undefined;
  // By the page's own clock from when it arrived: the exchange's clock may differ.
  const until = data ? dataUpdatedAt + (data.valid_until - data.at) : 0;
  const from = data ? dataUpdatedAt + (data.usable_from - data.at) : 0;
  const [phase, setPhase] = useState<'early' | 'usable' | 'over'>('early');
  useEffect(() => {
    const now = Date.now();
    setPhase(now < from ? 'early' : now < until ? 'usable' : 'over');
    const timers = [setTimeout(() => setPhase('usable'), from - now), setTimeout(() => setPhase('over'), until - now)];
    // Those that are past have been judged above.
    if (now >= until) for (const timer of timers) clearTimeout(timer);
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
  }, [from, until]);
  return { ...query, data, until, phase };
}
