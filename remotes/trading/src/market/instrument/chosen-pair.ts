import type { Side } from '@tessera/api/spot';
import { screenUrl, useScreenParams } from '@tessera/router';
import { guarded, storedValue } from '@tessera/storage';
import { useCallback } from 'react';

export const DEFAULT_PAIR = 'BTC/USDT';

const SYMBOL = /^[A-Z0-9]{1,12}(?:[./][A-Z0-9]{1,12})?(?:-[A-Z0-9]{1,8})?$/;

const AMOUNT = /^\d{1,20}(?:\.\d{1,18})?$/;

const lastPair = storedValue({
  name: 'trading.pair',
  initial: DEFAULT_PAIR,
  accept: guarded((stored): stored is string => typeof stored === 'string' && SYMBOL.test(stored)),
});

/** Remembers the pair for the next visit without one in the address. */
export const rememberPair = (symbol: string): void => lastPair.write(symbol);

export type ChosenPair = {
  readonly symbol: string;
  /** What a link asked for: `&side=sell`. */
  readonly side: Side;
  /** What a link filled in, in units of the base; null without one. */
  readonly amount: string | null;
  choose(symbol: string): void;
};

/** The pair in the address, or else the one looked at last. Choosing another replaces the address: back leaves the page. */
export function useChosenPair(): ChosenPair {
  const [{ symbol: asked = '', side = 'buy', amount = '' }, replace] = useScreenParams('/pages/transaction/index', {
    symbol: 'string?',
    side: 'buy|sell?',
    amount: 'string?',
  });
  const symbol = SYMBOL.test(asked) ? asked : lastPair.read();
  const choose = useCallback((next: string) => replace({ symbol: next }), [replace]);
  return { symbol, side, amount: AMOUNT.test(amount) ? amount : null, choose };
}

export const spotPath = (symbol: string, side?: Side) => screenUrl('/pages/transaction/index', { symbol, side });

export const chartPath = (symbol: string) => screenUrl('/pages/transaction/currency', { symbol });

/** How the prices of an instrument are made, and how to verify them. */
export const sourcePath = (symbol: string) => screenUrl('/pages/transaction/source', { symbol });

export const ordersPath = (symbol: string) => screenUrl('/pages/transaction/currency_order', { symbol });

export const depositPath = (currencyId: number) => screenUrl('/pages/fund/receive', { currency_id: currencyId });
