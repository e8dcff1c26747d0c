import type { ErrorCode } from '@tessera/api/errors';
import { dueSlot, MOST_REFUSED, slotAt } from '@tessera/api/plans/rules';
import type { Catalogue } from '../../platform/catalogue/catalogue.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { JobRun, RecurringJob } from '../../platform/jobs/job.ts';
import { Unreached } from '../../platform/jobs/unreached.ts';
import { tellUser } from '../messages/index.ts';
import type { OrderDoor } from '../spot/index.ts';
import { orderInput } from './cut.ts';
import {
  advancePlan,
  duePlans,
  type Ended,
  endPlan,
  insertSlot,
  lockPlan,
  overPlans,
  type Plan,
  placedOf,
  scheduleOf,
  traderOf,
} from './store.ts';

const SECOND = 1_000;
/** ms until an order that the market does not take now is tried again. */
const AGAIN = 5 * SECOND;
/** ms for which the orders of a scaled order are tried. */
const SCALED_LASTS = 600 * SECOND;
/** Plans of one page. */
const PAGE = 100;
/** Orders on their way to the market at a time, each with a connection: plans of many users are due at a full hour. */
const AT_ONCE = 4;

/** The order may be placed a little later: it is tried until the next one is due. */
const LATER: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'stale_price',
  'market_closed',
  'market_halted',
  'service_paused',
  'service_unavailable',
  'try_again',
]);
/** No later order of the plan would be placed either. */
const FOR_GOOD: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'instrument_unknown',
  'currency_closed',
  'country_restricted',
  'invalid_request',
]);

export type PlanParts = {
  readonly database: Database;
  readonly catalogue: Pick<Catalogue, 'current'>;
  readonly door: OrderDoor;
  /** Unix ms. */
  readonly now: () => number;
};

/** A key of an order of a plan: the same for each try, and unknown to its user. */
export const orderKey = ({ key }: Pick<Plan, 'key'>, slot: number): string => `plan-${key}-${slot}`;

/** Ends a plan, and tells its user unless the user did. */
export async function end(tx: Transaction, plan: Plan, ended: Ended, at: number): Promise<void> {
  await endPlan(tx, plan.id, ended, at);
  tx.notify(plan.userId, { kind: 'order' });
  if (ended !== 'done' && ended !== 'refused') return;
  await tellUser(tx, {
    userId: plan.userId,
    kind: ended === 'done' ? 'plan_done' : 'plan_refused',
    named: { symbol: plan.symbol },
    reference: plan.id,
    at,
    byMail: false,
  });
}

/**
 * Places the order of a plan that is due. Its row is locked meanwhile: a plan that is stopped places nothing more. What was
 * placed and not recorded, because a node stopped in between, is found under its key, and placed no second time.
 */
export async function placeNext(parts: PlanParts, id: string, fence: JobRun['fence']): Promise<void> {
  const { database, catalogue, door, now } = parts;
  await database.transaction(async (tx) => {
    await fence(tx);
    const found = await lockPlan(tx, id);
    const at = now();
    if (found?.status !== 'running' || found.nextAt === null || found.nextAt > at) return;
    const plan: Plan = found;
    const trader = await traderOf(tx, plan.userId);
    if (!trader) return end(tx, plan, 'account', at);
    const schedule = scheduleOf(plan);
    const atOnce = plan.kind === 'scaled';
    const snapshot = catalogue.current();
    const pair = { currency_id: snapshot.heldCurrency(plan.base).id, legal_id: snapshot.heldCurrency(plan.quote).id };
    const inputOf = (slot: number) => orderInput(plan, slot, pair);

    async function advance(slot: number, refusal: ErrorCode | null): Promise<void> {
      const next = slot + 1;
      const last = plan.slots !== null && next >= plan.slots;
      const refusals = refusal === null ? 0 : plan.refusals + 1;
      const nextAt = last ? null : slotAt(schedule, next);
      await advancePlan(tx, id, { nextSlot: next, nextAt, refusal, refusals });
      const over = refusal !== null && (FOR_GOOD.has(refusal) || (!atOnce && refusals >= MOST_REFUSED));
      if (over || (last && atOnce && (await placedOf(tx, id)) === 0)) await end(tx, plan, 'refused', at);
      else if (last && !atOnce) await end(tx, plan, 'done', at);
      else tx.notify(plan.userId, { kind: 'order' });
    }

    let slot = plan.nextSlot;
    const newest = atOnce ? slot : dueSlot(schedule, at);
    if (newest > slot) {
      // Its time is over. An order of it may have been placed all the same.
      const placed = await door.placed(plan.userId, inputOf(slot), orderKey(plan, slot));
      const refusal = placed ? null : 'missed';
      await insertSlot(tx, id, { slot, orderId: placed?.id ?? null, refusal, at });
      if (plan.slots !== null && newest >= plan.slots) {
        await advancePlan(tx, id, { ...plan, nextSlot: plan.slots, nextAt: null });
        return end(tx, plan, 'done', at);
      }
      slot = newest;
    }
    const isLate = atOnce && at > plan.startsAt + SCALED_LASTS;
    try {
      const order = await door.place({ id: plan.userId, level: trader.level }, inputOf(slot), orderKey(plan, slot));
      await insertSlot(tx, id, { slot, orderId: order.id, refusal: null, at });
      await advance(slot, null);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const { code, params } = error;
      // The market takes no command of any user.
      if (code === 'service_unavailable' && params.seconds === undefined) throw new Unreached(code);
      if (LATER.has(code) && !isLate) {
        await advancePlan(tx, id, { ...plan, nextSlot: slot, nextAt: at + AGAIN, refusal: code });
        return;
      }
      await insertSlot(tx, id, { slot, orderId: null, refusal: code, at });
      await advance(slot, code);
    }
  });
}

/** Places orders that are due, each once, on one node. */
export const placeJob = (parts: PlanParts): RecurringJob => ({
  name: 'plans-place',
  every: SECOND,
  exclusive: true,
  items: ['plan'],
  run: async ({ fence, items, signal }) => {
    await items.pages(
      'plan',
      (aside) => duePlans(parts.database, parts.now(), aside, PAGE),
      (id) => id,
      async (ids) => {
        for (let from = 0; from < ids.length && !signal.aborted; from += AT_ONCE) {
          const placing = ids.slice(from, from + AT_ONCE).map((id) => placeNext(parts, id, fence));
          const failures = (await Promise.allSettled(placing)).flatMap((each) =>
            each.status === 'rejected' ? [each.reason as unknown] : [],
          );
          if (failures.length > 0) throw failures.length === 1 ? failures[0] : new AggregateError(failures);
        }
      },
    );
  },
});

/** Ends plans of which every order is over. */
export const overJob = ({ database, now }: Pick<PlanParts, 'database' | 'now'>): RecurringJob => ({
  name: 'plans-over',
  every: 5 * SECOND,
  exclusive: true,
  items: ['plan'],
  run: async ({ fence, items }) => {
    await items.pages(
      'plan',
      (aside) => overPlans(database, aside, PAGE),
      (id) => id,
      (ids) =>
        database.transaction(async (tx) => {
          await fence(tx);
          for (const id of ids) {
            const plan = await lockPlan(tx, id);
            if (plan?.status === 'running' && plan.nextAt === null) await end(tx, plan, 'done', now());
          }
        }),
    );
  },
});
