import { affordableAmount, bookedTotal } from '@tessera/api/spot';
import { type DecimalString, div, isPositive, min, mul, quantize, scaleOf, shareOf, toStep } from '@tessera/money';
import { type Draft, draftValue } from '../../ticket/draft.ts';
import type { Conditions } from './conditions.ts';
import type { OrderForm } from './form.ts';

/** The form with every gap filled that can be. */
export type Fields = {
  /** The limit price, or the market's price on the side of the order. */
  readonly price: DecimalString | null;
  /** In the base currency; estimated for a market buy by total. */
  readonly amount: DecimalString | null;
  /** In the quote currency; estimated for a market order by amount. */
  readonly total: DecimalString | null;
  /** A market buy sized by the amount to spend, not the amount to receive. */
  readonly byTotal: boolean;
  readonly amountDraft: Draft;
  readonly totalDraft: Draft;
  /** The chip that is on. */
  readonly percent: number | null;
};

const priceOf = (form: OrderForm, { bid, ask }: Conditions): DecimalString | null =>
  form.kind !== 'market' ? draftValue(form.price) : form.side === 'buy' ? ask : bid;

const amountOf = (total: DecimalString, price: DecimalString | null, lot: DecimalString): DecimalString | null =>
  price !== null && isPositive(price) ? affordableAmount(total, price, lot) : null;

type Quantities = Pick<Fields, 'amount' | 'total' | 'byTotal'>;

function byAmount(
  amount: DecimalString | null,
  price: DecimalString | null,
  form: OrderForm,
  at: Conditions,
): Quantities {
  const total = amount !== null && price !== null ? bookedTotal(form.side, mul(amount, price), at.scales.quote) : null;
  return { amount, total, byTotal: false };
}

function bySpending(
  spend: DecimalString | null,
  price: DecimalString | null,
  form: OrderForm,
  at: Conditions,
): Quantities {
  if (spend === null) return { amount: null, total: null, byTotal: false };
  const amount = amountOf(spend, price, at.rules.lot);
  // A limit order has an amount in whole lots, so its true total can be a little under what was typed.
  if (form.kind !== 'market') return byAmount(amount, price, form, at);
  return { amount, total: spend, byTotal: true };
}

type Funds = NonNullable<Conditions['available']>;

/** What one order may take of the account: no more than the limit of the user's identity level, which is in USDT. */
function usable({ base, quote }: Funds, price: DecimalString | null, { orderLimit, rules }: Conditions): Funds {
  if (orderLimit === null || rules.quote !== 'USDT') return { base, quote };
  const sold = amountOf(orderLimit, price, rules.lot);
  return { base: sold === null ? base : min(base, sold), quote: min(quote, orderLimit) };
}

function quantities(form: OrderForm, price: DecimalString | null, at: Conditions): Quantities {
  const { size, side } = form;
  if (size.by !== 'share') {
    return (size.by === 'amount' ? byAmount : bySpending)(draftValue(size.draft), price, form, at);
  }
  if (at.available === null) return byAmount(null, price, form, at);
  const { base, quote } = usable(at.available, price, at);
  if (side === 'sell') return byAmount(shareOf(base, size.percent, at.rules.lot), price, form, at);
  const budget = quantize(div(mul(quote, String(size.percent)), '100'), at.scales.quote, 'down');
  return bySpending(budget, price, form, at);
}

/** Fraction digits that the fields take. */
export const draftScales = ({ rules, scales }: Conditions) => ({
  price: scaleOf(rules.tick),
  amount: scaleOf(rules.lot),
  total: scales.quote,
});

export function deriveFields(form: OrderForm, at: Conditions): Fields {
  const price = priceOf(form, at);
  const found = quantities(form, price, at);
  const { size } = form;
  return {
    price,
    ...found,
    amountDraft: size.by === 'amount' ? size.draft : (found.amount ?? ''),
    totalDraft: size.by === 'total' ? size.draft : (found.total ?? ''),
    percent: size.by === 'share' ? size.percent : null,
  };
}

/** The most that could be ordered now, in the base currency; null while price or balance is unknown. */
export function largestAmount(form: OrderForm, at: Conditions): DecimalString | null {
  if (at.available === null) return null;
  const price = priceOf(form, at);
  const { base, quote } = usable(at.available, price, at);
  return form.side === 'sell' ? toStep(base, at.rules.lot) : amountOf(quote, price, at.rules.lot);
}
