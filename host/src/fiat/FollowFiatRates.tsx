import { RATES_MAX_AGE_MS, useFiatRates } from '@tessera/api/fiat';
import { useEffect } from 'react';
import { announceFiat, keptRates } from './fiat.ts';

/** Keeps the rates up to date while the page is open; the last known ones stay until the exchange is reached. */
export function FollowFiatRates(): null {
  const { data, dataUpdatedAt } = useFiatRates({}, { refetchInterval: RATES_MAX_AGE_MS });
  useEffect(() => {
    if (!data || dataUpdatedAt === keptRates.read()?.savedAt) return;
    keptRates.write({ savedAt: dataUpdatedAt, output: data });
    announceFiat();
  }, [data, dataUpdatedAt]);
  return null;
}
