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
  type DuePlan,
  duePlans,
  type Ended,
  endPlan,
  insertSlot,
  latePlans,
  lockPlan,
  orderKey,
  overPlans,
  type Pace,
  type Plan,
  placedOf,
  scheduleOf,
  traderOf,
} from './store.ts';

const SECOND = 1_000;
/** ms until an order that the market does not take now is tried again, at least. */
const AGAIN = 5 * SECOND;
/** The same of a plan whose orders are days apart. */
const AGAIN_RARE = 60 * SECOND;
/** Share of the time for which it has waited: a market that is closed for days is not asked each minute by all. */
const AGAIN_SHARE = 10;
/** ms for which the orders of a scaled order are tried. */
const SCALED_LASTS = 600 * SECOND;
/** Plans of one page. */
const PAGE = 100;
/** Orders of one job on their way to the market at a time, each with a connection: plans of many users are due at a full hour. */
const AT_ONCE = 2;

/** ms for which orders of a plan that has ended are looked for: the market answers within seconds, or a node was down. */
const LATE_WITHIN = 900 * SECOND;

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
 * before it was recorded. It is done before the plan ends, so that its open orders are known. Returns the order's id.
 */
export async function recordPlaced(
  tx: Transaction,
  parts: Pick<PlanParts, 'catalogue' | 'door'>,
  plan: Plan,
  at: number,
): Promise<string | null> {
  const slot = plan.nextSlot;
  if (plan.slots !== null && slot >= plan.slots) return null;
  const placed = await placedUnder(tx, parts, plan, slot);
  if (!placed) return null;
  await insertSlot(tx, plan.id, { slot, orderId: placed.id, refusal: null, at });
  if (plan.status === 'running') await advancePlan(tx, plan.id, { ...plan, nextSlot: slot + 1 });
  return placed.id;
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
  while ((await step(parts, id, fence)) === 'due');
}

/** `due` where orders were missed, which is written down before the newest one is placed: it is looked for from then on. */
async function step(parts: PlanParts, id: string, fence: JobRun['fence']): Promise<'due' | undefined> {
  const { database, door, now } = parts;
  return database.transaction(async (tx) => {
    await tx.query(`select set_config('idle_in_transaction_session_timeout', $1, true)`, [String(ASKS_WITHIN)]);
    await fence(tx);
    const found = await lockPlan(tx, id);
    const at = now();
    if (found?.status !== 'running' || found.nextAt === null || found.nextAt > at) return undefined;
    const plan: Plan = found;
    const trader = await traderOf(tx, plan.userId);
    if (!trader) {
      await recordPlaced(tx, parts, plan, at);
      await end(tx, plan, 'account', at);
      return undefined;
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

    const slot = plan.nextSlot;
    const newest = atOnce ? slot : dueSlot(schedule, at);
    if (newest > slot || (atOnce && at > plan.startsAt + SCALED_LASTS)) {
      // Its time is over. An order of it may have been placed all the same.
      const placed = await placedUnder(tx, parts, plan, slot);
      const refusal = placed ? null : 'missed';
      await insertSlot(tx, id, { slot, orderId: placed?.id ?? null, refusal, at });
      if (atOnce) {
        await advance(slot, refusal);
        return undefined;
      }
      if (plan.slots !== null && newest >= plan.slots) {
        await advancePlan(tx, id, { ...plan, nextSlot: plan.slots, nextAt: null, refusal: plan.refusal ?? refusal });
        await end(tx, plan, await overAs(tx, id), at);
        return undefined;
      }
      await advancePlan(tx, id, { ...plan, nextSlot: newest, nextAt: slotAt(schedule, newest) });
      return 'due';
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
        const least = plan.every === 'interval' ? AGAIN : AGAIN_RARE;
        const waited = Math.floor((at - slotAt(schedule, slot)) / AGAIN_SHARE);
        await advancePlan(tx, id, { ...plan, nextSlot: slot, nextAt: at + Math.max(least, waited), refusal: code });
        return undefined;
      }
      await insertSlot(tx, id, { slot, orderId: null, refusal: code, at });
      await advance(slot, code);
    }
    return undefined;
  });
}

/**
 * Places orders that are due, each once, on one node. Users take turns: however many plans of one are due, each other user has
 * an order placed between two of theirs. Orders at an interval, which are missed when the next one is due, do not wait for
 * those of a day.
 */
const placeJob = (parts: PlanParts, name: string, pace: Pace): RecurringJob => ({
  name,
  every: SECOND,
  exclusive: true,
  items: ['plan'],
  run: async ({ fence, items, signal }) => {
    /** Users who had their turn in this round. */
    let served: string[] = [];
    const find = async (aside: readonly string[]): Promise<readonly DuePlan[]> => {
      const due = (done: readonly string[]) =>
        duePlans(parts.database, { at: parts.now(), pace, aside, served: done, limit: PAGE });
      let found = await due(served);
      if (found.length === 0 && served.length > 0) {
        served = [];
        found = await due(served);
      }
      for (const { userId } of found) served.push(userId);
      return found;
    };
    await items.pages(
      'plan',
      find,
      ({ id }) => id,
      async (plans) => {
        for (let from = 0; from < plans.length && !signal.aborted; from += AT_ONCE) {
          const placing = plans.slice(from, from + AT_ONCE).map(({ id }) => placeNext(parts, id, fence));
          const failures = (await Promise.allSettled(placing)).flatMap((each) =>
            each.status === 'rejected' ? [each.reason as unknown] : [],
          );
          if (failures.length > 0) throw failures.length === 1 ? failures[0] : new AggregateError(failures);
        }
      },
    );
  },
});

export const placeJobs = (parts: PlanParts): readonly RecurringJob[] => [
  placeJob(parts, 'plans-place', 'interval'),
  placeJob(parts, 'plans-place-calendar', 'calendar'),
];

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

/**
 * Records and cancels the order of a plan that the market placed after the plan had ended: it was on its way, and whatever
 * ended the plan found none.
 */
export const lateJob = (parts: PlanParts): RecurringJob => ({
  name: 'plans-late',
  every: 10 * SECOND,
  exclusive: true,
  items: ['plan'],
  run: async ({ fence, items }) => {
    const { database, door, now } = parts;
    await items.pages(
      'plan',
      (aside) => latePlans(database, now() - LATE_WITHIN, aside, PAGE),
      (id) => id,
      async (ids) => {
        for (const id of ids) {
          const plan = await database.transaction((tx) => lockPlan(tx, id));
          const placed = plan && (await database.transaction((tx) => placedUnder(tx, parts, plan, plan.nextSlot)));
          // First: where it cannot be cancelled now, it is found again.
          if (placed) await door.cancel(plan.userId, [placed.id]);
          await database.transaction(async (tx) => {
            await fence(tx);
            const ended = await lockPlan(tx, id);
            if (ended && (await recordPlaced(tx, parts, ended, now()))) tx.notify(ended.userId, { kind: 'order' });
          });
        }
      },
    );
  },
});
