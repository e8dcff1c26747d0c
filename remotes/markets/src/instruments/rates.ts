import { api } from '@tessera/api';
import { useQuery } from '@tessera/query';
import { useMemo } from 'react';
import { type DollarValue, dollarValue } from './valuation.ts';

const DAY_MS = 86_400_000;

const ratesQuery = {
  queryKey: ['markets', 'rates'],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => api('GET /fiat/rates', {}, { signal, quiet: true }),
  staleTime: DAY_MS,
};

/** What quote currencies are worth; until the rates are there, dollars alone are known. */
export function useDollarValue(): DollarValue {
  const { data } = useQuery(ratesQuery);
  return useMemo(
    () => dollarValue(new Map(data?.rates.map(({ currency_code, rate }) => [currency_code, rate]))),
    [data],
  );
}
