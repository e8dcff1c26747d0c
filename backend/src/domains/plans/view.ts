import type { Output } from '@tessera/api/contract';
import { div, isZero, quantize } from '@tessera/money';
import type { Sql } from '../../platform/db/database.ts';
import { orderSums } from '../spot/index.ts';
import { type CountedPlan, ordersOfPlans } from './store.ts';

export type PlanView = Output<'GET /plans/detail'>;

/** Plans as users see them, with what was filled of their orders. */
export async function viewsOf(sql: Sql, plans: readonly CountedPlan[]): Promise<PlanView[]> {
  const orders = await ordersOfPlans(
    sql,
    plans.map(({ id }) => id),
  );
  const sums = await orderSums(
    sql,
    orders.map(({ planId }) => planId),
    orders.map(({ orderId }) => orderId),
  );
  const byPlan = new Map(sums.map((each) => [each.group, each]));
  return plans.map((plan): PlanView => {
    const { open = 0, filled = '0', exact = '0', quote = '0', fee = '0' } = byPlan.get(plan.id) ?? {};
    return {
      id: plan.id,
      kind: plan.kind,
      symbol: plan.symbol,
      side: plan.side,
      amount: plan.amount,
      quote_amount: plan.quoteAmount,
      limit_price: plan.limitPrice,
      price_from: plan.priceFrom,
      price_to: plan.priceTo,
      sizes: plan.sizes,
      interval_seconds: plan.seconds,
      every: plan.every,
      slots: plan.slots,
      status: plan.status,
      ended: plan.ended,
      refusal: plan.refusal,
      starts_at: plan.startsAt,
      next_at: plan.nextAt,
      created_at: plan.createdAt,
      ended_at: plan.endedAt,
      placed: plan.placed,
      open,
      skipped: plan.nextSlot - plan.placed,
      filled_amount: filled,
      filled_quote_amount: quote,
      average_price: isZero(filled) ? null : quantize(div(exact, filled), 18, 'down'),
      fee,
      fee_currency: plan.side === 'buy' ? plan.base : plan.quote,
    };
  });
}
