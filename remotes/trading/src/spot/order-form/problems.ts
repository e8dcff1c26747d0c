import { cmp, type DecimalString, isOnStep, isPositive } from '@tessera/money';
import type { Conditions } from './conditions.ts';
import type { Fields } from './fields.ts';
import type { OrderForm } from './form.ts';

/** Why an order cannot be placed as it stands. The backend judges again; this only helps the person. */
export type Problem =
  | { readonly code: 'closed' | 'offline' | 'stale' }
  | { readonly code: 'price_required' | 'size_required' }
  | { readonly code: 'price_off_tick'; readonly step: DecimalString }
  | { readonly code: 'amount_off_lot'; readonly step: DecimalString }
  | { readonly code: 'amount_too_small' | 'total_too_small'; readonly minimum: DecimalString }
  | { readonly code: 'insufficient'; readonly currency: string }
  | { readonly code: 'order_limit'; readonly limit: DecimalString };

const FIELD: Readonly<Record<Problem['code'], 'price' | 'size' | 'form'>> = {
  closed: 'form',
  offline: 'form',
  stale: 'form',
  price_required: 'price',
  price_off_tick: 'price',
  size_required: 'size',
  amount_off_lot: 'size',
  amount_too_small: 'size',
  total_too_small: 'size',
  insufficient: 'size',
  order_limit: 'size',
};

export const fieldOf = (problem: Problem) => FIELD[problem.code];

/** Not wrong, only not there yet: shown once the person asks for the order. */
export const isMissing = (problem: Problem): boolean =>
  problem.code === 'price_required' || problem.code === 'size_required';

function priceProblem(form: OrderForm, { price }: Fields, { rules }: Conditions): Problem | null {
  if (form.kind === 'market') return price === null ? { code: 'stale' } : null;
  if (price === null || !isPositive(price)) return { code: 'price_required' };
  return isOnStep(price, rules.tick) ? null : { code: 'price_off_tick', step: rules.tick };
}

const positive = (value: DecimalString | null): value is DecimalString => value !== null && isPositive(value);

/** Only totals in USDT can be held against the limit here; the backend converts the others. */
const overLimit = (total: DecimalString | null, { rules, orderLimit }: Conditions): boolean =>
  total !== null && orderLimit !== null && rules.quote === 'USDT' && cmp(total, orderLimit) > 0;

function lacksFunds(form: OrderForm, { amount, total }: Fields, { available }: Conditions): boolean {
  if (available === null) return false;
  const [needed, held] = form.side === 'buy' ? [total, available.quote] : [amount, available.base];
  return needed !== null && cmp(needed, held) > 0;
}

function sizeProblem(form: OrderForm, fields: Fields, at: Conditions): Problem | null {
  const { amount, total, byTotal } = fields;
  const { rules } = at;
  if (form.size.by === 'share' && at.available !== null && !positive(amount)) {
    return { code: 'insufficient', currency: form.side === 'buy' ? rules.quote : rules.base };
  }
  if (!positive(byTotal ? total : amount)) {
    const typed = form.size.by === 'total' && form.size.draft !== '' && amount !== null;
    return typed ? { code: 'amount_too_small', minimum: rules.min_amount } : { code: 'size_required' };
  }
  if (!byTotal && amount !== null && !isOnStep(amount, rules.lot)) return { code: 'amount_off_lot', step: rules.lot };
  if (lacksFunds(form, fields, at)) {
    return { code: 'insufficient', currency: form.side === 'buy' ? rules.quote : rules.base };
  }
  if (amount !== null && cmp(amount, rules.min_amount) < 0) {
    return { code: 'amount_too_small', minimum: rules.min_amount };
  }
  if (total !== null && cmp(total, rules.min_total) < 0) return { code: 'total_too_small', minimum: rules.min_total };
  if (overLimit(total, at) && at.orderLimit !== null) return { code: 'order_limit', limit: at.orderLimit };
  return null;
}

/** All that stands in the way, the market first, then field by field. */
export function problemsOf(form: OrderForm, fields: Fields, at: Conditions): readonly Problem[] {
  const market: Problem | null = at.state === 'open' ? null : { code: at.state };
  const found = [market, priceProblem(form, fields, at), sizeProblem(form, fields, at)];
  return found.filter((problem) => problem !== null);
}
