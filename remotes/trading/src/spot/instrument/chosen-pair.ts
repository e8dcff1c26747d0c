import { useSearchParams } from '@tessera/router';
import { useCallback } from 'react';
import { preference } from '../../storage.ts';
import type { Side } from '../order-form/form.ts';

export const DEFAULT_PAIR = 'BTC/USDT';

const SYMBOL = /^[A-Z0-9]{1,12}(?:[./][A-Z0-9]{1,12})?(?:-[A-Z0-9]{1,8})?$/;

const lastPair = preference('pair', (value) =>
  typeof value === 'string' && SYMBOL.test(value) ? value : DEFAULT_PAIR,
);

/** Remembers the pair for the next visit without one in the address. */
export const rememberPair = (symbol: string): void => lastPair.write(symbol);

export type ChosenPair = {
  readonly symbol: string;
  /** What a link asked for: `&side=sell`. */
  readonly side: Side;
  choose(symbol: string): void;
};

/** The pair in the address, or else the one looked at last. Choosing another replaces the address: back leaves the page. */
export function useChosenPair(): ChosenPair {
  const [query, setQuery] = useSearchParams();
  const asked = query.get('symbol') ?? '';
  const symbol = SYMBOL.test(asked) ? asked : lastPair.read();
  const choose = useCallback((next: string) => setQuery({ symbol: next }, { replace: true }), [setQuery]);
  return { symbol, side: query.get('side') === 'sell' ? 'sell' : 'buy', choose };
}

export const spotPath = (symbol: string, side?: Side): string =>
  `/pages/transaction/index?symbol=${encodeURIComponent(symbol)}${side ? `&side=${side}` : ''}`;

export const chartPath = (symbol: string): string => `/pages/transaction/currency?symbol=${encodeURIComponent(symbol)}`;

export const ordersPath = (symbol: string): string =>
  `/pages/transaction/currency_order?symbol=${encodeURIComponent(symbol)}`;

/** To the log-in page and back to `from`, a route with its query. */
export const loginPath = (from: string): string => `/pages/common/login?from=${encodeURIComponent(from)}`;

export const depositPath = (currencyId: number): string => `/pages/fund/receive?currency_id=${currencyId}`;
