import type { Payload } from '@tessera/api';
import { decimal, plain } from '@tessera/money';
import type { Rules } from './conditions.ts';
import type { Fields } from './fields.ts';
import type { OrderForm } from './form.ts';

export type OrderPayload = Payload<'POST /coin/trade'>;

/** The order as the exchange takes it, or null while the form does not say one. */
export function orderOf(form: OrderForm, fields: Fields, rules: Rules): OrderPayload | null {
  const { price, amount, total, byTotal } = fields;
  if (rules.currency_id === null) return null;
  const order = {
    currency_id: rules.currency_id,
    legal_id: rules.legal_id,
    type: form.side,
    kind: form.kind,
  };
  if (byTotal) return total === null ? null : { ...order, quote_amount: plain(decimal(total)) };
  if (amount === null) return null;
  const sized = { ...order, amount: plain(decimal(amount)) };
  if (form.kind === 'market') return sized;
  return price === null ? null : { ...sized, target_price: plain(decimal(price)) };
}
