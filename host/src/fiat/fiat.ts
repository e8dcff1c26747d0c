import { type Answer, api } from '@tessera/api';
import { bus, type FiatCode } from '@tessera/bus';
import { readStored, readStoredJson, store } from '../storage.ts';

/** Rates are asked for again after this long, ms. */
export const REFRESH = 86_400_000;

type Rates = { readonly savedAt: number; readonly rates: Answer<'GET /fiat/rates'>['rates'] };

const isRates = (value: unknown): value is Rates =>
  typeof value === 'object' && value !== null && 'savedAt' in value && 'rates' in value && Array.isArray(value.rates);

/** The chosen fiat currency; falls back to US dollars at 1 while no rate of the chosen one is known. */
export function startFiat(now: () => number = Date.now): void {
  let known = readStoredJson('fiat-rates', isRates);
  let chosen = (readStored('fiat') ?? 'USD') as FiatCode;

  const announce = () => {
    const rate = known?.rates.find((entry) => entry.currency_code === chosen)?.rate;
    bus.emit('fiat', rate ? { code: chosen, rate } : { code: 'USD', rate: '1' });
  };
  announce();

  bus.on('fiat.request', (code) => {
    chosen = code;
    store('fiat', code);
    announce();
  });

  const refresh = async () => {
    const { rates } = await api('GET /fiat/rates', {});
    known = { savedAt: now(), rates };
    store('fiat-rates', JSON.stringify(known));
    announce();
  };
  if (!known || now() - known.savedAt >= REFRESH) {
    // The last rates, or dollars, stay until the next start reaches the server.
    refresh().catch((error) => console.warn('fiat rates not refreshed', error));
  }
}
