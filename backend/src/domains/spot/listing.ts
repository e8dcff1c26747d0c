import type { Scales } from '@tessera/api/spot/rules';
import type { CatalogueSnapshot, Currency, Instrument } from '../../platform/catalogue/catalogue.ts';

/** A pair that is traded for its coins themselves, with both its currencies. */
export type SpotListing = { readonly instrument: Instrument; readonly base: Currency; readonly quote: Currency };

/** The pairs of one version of the catalogue. */
export type SpotListings = {
  readonly bySymbol: ReadonlyMap<string, SpotListing>;
  ofPair(baseId: number, quoteId: number): SpotListing | null;
  /** The pairs that a currency is part of. */
  symbolsOf(code: string): readonly string[];
};

const known = new WeakMap<CatalogueSnapshot, SpotListings>();

export function spotListings(catalogue: CatalogueSnapshot): SpotListings {
  const before = known.get(catalogue);
  if (before) return before;
  const listings = catalogue.instruments.flatMap((instrument): SpotListing[] => {
    const base = catalogue.currencyByCode(instrument.base);
    const quote = catalogue.currencyByCode(instrument.quote);
    return instrument.trades.includes('spot') && base && quote ? [{ instrument, base, quote }] : [];
  });
  const byPair = new Map(listings.map((listing) => [`${listing.base.id}/${listing.quote.id}`, listing]));
  const made: SpotListings = {
    bySymbol: new Map(listings.map((listing) => [listing.instrument.symbol, listing])),
    ofPair: (baseId, quoteId) => byPair.get(`${baseId}/${quoteId}`) ?? null,
    symbolsOf: (code) =>
      listings.flatMap(({ instrument, base, quote }) =>
        base.code === code || quote.code === code ? [instrument.symbol] : [],
      ),
  };
  known.set(catalogue, made);
  return made;
}

export const scalesOf = ({ base, quote }: SpotListing): Scales => ({ base: base.scale, quote: quote.scale });
