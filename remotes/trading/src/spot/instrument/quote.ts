import type { Instrument } from '@tessera/api/instruments';
import { type LiveQuote, useQuote } from '@tessera/realtime';

export type Live = { readonly quote: LiveQuote | null; readonly open: boolean };

/** The instrument's prices, live for as long as the caller is in the page; no quote while there never was a price. */
export function useLive({ symbol, open }: Pick<Instrument, 'symbol' | 'open'>): Live {
  const quote = useQuote(symbol);
  return { quote: quote ?? null, open: quote?.open ?? open };
}
