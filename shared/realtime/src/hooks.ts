import type { Depth } from '@tessera/api/realtime';
import { bus } from '@tessera/bus';
import { useCallback, useSyncExternalStore } from 'react';
import type { LiveSource } from './market-store.ts';
import { market, serverNow } from './page.ts';
import type { LiveQuote } from './quotes.ts';
import type { LiveTrade } from './trades.ts';

const stopNothing = () => {};

function useLive<T>(source: LiveSource<T>, symbol: string | null): T | undefined {
  const subscribe = useCallback(
    (changed: () => void) => (symbol === null ? stopNothing : source.listen(symbol, changed)),
    [source, symbol],
  );
  return useSyncExternalStore(subscribe, () => (symbol === null ? undefined : source.get(symbol)));
}

/** The live price of an instrument, subscribed for as long as the component is in the page; null subscribes to nothing. */
export const useQuote = (symbol: string | null): LiveQuote | undefined => useLive(market.quotes, symbol);

/** One figure of the quote: renders only when it changes. */
export function useQuoteField<K extends keyof LiveQuote>(symbol: string, field: K): LiveQuote[K] | undefined {
  const subscribe = useCallback((changed: () => void) => market.quotes.listen(symbol, changed), [symbol]);
  return useSyncExternalStore(subscribe, () => market.quotes.get(symbol)?.[field]);
}

/** The order book, at most 20 levels a side, best first. */
export const useDepth = (symbol: string | null): Depth | undefined => useLive(market.depths, symbol);

const noTrades: readonly LiveTrade[] = [];

/** The last trades, newest first. */
export const useTrades = (symbol: string | null): readonly LiveTrade[] => useLive(market.trades, symbol) ?? noTrades;

const SECOND = 1000;

/** One clock for every age on the page; it pauses while the page is hidden. */
const watchers = new Set<() => void>();
let clock: ReturnType<typeof setInterval> | undefined;

function watchClock(changed: () => void): () => void {
  watchers.add(changed);
  clock ??= setInterval(() => {
    for (const watcher of watchers) watcher();
  }, SECOND);
  return () => {
    watchers.delete(changed);
    if (watchers.size > 0) return;
    clearInterval(clock);
    clock = undefined;
  };
}

/** Whole seconds since the price was made; null without one, and while the market is closed, when age means nothing. */
export function useQuoteAge(symbol: string): number | null {
  return useSyncExternalStore(watchClock, () => {
    const quote = market.quotes.get(symbol);
    if (!quote?.open) return null;
    return Math.max(0, Math.floor((serverNow() - quote.at) / SECOND));
  });
}

const watchState = (changed: () => void) => bus.on('realtime', changed);

/** Seconds without a connection after which prices are shown as old. */
const STALE_AFTER_MS = 3_000;

/** True while prices do not arrive: there is no connection, and has been none for a moment. */
export function useStale(): boolean {
  const subscribe = useCallback((changed: () => void) => {
    const stopClock = watchClock(changed);
    const stopState = watchState(changed);
    return () => {
      stopClock();
      stopState();
    };
  }, []);
  return useSyncExternalStore(subscribe, () => {
    const state = bus.last('realtime');
    return state !== undefined && state.status !== 'open' && Date.now() - state.since > STALE_AFTER_MS;
  });
}
