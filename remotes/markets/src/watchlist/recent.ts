import { useSyncExternalStore } from 'react';
import { symbolStore } from '../storage.ts';

const KEPT = 12;

/** The instruments that this device opened last, latest first. */
export const recentlyViewed = symbolStore('recent');

/** With `symbol` in front, each once, the oldest beyond the limit forgotten. */
export const withViewed = (symbols: readonly string[], symbol: string): readonly string[] =>
  [symbol, ...symbols.filter((each) => each !== symbol)].slice(0, KEPT);

export const rememberViewed = (symbol: string): void => recentlyViewed.write(withViewed(recentlyViewed.read(), symbol));

export const useRecentlyViewed = (): readonly string[] =>
  useSyncExternalStore(recentlyViewed.subscribe, recentlyViewed.read);
