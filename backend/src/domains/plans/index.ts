import { plansContract } from '@tessera/api/plans/contract';
import { orderToWire } from '@tessera/api/spot/wire';
import type { Sql } from '../../platform/db/database.ts';
import { defineDomain } from '../../platform/domain.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { OWN_ROWS } from '../../platform/ports.ts';
import { orderDoor } from '../spot/index.ts';
import { lateJob, overJob, placeJobs } from './place-next.ts';
import { startPlan } from './start.ts';
import { endAll, stopPlan } from './stop.ts';
import { type CountedPlan, erasePlans, listPlans, listSlots, planOf } from './store.ts';
import { takeOutPlans } from './take-out.ts';
import { type PlanView, viewsOf } from './view.ts';

/** Plans of spot orders: TWAP orders, scaled orders and recurring purchases. */
export const plans = defineDomain(plansContract, ({ database: stored, catalogue, market, ports, feed, now }) => {
  const door = orderDoor({ database: stored, catalogue, market, ports });
  const parts = { database: stored, catalogue, door, now };

  async function ownPlan(sql: Sql, userId: string, id: string): Promise<CountedPlan> {
    const plan = await planOf(sql, userId, id);
    if (!plan) throw new DomainError('not_found', { field: 'id' });
    return plan;
  }
  async function show(sql: Sql, userId: string, id: string): Promise<PlanView> {
    const [view] = await viewsOf(sql, [await ownPlan(sql, userId, id)]);
    if (!view) throw new Error('a plan has a view');
    return view;
  }

  return {
    name: 'plans',
    userData: {
      trading_plan: { ...OWN_ROWS, without: ['key'] },
      trading_plan_order: { rows: 'plan_id in (select id from trading_plan where user_id = $1)' },
    },
    jobs: [...placeJobs(parts), overJob(parts), lateJob(parts)],
    onFreeze: (userId) => endAll(parts, userId),
    takeOut: takeOutPlans,
    onClose: async (tx, userId) => void (await erasePlans(tx, userId)),
    calls: {
      'POST /plans/start': async ({ tx, user }, input) =>
        show(tx, user.id, await startPlan(tx, user, input, { catalogue, feed, now })),
      'POST /plans/stop': async ({ database, user }, { id }) => {
        await stopPlan({ ...parts, database }, user.id, id);
        return show(database, user.id, id);
      },
      'GET /plans/list': async ({ database, user }, { page, limit, status = null }) => {
        const { rows, total } = await listPlans(database, { userId: user.id, status, page, limit });
        return { list: await viewsOf(database, rows), page, limit, total };
      },
      'GET /plans/detail': ({ database, user }, { id }) => show(database, user.id, id),
      'GET /plans/orders': async ({ database, user }, { id, page, limit }) => {
        await ownPlan(database, user.id, id);
        const { rows, total } = await listSlots(database, { planId: id, page, limit });
        const orders = await door.read(
          database,
          rows.flatMap(({ orderId }) => orderId ?? []),
        );
        const list = rows.map(({ slot, orderId, refusal, at }) => {
          const order = orderId === null ? undefined : orders.get(orderId);
          return { id: String(slot + 1), slot, at, refusal, order: order ? orderToWire(order) : null };
        });
        return { list, page, limit, total };
      },
    },
  };
});
