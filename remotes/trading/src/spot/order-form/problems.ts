import {
  amountProblem,
  boughtProblem,
  crosses,
  limitProblem,
  type OrderProblem,
  priceProblem,
  spendProblem,
  totalProblem,
} from '@tessera/api/spot';
import { cmp, type DecimalString, isPositive, mul } from '@tessera/money';
import type { Conditions } from './conditions.ts';
import type { Fields } from './fields.ts';
import type { OrderForm } from './form.ts';

/** Why an order cannot be placed. The exchange checks again, by the same rules and by data only it has. */
export type Problem =
  | Exclude<OrderProblem, { readonly code: 'price_too_far' }>
  | { readonly code: 'closed' | 'halted' | 'offline' | 'stale' }
  | { readonly code: 'price_required' | 'size_required' | 'post_only_takes' }
  | { readonly code: 'insufficient'; readonly currency: string };

/** The part of the form where the problem is shown. */
export function fieldOf(problem: Problem): 'price' | 'size' | 'form' {
  switch (problem.code) {
    case 'closed':
    case 'halted':
    case 'offline':
    case 'stale':
      return 'form';
    case 'price_required':
    case 'price_off_tick':
    case 'post_only_takes':
      return 'price';
    default:
      return 'size';
  }
}

/** Not wrong, only not there yet: shown once the order is asked for. */
export const isMissing = (problem: Problem): boolean =>
  problem.code === 'price_required' || problem.code === 'size_required';

function problemOfPrice(form: OrderForm, { price }: Fields, at: Conditions): Problem | null {
  if (form.kind === 'market') return price === null ? { code: 'stale' } : null;
  if (price === null || !isPositive(price)) return { code: 'price_required' };
  const wrong = priceProblem(at.rules, price);
  if (wrong) return wrong;
  return form.postOnly && crosses(form.side, price, at) ? { code: 'post_only_takes' } : null;
}

const positive = (value: DecimalString | null): value is DecimalString => value !== null && isPositive(value);

function lacksFunds(form: OrderForm, { amount, total }: Fields, { available }: Conditions): boolean {
  if (available === null) return false;
  const [needed, held] = form.side === 'buy' ? [total, available.quote] : [amount, available.base];
  return needed !== null && cmp(needed, held) > 0;
}

/** Only totals in USDT can be held against the limit here; the exchange converts the others. */
const problemOfLimit = (total: DecimalString, { rules, orderLimit }: Conditions): Problem | null =>
  orderLimit !== null && rules.quote === 'USDT' ? limitProblem(total, orderLimit, 'amount') : null;

/** A market buy sized by the amount to spend. */
function problemOfSpending(spend: DecimalString, { amount, price }: Fields, at: Conditions): Problem | null {
  const { rules, scales } = at;
  const bought = amount !== null && price !== null ? boughtProblem(rules, amount, price, scales.quote) : null;
  return spendProblem(rules, spend, scales.quote) ?? bought ?? problemOfLimit(spend, at);
}

function problemOfAmount(amount: DecimalString, { price }: Fields, at: Conditions): Problem | null {
  const total = price === null ? null : mul(price, amount);
  if (total === null) return amountProblem(at.rules, amount);
  return amountProblem(at.rules, amount) ?? totalProblem(at.rules, total, 'amount') ?? problemOfLimit(total, at);
}

function problemOfSize(form: OrderForm, fields: Fields, at: Conditions): Problem | null {
  const { amount, total, byTotal } = fields;
  const { rules } = at;
  const insufficient: Problem = { code: 'insufficient', currency: form.side === 'buy' ? rules.quote : rules.base };
  if (form.size.by === 'share' && at.available !== null && !positive(amount)) return insufficient;
  if (byTotal) {
    if (!positive(total)) return { code: 'size_required' };
    return lacksFunds(form, fields, at) ? insufficient : problemOfSpending(total, fields, at);
  }
  if (!positive(amount)) {
    const typed = form.size.by === 'total' && form.size.draft !== '' && amount !== null;
    return typed ? amountProblem(rules, amount) : { code: 'size_required' };
  }
  return lacksFunds(form, fields, at) ? insufficient : problemOfAmount(amount, fields, at);
}

/** All problems that prevent submission, the market first, then field by field. */
export function problemsOf(form: OrderForm, fields: Fields, at: Conditions): readonly Problem[] {
  const market: Problem | null = at.state === 'open' ? null : { code: at.state };
  const found = [market, problemOfPrice(form, fields, at), problemOfSize(form, fields, at)];
  return found.filter((problem) => problem !== null);
}
