import { type DecimalString, div, mul, quantize, sub } from '@tessera/money';
import type { Conditions } from './conditions.ts';
import { crosses, type Fields } from './fields.ts';
import type { OrderForm } from './form.ts';

/** What the order comes to, before it is placed. */
export type Summary = {
  /** Ratio in force: taker when the order would fill at once, else maker. */
  readonly feeRate: DecimalString;
  /** Both in `currency`, which is what the person receives. */
  readonly fee: DecimalString;
  readonly receive: DecimalString;
  readonly currency: string;
  readonly scale: number;
};

export function feeRateOf(form: OrderForm, fields: Fields, at: Conditions): DecimalString {
  const taker = form.kind === 'market' || (fields.price !== null && crosses(form, fields.price, at));
  return taker ? at.rules.taker_fee_rate : at.rules.maker_fee_rate;
}

/** The fee is taken from what is received and rounded up to the currency's scale. */
export function summarize(form: OrderForm, fields: Fields, at: Conditions): Summary | null {
  const buying = form.side === 'buy';
  const gross = buying ? fields.amount : fields.total;
  if (gross === null) return null;
  const feeRate = feeRateOf(form, fields, at);
  const scale = buying ? at.baseScale : at.quoteScale;
  const fee = quantize(mul(gross, feeRate), scale, 'up');
  return { feeRate, fee, receive: sub(gross, fee), currency: buying ? at.rules.base : at.rules.quote, scale };
}

/** Where a limit price starts to look like a slip of the finger: 2 % on the losing side of the market. */
const SLIP = 0.02;

export type PriceWarning = { readonly way: 'above' | 'below'; readonly share: DecimalString };

/** A limit price that gives money away compared with the market. */
export function priceWarning(form: OrderForm, fields: Fields, { bid, ask }: Conditions): PriceWarning | null {
  const market = form.side === 'buy' ? ask : bid;
  if (form.kind !== 'limit' || fields.price === null || market === null) return null;
  const share = sub(div(fields.price, market), '1');
  const worse = form.side === 'buy' ? Number(share) : -Number(share);
  if (worse < SLIP) return null;
  return { way: form.side === 'buy' ? 'above' : 'below', share: share.replace('-', '') };
}
