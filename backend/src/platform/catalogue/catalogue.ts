import type { Category } from '@tessera/api/rules';
import type { Calendar, Holiday } from '../calendar/calendar.ts';
import type { MarketTerms } from '../market/terms.ts';

/*
 * What is listed: currencies, calendars and instruments. They are rows that staff change while the backend runs; each
 * node holds them in memory and follows. The domain `instruments` keeps them.
 */

/** A currency that can be held. */
export type Currency = {
  /** Stable: stored nowhere but known to clients. */
  readonly id: number;
  readonly code: string;
  readonly name: string;
  /** Fraction digits that balances are kept and shown with. */
  readonly scale: number;
  readonly kind: 'crypto' | 'fiat';
  /** Staff closed it: no deposits, conversions or new orders. Balances stay. */
  readonly open: boolean;
  /** Version of the catalogue that changed it last. */
  readonly version: number;
};

export const tradeKinds = ['spot', 'lever', 'micro'] as const;
export type TradeKind = (typeof tradeKinds)[number];

/** Positions of a notional value up to `limit`, in the settlement currency, may use at most this leverage. */
export type LeverageTier = { readonly limit: string; readonly multiple: number };

/** What staff set of the house's quotes, the breakers and the risk of leverage; null: by the rule of docs/instruments.md. */
export type MarketLimits = {
  /** Lots that a full side of the ladder holds. */
  readonly houseDepth: number | null;
  /** Largest inventory of the house, in depths. */
  readonly houseCap: number | null;
  /** Ratios, see `BreakerTerms`. */
  readonly breakerJump: number | null;
  readonly breakerSpread: number | null;
  /** What insurance may pay of a liquidation before positions across are reduced; a ratio of its notional value. */
  readonly insuranceShare: number | null;
  /** What insurance pays in a day before nothing more is opened, in the settlement currency. */
  readonly insuranceCap: number | null;
  /** Most that users hold on one side at the highest multiple, in the settlement currency. */
  readonly openInterestCap: number | null;
};

/** What can be traded and by which rules. Prices, amounts and rates are decimal strings. */
export type Instrument = {
  readonly id: number;
  readonly symbol: string;
  readonly name: string;
  readonly category: Category;
  /** A currency code, a ticker, or what a contract is on. */
  readonly base: string;
  /** What the price counts. */
  readonly quote: string;
  /** Currency held here that trades settle in; for coins it is the quote. */
  readonly settlement: string;
  /** Prices are whole multiples of the tick, amounts of the lot. */
  readonly tick: string;
  readonly lot: string;
  readonly minAmount: string;
  /** Least price × amount, in the quote currency. */
  readonly minTotal: string;
  /** Fraction digits of tick and lot. */
  readonly priceScale: number;
  readonly amountScale: number;
  /** Ratios: 0.001 is 0.1 %. */
  readonly makerFeeRate: string;
  readonly takerFeeRate: string;
  readonly trades: readonly TradeKind[];
  /** Leverage steps offered; empty for none. */
  readonly multiples: readonly number[];
  /** Smallest limit first, none is larger than the last one; empty: every size may use every step. */
  readonly tiers: readonly LeverageTier[];
  /** Positions are liquidated when this share of their margin is left; a ratio. */
  readonly liquidationThreshold: string;
  /** A year, a ratio of the notional value; perpetual contracts pay funding instead. */
  readonly overnightRate: string;
  /** Most that users may hold net on one side, in the settlement currency; null: by the rule of docs/instruments.md. */
  readonly exposureCap: string | null;
  readonly calendar: string;
  /** Position in the default order of its category. */
  readonly rank: number;
  /** An order against an older price is rejected. */
  readonly maxPriceAgeMs: number;
  /** Between bid and ask of the house; a ratio of the price. */
  readonly spread: number;
  readonly limits: MarketLimits;
  /** ISO 3166-1 alpha-2 codes of the countries whose residents may not trade it. */
  readonly countries: readonly string[];
  /** Why staff halted it; null while they did not. */
  readonly halt: string | null;
  /** What moves the simulated price; a live source does not read it. */
  readonly simulation: MarketTerms['simulation'];
  /** Version of the catalogue that changed it last. */
  readonly version: number;
};

/** A calendar with what was put into it, as staff see it. */
export type NamedCalendar = {
  readonly id: string;
  readonly calendar: Calendar;
  /** ISO date; the holidays after it are not known. Null where there are none at all. */
  readonly coveredUntil: string | null;
  readonly holidays: readonly Holiday[];
  readonly version: number;
};

/** All of it at one version; never changes. */
export type CatalogueSnapshot = {
  /** Raised by one with every change. */
  readonly version: number;
  /** By category and rank of the seed: the order of the listing. */
  readonly instruments: readonly Instrument[];
  /** Null for what is not listed. */
  instrument(symbol: string): Instrument | null;
  /** The majors first. */
  readonly currencies: readonly Currency[];
  currencyById(id: number): Currency | null;
  /** Null for what is no currency: a ticker, the base of a contract. */
  currencyByCode(code: string): Currency | null;
  /** The currency of money that is in the ledger; throws for a code that is none. */
  heldCurrency(code: string): Currency;
  readonly calendars: ReadonlyMap<string, NamedCalendar>;
  /** The calendar of an instrument. */
  calendarOf(instrument: Instrument): Calendar;
  /** What the market needs to know, of every instrument. */
  marketTerms(): readonly MarketTerms[];
};

/** Codes of the currencies that staff have closed. */
export const closedCurrencies = ({ currencies }: Pick<CatalogueSnapshot, 'currencies'>): string[] =>
  currencies.flatMap(({ code, open }) => (open ? [] : [code]));

/** ISO 3166-1 alpha-2 codes of the countries whose residents may not buy what follows an instrument; none without one. */
export const countriesWithout = (
  catalogue: Pick<CatalogueSnapshot, 'instrument'>,
  symbol: string | null,
): readonly string[] => (symbol === null ? [] : (catalogue.instrument(symbol)?.countries ?? []));

export type Catalogue = {
  current(): CatalogueSnapshot;
  /** Called with each newer version that this node takes over. Returns an unsubscribe function. */
  onChange(listener: (snapshot: CatalogueSnapshot) => void): () => void;
  /** Reads the catalogue if the database has a newer version. */
  refresh(): Promise<void>;
};
