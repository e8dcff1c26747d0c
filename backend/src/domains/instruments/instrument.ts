import type { Category } from '@tessera/api/rules';
import type { CalendarId } from './calendars.ts';

export type TradeKind = 'spot' | 'lever' | 'micro';

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
  readonly priceScale: number;
  readonly amountScale: number;
  /** Ratios: 0.001 is 0.1 %. */
  readonly makerFeeRate: string;
  readonly takerFeeRate: string;
  readonly trades: readonly TradeKind[];
  /** Leverage steps offered; empty for none. */
  readonly multiples: readonly number[];
  readonly calendar: CalendarId;
  /** Position in the default order of its category. */
  readonly rank: number;
  /** An order against an older price is rejected. */
  readonly maxPriceAgeMs: number;
};
