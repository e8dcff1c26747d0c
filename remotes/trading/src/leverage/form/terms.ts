import type { Deal, Holding, RiskPosition, Tier } from '@tessera/api/leverage';
import type { DecimalString } from '@tessera/money';
import type { MarketState } from '../../market/instrument/market-state.ts';
import type { VisibleBook } from '../../ticket/expected-fill.ts';

/** What the exchange asks of a position in an instrument. */
export type LeverTerms = {
  readonly symbol: string;
  readonly base: string;
  /** Of the price. */
  readonly quote: string;
  /** Of margin, fees and results. */
  readonly currency: string;
  readonly currencyId: number;
  /** Fraction digits of `currency`. */
  readonly scale: number;
  readonly tick: DecimalString;
  /** Units of the base in one lot. */
  readonly lotSize: DecimalString;
  readonly leastLots: number;
  readonly mostLots: number;
  readonly multiples: readonly number[];
  readonly tiers: readonly Tier[];
  readonly makerFeeRate: DecimalString;
  readonly takerFeeRate: DecimalString;
  /** Share of the margin at which positions are liquidated, where no tier asks for more. */
  readonly threshold: DecimalString;
  /** What a unit of `quote` is worth in `currency`. */
  readonly conversion: DecimalString;
  readonly holding: Holding;
};

/** Everything outside the form that an order depends on. */
export type Conditions = {
  readonly terms: LeverTerms;
  readonly state: MarketState;
  readonly book: VisibleBook | null;
  /** Null while there is no price. */
  readonly bid: DecimalString | null;
  readonly ask: DecimalString | null;
  readonly mark: DecimalString | null;
  /** Of the lever account, in `currency`; null for a guest and while it is on its way. */
  readonly available: DecimalString | null;
  /** Open cross positions in `currency`: of this instrument, and the others. */
  readonly own: readonly RiskPosition[];
  readonly others: readonly RiskPosition[];
  /** Largest notional of one order in USDT at the user's identity level; null when unknown. */
  readonly orderLimit: DecimalString | null;
  /** Largest leverage that the user allows themself; null without such a limit. */
  readonly ownLimit: number | null;
  /** What each side of the instrument still opens; null when unknown. */
  readonly openInterest: Deal['open_interest'] | null;
  /** Nothing is opened until the next day. */
  readonly paused: boolean;
};
