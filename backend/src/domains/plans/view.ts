import type { Output } from '@tessera/api/contract';
import { div, isZero, quantize } from '@tessera/money';
import type { Sql } from '../../platform/db/database.ts';
import { type CountedPlan, sumsOf } from './store.ts';

export type PlanView = Output<'GET /plans/detail'>;

/** Plans as users see them, with what was filled of their orders. */
export async function viewsOf(sql: Sql, plans: readonly CountedPlan[]): Promise<PlanView[]> {
  const sums = await sumsOf(
    sql,
    plans.map(({ id }) => id),
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
      // An order that was found after the end was not counted on.
      skipped: Math.max(0, plan.nextSlot - plan.placed),
      filled_amount: filled,
      filled_quote_amount: quote,
      average_price: isZero(filled) ? null : quantize(div(exact, filled), 18, 'down'),
      fee,
      fee_currency: plan.side === 'buy' ? plan.base : plan.quote,
    };
  });
}
