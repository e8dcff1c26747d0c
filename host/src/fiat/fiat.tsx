import { type FiatRates, RATES_MAX_AGE_MS, useFiatRates } from '@tessera/api/fiat';
import type { FiatCode } from '@tessera/bus';
import { bus } from '@tessera/bus/host';
import type { QueryClient } from '@tessera/query';
import { anyText, guarded, storedValue } from '@tessera/storage';
import { useEffect } from 'react';

type Kept = { readonly savedAt: number; readonly output: FiatRates };

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  'savedAt' in value &&
  typeof value.savedAt === 'number' &&
  'output' in value &&
  typeof value.output === 'object' &&
  value.output !== null &&
  'rates' in value.output &&
  Array.isArray(value.output.rates);

/** Version 1 contained only the rates. */
const withOutput = (stored: unknown): unknown =>
  typeof stored === 'object' && stored !== null && 'savedAt' in stored && 'rates' in stored
    ? { savedAt: stored.savedAt, output: { base: 'USD', at: stored.savedAt, source: 'kept', rates: stored.rates } }
    : stored;

const keptRates = storedValue<Kept | null>({
  name: 'host.fiat-rates',
  version: 2,
  initial: null,
  accept: guarded(isKept),
  migrate: withOutput,
});

const storedFiat = (name: `host.${string}`) =>
  storedValue<string | null>({ name, initial: null, accept: anyText, format: 'text' });

const chosenFiat = storedFiat('host.fiat');
/** The account's choice, for a device without one. */
const accountFiat = storedFiat('host.account-fiat');

/** US dollars at 1 while no rate of the chosen currency is known. */
function announce(): void {
  const chosen = chosenFiat.read() ?? accountFiat.read() ?? 'USD';
  const known = keptRates.read()?.output.rates.find(({ currency_code }) => currency_code === chosen);
  bus.emit('fiat', known ? { code: known.currency_code, rate: known.rate } : { code: 'USD', rate: '1' });
}

/** Announces the chosen fiat currency at the rate of the last visit, and follows requests to change it. */
export function startFiat(): void {
  announce();
  bus.on('fiat.request', (code: FiatCode) => {
    chosenFiat.write(code);
    announce();
  });
}

/** The currency of the account counts on a device on which none was chosen; null when signed out. */
export function followAccountFiat(code: FiatCode | null): void {
  accountFiat.write(code);
  announce();
}

/** Puts the rates of the last visit into the page's cache, so that they are fetched only once they are too old. */
export function seedFiatRates(client: QueryClient): void {
  const kept = keptRates.read();
  if (kept) client.setQueryData(useFiatRates.key({}), kept.output, { updatedAt: kept.savedAt });
}

/** Keeps the rates up to date while the page is open; the last known ones stay until the exchange is reached. */
export function FollowFiatRates(): null {
  const { data, dataUpdatedAt } = useFiatRates({}, { refetchInterval: RATES_MAX_AGE_MS });
  useEffect(() => {
    if (!data || dataUpdatedAt === keptRates.read()?.savedAt) return;
    keptRates.write({ savedAt: dataUpdatedAt, output: data });
    announce();
  }, [data, dataUpdatedAt]);
  return null;
}
