import { bookedTotal, feeOf, feeRateOf, receivedScale, slipOf } from '@tessera/api/spot';
import { type DecimalString, isPositive, sub } from '@tessera/money';
import { type ExpectedFill, expectedFill } from '../../ticket/expected-fill.ts';
import type { Conditions } from './conditions.ts';
import type { Fields } from './fields.ts';
import type { OrderForm } from './form.ts';

/** What the order comes to, before it is placed. */
export type Summary = {
  /** Ratio in force: taker when the order would fill at once, else maker. */
  readonly feeRate: DecimalString;
  /** Both in `currency`, which is what the user receives. */
  readonly fee: DecimalString;
  readonly receive: DecimalString;
  readonly currency: string;
  readonly scale: number;
};

/** What the order would take from the visible book at once; null for one that may rest, and without a size or a book. */
export function takenNow({ side, kind, timeInForce }: OrderForm, fields: Fields, at: Conditions): ExpectedFill | null {
  const market = kind === 'market';
  if (at.book === null || (!market && (kind !== 'limit' || timeInForce === 'GTC'))) return null;
  const amount = fields.byTotal ? null : fields.amount;
  const total = fields.byTotal ? fields.total : null;
  const size = amount ?? total;
  if (size === null || !isPositive(size) || (!market && fields.price === null)) return null;
  return expectedFill(at.book, { side, amount, total, price: market ? null : fields.price }, at.rules.lot);
}

export function summarize(
  { side, kind }: OrderForm,
  fields: Fields,
  at: Conditions,
  taken: ExpectedFill | null,
): Summary | null {
  const buying = side === 'buy';
  const market = kind === 'market';
  const scale = receivedScale(side, at.scales);
  const fill =
    market && taken ? { amount: taken.amount, total: bookedTotal(side, taken.total, at.scales.quote) } : fields;
  const gross = buying ? fill.amount : fill.total;
  if (gross === null) return null;
  const feeRate = feeRateOf(side, market ? null : (fields.price ?? '0'), at, at.rules);
  const fee = feeOf(gross, feeRate, scale);
  return { feeRate, fee, receive: sub(gross, fee), currency: buying ? at.rules.base : at.rules.quote, scale };
}

export type PriceWarning = { readonly way: 'above' | 'below'; readonly share: DecimalString };

/** A limit price that gives money away compared with the market. */
export function priceWarning({ side, kind }: OrderForm, { price }: Fields, at: Conditions): PriceWarning | null {
  const share = kind === 'limit' && price !== null ? slipOf(side, price, at) : null;
  return share === null ? null : { way: side === 'buy' ? 'above' : 'below', share };
}
