import { div, mul, quantize } from '@tessera/money';
import type { Instrument } from '../../platform/catalogue/catalogue.ts';

/** Fraction digits of a rate. */
const SCALE = 18;
/** A dollar coin counts as a dollar. */
const DOLLARS: ReadonlySet<string> = new Set(['USD', 'USDT', 'USDC']);

/** A price of a symbol in its quote currency; null where there is none. */
export type PriceOf = (symbol: string) => string | null;

/**
 * One unit of an instrument's quote currency in the currency that it settles in, by the index, which no order moves: of
 * the pair, or of the pair the other way round. Null while there is none.
 */
export function rateOf({ quote, settlement }: Pick<Instrument, 'quote' | 'settlement'>, index: PriceOf): string | null {
  if (quote === settlement || (DOLLARS.has(quote) && DOLLARS.has(settlement))) return '1';
  const settling = DOLLARS.has(settlement) ? [settlement, 'USD'] : [settlement];
  for (const currency of settling) {
    const direct = index(`${quote}/${currency}`);
    if (direct !== null) return quantize(direct, SCALE, 'down');
    const inverse = index(`${currency}/${quote}`);
    if (inverse !== null) return quantize(div('1', inverse), SCALE, 'down');
  }
  return null;
}

/**
 * The rate by which results of a position count: that of the moment. A result at the rate of the opening would be worth more
 * than it costs where the quote currency falls. Positions of former versions keep the rate that they were promised.
 */
export function resultRate(
  { rate, rateFixed }: { readonly rate: string; readonly rateFixed: boolean },
  instrument: Pick<Instrument, 'quote' | 'settlement'> | null,
  index: PriceOf,
): string {
  return rateFixed || !instrument ? rate : (rateOf(instrument, index) ?? rate);
}

/** What an amount of a settlement currency is worth in USDT, by the last price; null while there is none. */
export function inUsdt(currency: string, amount: string, last: PriceOf): string | null {
  if (currency === 'USDT') return amount;
  const price = last(`${currency}/USDT`);
  return price === null ? null : mul(amount, price);
}
