import type { Instrument } from '@tessera/api/instruments';
import { quoteStore, useQuote, useQuoteField } from '@tessera/realtime';
import { useMemo } from 'react';
import { type Figures, figuresOf, type LiveFigures } from './figures.ts';

/** The figures of an instrument, live for as long as its row is in the page. */
export function useFigures(instrument: Instrument): Figures {
  const quote = useQuote(instrument.symbol);
  return useMemo(() => figuresOf(instrument, quote), [instrument, quote]);
}

/** Whether the market is open; renders only when that changes. */
export const useOpen = ({ symbol, open }: Instrument): boolean => useQuoteField(symbol, 'open') ?? open;

/** The quote that arrived last, if one did; subscribes to nothing. */
export const lastQuote = (symbol: string): LiveFigures | undefined => quoteStore.get(symbol);
