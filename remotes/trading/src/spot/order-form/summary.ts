import { feeOf, feeRateOf, receivedScale, slipOf } from '@tessera/api/spot';
import { type DecimalString, sub } from '@tessera/money';
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

export function summarize({ side, kind }: OrderForm, fields: Fields, at: Conditions): Summary | null {
  const buying = side === 'buy';
  const gross = buying ? fields.amount : fields.total;
  if (gross === null) return null;
  const feeRate = feeRateOf(side, kind === 'market' ? null : (fields.price ?? '0'), at, at.rules);
  const scale = receivedScale(side, at.scales);
  const fee = feeOf(gross, feeRate, scale);
  return { feeRate, fee, receive: sub(gross, fee), currency: buying ? at.rules.base : at.rules.quote, scale };
}

export type PriceWarning = { readonly way: 'above' | 'below'; readonly share: DecimalString };

/** A limit price that gives money away compared with the market. */
export function priceWarning({ side, kind }: OrderForm, { price }: Fields, at: Conditions): PriceWarning | null {
  const share = kind === 'limit' && price !== null ? slipOf(side, price, at) : null;
  return share === null ? null : { way: side === 'buy' ? 'above' : 'below', share };
}
