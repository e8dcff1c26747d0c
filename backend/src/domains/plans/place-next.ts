import type { ErrorCode } from '@tessera/api/errors';
import { dueSlot, MOST_REFUSED, slotAt } from '@tessera/api/plans/rules';
import type { Catalogue } from '../../platform/catalogue/catalogue.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { JobRun, RecurringJob } from '../../platform/jobs/job.ts';
import { Unreached } from '../../platform/jobs/unreached.ts';
import { tellUser } from '../messages/index.ts';
import type { OrderDoor, OrderInput } from '../spot/index.ts';
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
/** ms until it is, of a plan whose orders are days apart. */
const AGAIN_RARE = 60 * SECOND;
/** ms for which the orders of a scaled order are tried. */
const SCALED_LASTS = 600 * SECOND;
/** Plans of one page. */
const PAGE = 100;
/** Orders on their way to the market at a time, each with a connection: plans of many users are due at a full hour. */
const AT_ONCE = 4;

/** ms that the transaction may be silent while the market is asked: the market is waited for about half as long. */
const ASKS_WITHIN = 15 * SECOND;

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

/** An order of a plan as the page would place it. */
function inputOf({ catalogue }: Pick<PlanParts, 'catalogue'>, plan: Plan, slot: number): OrderInput {
  const snapshot = catalogue.current();
  const [base, quote] = [snapshot.heldCurrency(plan.base), snapshot.heldCurrency(plan.quote)];
  return orderInput(plan, slot, { currency_id: base.id, legal_id: quote.id });
}

/** The order that was placed under its key, recorded or not; null for none. */
const placedUnder = (tx: Transaction, parts: Pick<PlanParts, 'catalogue' | 'door'>, plan: Plan, slot: number) =>
  parts.door.placed(tx, plan.userId, inputOf(parts, plan, slot), orderKey(plan, slot));

/**
 * Records the next order of a plan where it was placed already: a node may have stopped, or got no answer of the market,
 * before it was recorded. It is done before the plan ends, so that its open orders are known.
 */
export async function recordPlaced(
  tx: Transaction,
  parts: Pick<PlanParts, 'catalogue' | 'door'>,
  plan: Plan,
  at: number,
): Promise<void> {
  const slot = plan.nextSlot;
  if (plan.slots !== null && slot >= plan.slots) return;
  const placed = await placedUnder(tx, parts, plan, slot);
  if (!placed) return;
  await insertSlot(tx, plan.id, { slot, orderId: placed.id, refusal: null, at });
  if (plan.status === 'running') await advancePlan(tx, plan.id, { ...plan, nextSlot: slot + 1 });
}

/** How a plan ends whose orders are all over: one that placed none was refused. */
export const overAs = async (tx: Transaction, id: string): Promise<Ended> =>
  (await placedOf(tx, id)) === 0 ? 'refused' : 'done';

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
 * Places the order of a plan that is due. Its row is locked meanwhile: a plan that is stopped places nothing more, and a stop
 * waits until the market has answered. What was placed and not recorded, because a node stopped in between, is found under
 * its key, and placed no second time.
 */
export async function placeNext(parts: PlanParts, id: string, fence: JobRun['fence']): Promise<void> {
  const { database, door, now } = parts;
  await database.transaction(async (tx) => {
    await tx.query(`select set_config('idle_in_transaction_session_timeout', $1, true)`, [String(ASKS_WITHIN)]);
    await fence(tx);
    const found = await lockPlan(tx, id);
    const at = now();
    if (found?.status !== 'running' || found.nextAt === null || found.nextAt > at) return;
    const plan: Plan = found;
    const trader = await traderOf(tx, plan.userId);
    if (!trader) {
      await recordPlaced(tx, parts, plan, at);
      return end(tx, plan, 'account', at);
    }
    const schedule = scheduleOf(plan);
    const atOnce = plan.kind === 'scaled';

    async function advance(slot: number, refusal: ErrorCode | 'missed' | null): Promise<void> {
      const next = slot + 1;
      const last = plan.slots !== null && next >= plan.slots;
      const refusals = refusal === null ? 0 : plan.refusals + 1;
      const nextAt = last ? null : slotAt(schedule, next);
      await advancePlan(tx, id, { nextSlot: next, nextAt, refusal, refusals });
      const forGood = refusal !== null && refusal !== 'missed' && FOR_GOOD.has(refusal);
      if (forGood || (!atOnce && refusals >= MOST_REFUSED)) return end(tx, plan, 'refused', at);
      const as = last ? await overAs(tx, id) : null;
      // Orders of a scaled order that were placed may be open.
      if (as !== null && (as === 'refused' || !atOnce)) await end(tx, plan, as, at);
      else tx.notify(plan.userId, { kind: 'order' });
    }

    let slot = plan.nextSlot;
    const newest = atOnce ? slot : dueSlot(schedule, at);
    if (newest > slot || (atOnce && at > plan.startsAt + SCALED_LASTS)) {
      // Its time is over. An order of it may have been placed all the same.
      const placed = await placedUnder(tx, parts, plan, slot);
      const refusal = placed ? null : 'missed';
      await insertSlot(tx, id, { slot, orderId: placed?.id ?? null, refusal, at });
      if (atOnce) return advance(slot, refusal);
      if (plan.slots !== null && newest >= plan.slots) {
        await advancePlan(tx, id, { ...plan, nextSlot: plan.slots, nextAt: null, refusal: plan.refusal ?? refusal });
        return end(tx, plan, await overAs(tx, id), at);
      }
      slot = newest;
    }
    try {
      const user = { id: plan.userId, level: trader.level };
      const order = await door.place(user, inputOf(parts, plan, slot), orderKey(plan, slot));
      await insertSlot(tx, id, { slot, orderId: order.id, refusal: null, at });
      await advance(slot, null);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const { code, params } = error;
      // The market takes no command of any user.
      if (code === 'service_unavailable' && params.seconds === undefined) throw new Unreached(code);
      if (LATER.has(code)) {
        const nextAt = at + (plan.every === 'interval' ? AGAIN : AGAIN_RARE);
        await advancePlan(tx, id, { ...plan, nextSlot: slot, nextAt, refusal: code });
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
            if (plan?.status === 'running' && plan.nextAt === null) await end(tx, plan, await overAs(tx, id), now());
          }
        }),
    );
  },
});
