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
import { cmp, type DecimalString, isOnStep, isPositive, max, mul } from '@tessera/money';
import { draftValue } from '../../ticket/draft.ts';
import type { Conditions } from './conditions.ts';
import type { Fields } from './fields.ts';
import type { OrderForm, PriceName } from './form.ts';

/** Why an order cannot be placed. The exchange checks again, by the same rules and by data only it has. */
export type Problem =
  | Exclude<OrderProblem, { readonly code: 'price_too_far' }>
  | { readonly code: 'restricted' | 'closed' | 'halted' | 'offline' | 'stale' }
  | { readonly code: 'price_required' | 'size_required' | 'post_only_takes' }
  | { readonly code: 'insufficient'; readonly currency: string }
  | { readonly code: 'further_off_tick'; readonly field: PriceName; readonly params: { readonly tick: DecimalString } }
  | {
      readonly code:
        | 'trigger_required'
        | 'limit_required'
        | 'loss_limit_required'
        | 'legs'
        | 'profit_side'
        | 'loss_side';
      readonly field: PriceName;
    };

/** The part of the form where the problem is shown. */
export function fieldOf(problem: Problem): 'price' | 'size' | 'form' | PriceName {
  switch (problem.code) {
    case 'restricted':
    case 'closed':
    case 'halted':
    case 'offline':
    case 'stale':
      return 'form';
    case 'further_off_tick':
    case 'trigger_required':
    case 'limit_required':
    case 'loss_limit_required':
    case 'legs':
    case 'profit_side':
    case 'loss_side':
      return problem.field;
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
  problem.code === 'price_required' ||
  problem.code === 'size_required' ||
  problem.code === 'trigger_required' ||
  problem.code === 'limit_required' ||
  problem.code === 'loss_limit_required';

function problemOfPrice(form: OrderForm, { price }: Fields, at: Conditions): Problem | null {
  if (form.kind === 'market') return price === null ? { code: 'stale' } : null;
  if (price === null || !isPositive(price)) return { code: 'price_required' };
  const wrong = priceProblem(at.rules, price);
  if (wrong) return wrong;
  return form.kind === 'limit' && form.postOnly && crosses(form.side, price, at) ? { code: 'post_only_takes' } : null;
}

const positive = (value: DecimalString | null): value is DecimalString => value !== null && isPositive(value);

function lacksFunds(form: OrderForm, { amount, total }: Fields, { available }: Conditions): boolean {
  if (available === null) return false;
  // Of two legs the dearer one is held.
  const second = form.kind === 'oco' ? draftValue(form.prices.stopLimit) : null;
  const dearer = total !== null && amount !== null && second !== null ? max(total, mul(amount, second)) : total;
  const [needed, held] = form.side === 'buy' ? [dearer, available.quote] : [amount, available.base];
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

/** The prices that an order shows beside its own. */
export function pricesShown({ kind, side, exits, prices }: OrderForm): readonly PriceName[] {
  if (kind === 'oco') return ['trigger', 'stopLimit'];
  const shown: PriceName[] = kind === 'stop_limit' ? ['trigger'] : [];
  if (!exits) return shown;
  shown.push('profit', 'loss');
  // What buys back is paid with the proceeds, so its price has to be known.
  if (side === 'sell' && prices.loss !== '') shown.push('lossLimit');
  return shown;
}

function problemOfFurther(
  name: PriceName,
  form: OrderForm,
  price: DecimalString | null,
  at: Conditions,
): Problem | null {
  const value = draftValue(form.prices[name]);
  const { side, kind } = form;
  if (value === null || !isPositive(value)) {
    if (name === 'trigger') return { code: 'trigger_required', field: name };
    if (name === 'stopLimit') return { code: 'limit_required', field: name };
    return name === 'lossLimit' ? { code: 'loss_limit_required', field: name } : null;
  }
  if (!isOnStep(value, at.rules.tick)) {
    return { code: 'further_off_tick', field: name, params: { tick: at.rules.tick } };
  }
  const market = side === 'buy' ? at.ask : at.bid;
  if (name === 'trigger' && kind === 'oco' && price !== null && market !== null) {
    const [lower, upper] = side === 'sell' ? [value, price] : [price, value];
    if (cmp(lower, market) >= 0 || cmp(upper, market) <= 0) return { code: 'legs', field: name };
  }
  if (price === null || (name !== 'profit' && name !== 'loss')) return null;
  const gains = side === 'buy' ? cmp(value, price) > 0 : cmp(value, price) < 0;
  if (name === 'profit') return gains ? null : { code: 'profit_side', field: name };
  return gains || cmp(value, price) === 0 ? { code: 'loss_side', field: name } : null;
}

/** All problems that prevent submission, the market first, then field by field. */
export function problemsOf(form: OrderForm, fields: Fields, at: Conditions): readonly Problem[] {
  const market: Problem | null = at.state === 'open' ? null : { code: at.state };
  const further = pricesShown(form).map((name) => problemOfFurther(name, form, fields.price, at));
  const found = [market, problemOfPrice(form, fields, at), ...further, problemOfSize(form, fields, at)];
  return found.filter((problem) => problem !== null);
}
