import type { Instrument } from '@tessera/api/instruments';
import { type HaltReason, type LiveQuote, useQuote, useQuoteField } from '@tessera/realtime';

export type Live = {
  readonly quote: LiveQuote | null;
  readonly open: boolean;
  /** Why it takes no orders although it is open, and since when where that is known; null where it does. */
  readonly halt: { readonly reason: HaltReason; readonly since: number | null } | null;
};

/** The instrument's prices, live for as long as the caller is in the page; no quote while there never was a price. */
export function useLive(instrument: Pick<Instrument, 'symbol' | 'open' | 'halt'>): Live {
  const quote = useQuote(instrument.symbol);
  if (!quote) return { quote: null, open: instrument.open, halt: instrument.halt ?? null };
  const { open, halt, haltedAt } = quote;
  return { quote, open, halt: halt && { reason: halt, since: haltedAt } };
}

/** Whether it takes orders: the same as of `useLive`, rendered when it changes and not with each price. */
export function useMarketState({ symbol, open, halt }: Pick<Instrument, 'symbol' | 'open' | 'halt'>) {
  const live = { open: useQuoteField(symbol, 'open'), halt: useQuoteField(symbol, 'halt') };
  return { open: live.open ?? open, halt: live.halt === undefined ? (halt?.reason ?? null) : live.halt };
}
