import { useWallets } from '@tessera/api/wallet';
import { useMemo } from 'react';

/** Every currency of any account, as id and code, by code. */
export function useCurrencies(): readonly (readonly [id: string, code: string])[] {
  const { data } = useWallets();
  return useMemo(() => {
    const known = new Map<string, string>();
    for (const { currencies } of data?.accounts ?? []) {
      for (const { currency_id, currency } of currencies) known.set(String(currency_id), currency);
    }
    return [...known].toSorted(([, a], [, b]) => (a < b ? -1 : 1));
  }, [data]);
}
