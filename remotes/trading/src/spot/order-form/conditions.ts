import type { Instrument } from '@tessera/api/instruments';
import type { BestPrices, FeeRates, Scales, Terms } from '@tessera/api/spot';
import { discountedRates } from '@tessera/api/vip/rules';
import type { DecimalString } from '@tessera/money';
import type { MarketState } from '../../market/instrument/market-state.ts';
import type { VisibleBook } from '../../ticket/expected-fill.ts';

/** What the exchange asks of an order in a pair. */
export type Rules = Pick<Instrument, 'symbol' | 'base' | 'quote' | 'currency_id' | 'legal_id'> & Terms & FeeRates;

/** `discount` is that of the user's VIP level, a ratio: fills cost the rates less it. */
export function rulesOf(instrument: Instrument, discount: DecimalString = '0'): Rules {
  const { symbol, base, quote, currency_id, legal_id, tick, lot } = instrument;
  return {
    ...{ symbol, base, quote, currency_id, legal_id, tick, lot },
    minAmount: instrument.min_amount,
    minTotal: instrument.min_total,
    ...discountedRates({ makerFeeRate: instrument.maker_fee_rate, takerFeeRate: instrument.taker_fee_rate }, discount),
  };
}

/** Everything outside the form that an order depends on. */
export type Conditions = BestPrices & {
  readonly rules: Rules;
  readonly state: MarketState;
  /** The visible book; null until it is there. */
  readonly book: VisibleBook | null;
  /** Null for a guest and while the balances are on their way. */
  readonly available: { readonly base: DecimalString; readonly quote: DecimalString } | null;
  readonly scales: Scales;
  /** Largest total of one order in USDT at the user's identity level; null when unknown. */
  readonly orderLimit: DecimalString | null;
};
