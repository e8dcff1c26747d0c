import { dualPayout, dualTermsOf, type InvestProduct } from '@tessera/api/invest';
import { type DecimalString, div, mul, quantize, sub } from '@tessera/money';

/* Dual investments as what they are: a price, how far the market is from it, and what is paid on either side. */

type Paid = { readonly amount: DecimalString; readonly currency: string; readonly scale: number };
type Outcomes = { readonly above: Paid; readonly below: Paid };

/** Just beside the target price: an outcome that falls with the price is its best there. */
const BESIDE = { above: '1.000001', below: '0.999999' } as const;
/** Digits of a distance, a ratio. */
const DISTANCE_DIGITS = 6;

/** What is paid for an amount above the target price and below it; null for what has none. */
export function outcomesOf(product: InvestProduct, amount: DecimalString): Outcomes | null {
  const terms = dualTermsOf(product, amount);
  if (!terms) return null;
  const paidAt = (factor: DecimalString): Paid => {
    const paid = dualPayout(terms, { total: mul(terms.price, factor), count: 1 });
    return { ...paid, scale: paid.currency === terms.currency ? terms.scale : terms.otherScale };
  };
  return { above: paidAt(BESIDE.above), below: paidAt(BESIDE.below) };
}

/** How far the target price is from the market, a ratio of the market's: positive above it; null without a price. */
export const distanceOf = ({
  price,
  index_price,
}: Pick<InvestProduct, 'price' | 'index_price'>): DecimalString | null =>
  price === null || index_price === null
    ? null
    : quantize(div(sub(price, index_price), index_price), DISTANCE_DIGITS, 'down');

/** What a dual investment is about: the coin or the metal of its instrument. */
export const coinOf = ({ symbol, currency }: Pick<InvestProduct, 'symbol' | 'currency'>): string =>
  symbol?.split('/')[0] ?? currency;

/** `any` filters nothing out. */
export type DualFilter = { readonly coin: string; readonly side: string; readonly days: string };
export const ANY = 'any';

export const fits = (filter: DualFilter, product: InvestProduct): boolean =>
  (filter.coin === ANY || filter.coin === coinOf(product)) &&
  (filter.side === ANY || filter.side === product.side) &&
  (filter.days === ANY || filter.days === String(product.days));

/** The choices that a list has. */
export const choicesOf = (products: readonly InvestProduct[]) => ({
  coins: [...new Set(products.map(coinOf))],
  days: [...new Set(products.map(({ days }) => days ?? 0))].toSorted((one, other) => one - other),
});
