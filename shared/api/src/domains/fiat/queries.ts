// The kit by its package name: a relative import would bundle a second copy of it, with a second client.
import { callsOf } from '@tessera/api';
import { useMemo } from 'react';
import type { FiatContract } from './contract.ts';
import { fiatRoutes } from './routes.ts';
import { type DollarValue, dollarValue } from './rules.ts';

const { query } = callsOf<FiatContract>(fiatRoutes);

/** Rates are fetched again after this long. */
export const RATES_MAX_AGE_MS = 86_400_000;

/** Units of each fiat currency for one US dollar. */
export const useFiatRates = query('GET /fiat/rates', { quiet: true, staleTime: RATES_MAX_AGE_MS });

/** What quote currencies are worth; until the rates are there, dollars alone are known. */
export function useDollarValue(): DollarValue {
  const { data } = useFiatRates();
  return useMemo(
    () => dollarValue(new Map(data?.rates.map(({ currency_code, rate }) => [currency_code, rate]))),
    [data],
  );
}
