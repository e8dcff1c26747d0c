import type { Scales } from '@tessera/api/spot/rules';
import { type Currency, catalogue, currencyByCode, type Instrument } from '../instruments/index.ts';

/** A pair that is traded for its coins themselves, with both its currencies. */
export type SpotListing = { readonly instrument: Instrument; readonly base: Currency; readonly quote: Currency };

const listings: readonly SpotListing[] = catalogue.flatMap((instrument) => {
  const base = currencyByCode(instrument.base);
  const quote = currencyByCode(instrument.quote);
  return instrument.trades.includes('spot') && base && quote ? [{ instrument, base, quote }] : [];
});

const bySymbol = new Map(listings.map((listing) => [listing.instrument.symbol, listing]));
const byPair = new Map(listings.map((listing) => [`${listing.base.id}/${listing.quote.id}`, listing]));

export const spotSymbols: readonly string[] = [...bySymbol.keys()];

export const listingOf = (symbol: string): SpotListing | null => bySymbol.get(symbol) ?? null;

export const listingOfPair = (baseId: number, quoteId: number): SpotListing | null =>
  byPair.get(`${baseId}/${quoteId}`) ?? null;

export const scalesOf = ({ base, quote }: SpotListing): Scales => ({ base: base.scale, quote: quote.scale });

/** The pairs that a currency is part of. */
export const spotSymbolsOf = (code: string): readonly string[] =>
  listings.flatMap(({ instrument, base, quote }) =>
    base.code === code || quote.code === code ? [instrument.symbol] : [],
  );
