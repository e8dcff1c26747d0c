import type { Placement } from '@tessera/api/spot';
import { decimal, plain } from '@tessera/money';
import type { Rules } from './conditions.ts';
import type { Fields } from './fields.ts';
import type { OrderForm } from './form.ts';

/** The order as the exchange takes it, or null while the form holds none. */
export function orderOf(form: OrderForm, fields: Fields, rules: Rules): Placement | null {
  const { price, amount, total, byTotal } = fields;
  if (rules.currency_id === null) return null;
  const order = {
    currency_id: rules.currency_id,
    legal_id: rules.legal_id,
    side: form.side,
    kind: form.kind,
  };
  if (byTotal) return total === null ? null : { ...order, quote_amount: plain(decimal(total)) };
  if (amount === null) return null;
  const sized = { ...order, amount: plain(decimal(amount)) };
  if (form.kind === 'market') return sized;
  if (price === null) return null;
  return {
    ...sized,
    price: plain(decimal(price)),
    ...(form.timeInForce !== 'GTC' && { time_in_force: form.timeInForce }),
    ...(form.postOnly && { post_only: true }),
  };
}
