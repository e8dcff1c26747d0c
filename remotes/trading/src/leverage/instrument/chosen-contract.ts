import type { PositionSide } from '@tessera/api/leverage';
import { screenUrl, useScreenParams } from '@tessera/router';
import { guarded, storedValue } from '@tessera/storage';
import { useCallback } from 'react';

/** Perpetual contracts with funding, or leverage on everything else with an overnight fee. */
export type LeverCategory = 'contract' | 'lever';

const FIRST: Readonly<Record<LeverCategory, string>> = { contract: 'BTC/USDT-PERP', lever: 'XAU/USD' };

const SYMBOL = /^[A-Z0-9]{1,12}(?:[./][A-Z0-9]{1,12})?(?:-[A-Z0-9]{1,8})?$/;
const isSymbol = (stored: unknown): stored is string => typeof stored === 'string' && SYMBOL.test(stored);

const last = {
  contract: storedValue({ name: 'trading.contract', initial: FIRST.contract, accept: guarded(isSymbol) }),
  lever: storedValue({ name: 'trading.lever', initial: FIRST.lever, accept: guarded(isSymbol) }),
};

export const categoryOf = (symbol: string): LeverCategory => (symbol.endsWith('-PERP') ? 'contract' : 'lever');

/** Remembers the instrument for the next visit without one in the address. */
export const rememberContract = (symbol: string): void => last[categoryOf(symbol)].write(symbol);

export type ChosenContract = {
  readonly symbol: string;
  readonly category: LeverCategory;
  /** What a link asked for: `&side=short`. */
  readonly side: PositionSide;
  choose(symbol: string): void;
};

/** The instrument in the address, or else the one of its kind looked at last. */
export function useChosenContract(): ChosenContract {
  const [{ symbol: asked = '', mode, side = 'long' }, replace] = useScreenParams('/pages/transaction/index2', {
    symbol: 'string?',
    mode: 'contract|lever?',
    side: 'long|short?',
  });
  const symbol = SYMBOL.test(asked) ? asked : last[mode ?? 'contract'].read();
  const choose = useCallback((next: string) => replace({ symbol: next }), [replace]);
  return { symbol, category: categoryOf(symbol), side, choose };
}

export const leverPath = (symbol?: string, side?: PositionSide) =>
  screenUrl('/pages/transaction/index2', { symbol, side });

/** Moves money to the leverage account. */
export const transferPath = (currencyId?: number) =>
  screenUrl('/pages/fund/transfer', { currency_id: currencyId, from: 'change', to: 'lever' });

export const contractPath = (symbol: string) => screenUrl('/pages/transaction/contract', { symbol });

export const leverOrdersPath = (symbol?: string) => screenUrl('/pages/transaction/contract_order', { symbol });

/** The instrument of the chart's screen, or else the contract looked at last. */
export function useContractInAddress(): Pick<ChosenContract, 'symbol' | 'choose'> {
  const [{ symbol: asked = '' }, replace] = useScreenParams('/pages/transaction/contract', { symbol: 'string?' });
  const symbol = SYMBOL.test(asked) ? asked : last.contract.read();
  return { symbol, choose: useCallback((next: string) => replace({ symbol: next }), [replace]) };
}
