import { flatWeights, scaledOrders, splitAmount } from '@tessera/api/plans/rules';
import type { OrderInput } from '../spot/index.ts';
import type { PlanTerms } from './store.ts';

type Pair = Pick<OrderInput, 'currency_id' | 'legal_id'>;

/** Amounts, and prices where they have any, of all orders of a plan that is cut in advance. */
export function slicesOf({ kind, amount, priceFrom, priceTo, sizes, slots, tick, lot }: PlanTerms) {
  if (amount === null || slots === null) throw new Error('a recurring purchase is not cut');
  if (kind !== 'scaled')
    return splitAmount(amount, lot, flatWeights(slots)).map((own) => ({ price: null, amount: own }));
  if (priceFrom === null || priceTo === null || sizes === null) throw new Error('a scaled order has two prices');
  return scaledOrders({ from: priceFrom, to: priceTo, amount, count: slots, sizes }, { tick, lot });
}

/** An order of a plan as the page would place it. It depends on the terms alone: repeated, it is the same. */
export function orderInput(terms: PlanTerms, slot: number, pair: Pair): OrderInput {
  const { kind, side, quoteAmount, limitPrice } = terms;
  if (quoteAmount !== null) return { ...pair, type: 'buy', kind: 'market', quote_amount: quoteAmount };
  const slice = slicesOf(terms)[slot];
  if (!slice) throw new Error(`the plan has no order ${slot}`);
  const { price, amount } = slice;
  if (kind === 'scaled') return { ...pair, type: side, kind: 'limit', amount, target_price: price ?? '' };
  if (limitPrice === null) return { ...pair, type: side, kind: 'market', amount };
  return { ...pair, type: side, kind: 'limit', time_in_force: 'IOC', amount, target_price: limitPrice };
}
