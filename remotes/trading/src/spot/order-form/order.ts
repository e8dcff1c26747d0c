import type { Placement } from '@tessera/api/spot';
import type { DecimalString } from '@tessera/money';
import { draftValue, withoutZeros } from '../../ticket/draft.ts';
import type { Rules } from './conditions.ts';
import type { Fields } from './fields.ts';
import type { OrderForm } from './form.ts';

const exact = (value: DecimalString | null): DecimalString | undefined =>
  value === null ? undefined : withoutZeros(value);

/** What is placed for what the order fills. */
function exitsOf({ kind, exits, prices }: OrderForm): Partial<Placement> {
  if (!exits || kind === 'oco') return {};
  const [profit, loss, limit] = [prices.profit, prices.loss, prices.lossLimit].map((draft) => exact(draftValue(draft)));
  return {
    ...(profit !== undefined && { take_profit: profit }),
    ...(loss !== undefined && { stop_loss: loss }),
    ...(loss !== undefined && limit !== undefined && { stop_loss_limit: limit }),
  };
}

/** The order as the exchange takes it, or null while the form holds none; `shown` is the price of a market order. */
export function orderOf(form: OrderForm, fields: Fields, rules: Rules, shown: DecimalString | null): Placement | null {
  const { price, amount, total, byTotal } = fields;
  if (rules.currency_id === null) return null;
  const order = {
    currency_id: rules.currency_id,
    legal_id: rules.legal_id,
    side: form.side,
    kind: form.kind,
    ...exitsOf(form),
    ...(form.kind === 'market' && shown !== null && { expected_price: withoutZeros(shown) }),
  };
  if (byTotal) return total === null ? null : { ...order, quote_amount: withoutZeros(total) };
  if (amount === null) return null;
  const sized = { ...order, amount: withoutZeros(amount) };
  if (form.kind === 'market') return sized;
  if (price === null) return null;
  const priced = { ...sized, price: withoutZeros(price) };
  if (form.kind !== 'limit') {
    const trigger = exact(draftValue(form.prices.trigger));
    const second = exact(draftValue(form.prices.stopLimit));
    if (trigger === undefined) return null;
    if (form.kind === 'stop_limit') return { ...priced, stop_price: trigger };
    return second === undefined ? null : { ...priced, stop_price: trigger, stop_limit_price: second };
  }
  return {
    ...priced,
    ...(form.timeInForce !== 'GTC' && { time_in_force: form.timeInForce }),
    ...(form.postOnly && { post_only: true }),
  };
}
