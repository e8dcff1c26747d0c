import { type FiatRates, useFiatRates } from '@tessera/api/fiat';
import type { FiatCode } from '@tessera/bus';
import { bus } from '@tessera/bus/host';
import type { QueryClient } from '@tessera/query';
import { anyText, guarded, storedValue } from '@tessera/storage';

type Kept = { readonly savedAt: number; readonly output: FiatRates };

/** Of JSON: what is not an object has none of the fields. */
const isKept = (value: unknown): value is Kept => {
  const kept = value as { readonly savedAt?: unknown; readonly output?: { readonly rates?: unknown } | null } | null;
  return typeof kept?.savedAt === 'number' && Array.isArray(kept.output?.rates);
};

/** Version 1 contained only the rates. */
const withOutput = (stored: unknown): unknown => {
  const { savedAt, rates } = (stored ?? {}) as { readonly savedAt?: unknown; readonly rates?: unknown };
  return savedAt && rates ? { savedAt, output: { base: 'USD', at: savedAt, source: 'kept', rates } } : stored;
};

export const keptRates = storedValue<Kept | null>({
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
export function announceFiat(): void {
  const chosen = chosenFiat.read() ?? accountFiat.read() ?? 'USD';
  const known = keptRates.read()?.output.rates.find(({ currency_code }) => currency_code === chosen);
  bus.emit('fiat', known ? { code: known.currency_code, rate: known.rate } : { code: 'USD', rate: '1' });
}

/** Announces the chosen fiat currency at the rate of the last visit, and follows requests to change it. */
export function startFiat(): void {
  announceFiat();
  bus.on('fiat.request', (code: FiatCode) => {
    chosenFiat.write(code);
    announceFiat();
  });
}

/** The currency of the account counts on a device on which none was chosen; null when signed out. */
export function followAccountFiat(code: FiatCode | null): void {
  accountFiat.write(code);
  announceFiat();
}

/** Puts the rates of the last visit into the page's cache, so that they are fetched only once they are too old. */
export function seedFiatRates(client: QueryClient): void {
  const kept = keptRates.read();
  if (kept) client.setQueryData(useFiatRates.key({}), kept.output, { updatedAt: kept.savedAt });
}
