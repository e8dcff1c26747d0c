import type { Instrument } from '@tessera/api/instruments';
import type { DecimalString } from '@tessera/money';

/** What the exchange says about a pair. */
export type Rules = Pick<
  Instrument,
  | 'symbol'
  | 'base'
  | 'quote'
  | 'currency_id'
  | 'legal_id'
  | 'tick'
  | 'lot'
  | 'min_amount'
  | 'min_total'
  | 'maker_fee_rate'
  | 'taker_fee_rate'
>;

/** Whether an order can be taken now, and if not, why. */
export type MarketState = 'open' | 'closed' | 'stale' | 'offline';

/** Everything outside the form that an order depends on. */
export type Conditions = {
  readonly rules: Rules;
  readonly state: MarketState;
  /** Best prices; null while there is no quote. */
  readonly bid: DecimalString | null;
  readonly ask: DecimalString | null;
  /** Null for a guest and while the balances are on their way. */
  readonly available: { readonly base: DecimalString; readonly quote: DecimalString } | null;
  /** Fraction digits that balances are kept with. */
  readonly baseScale: number;
  readonly quoteScale: number;
  /** Largest total of one order in USDT at the person's identity level; null when unknown. */
  readonly orderLimit: DecimalString | null;
};
