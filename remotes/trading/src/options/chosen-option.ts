import { screenUrl, useScreenParams } from '@tessera/router';
import { guarded, storedValue } from '@tessera/storage';
import { useCallback } from 'react';
import { DEFAULT_PAIR } from '../market/instrument/chosen-pair.ts';

const last = storedValue({
  name: 'trading.option',
  initial: DEFAULT_PAIR,
  accept: guarded((stored): stored is string => typeof stored === 'string' && stored.length <= 40),
});

/** The instrument in the address, or else the one looked at last. */
export function useChosenOption() {
  const [{ symbol: asked }, replace] = useScreenParams('/pages/transaction/index3', { symbol: 'string?' });
  const choose = useCallback(
    (symbol: string) => {
      last.write(symbol);
      replace({ symbol });
    },
    [replace],
  );
  return { symbol: asked ?? last.read(), choose };
}

export const optionOrdersPath = () => screenUrl('/pages/transaction/seconds_order');
/** The proof of a settlement, checked in the page. */
export const settlementPath = (id: string) => screenUrl('/pages/transaction/settlement', { id });
export const transferPath = (currencyId: number) =>
  screenUrl('/pages/fund/transfer', { currency_id: currencyId, from: 'change', to: 'micro' });
