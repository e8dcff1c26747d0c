import { affordable, rateFinder, settle, shareOf } from '@tessera/api/launchpad/rules';
import { add, isPositive, neg, sub } from '@tessera/money';
import { type Catalogue, closedCurrencies } from '../../platform/catalogue/catalogue.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import type { Feed } from '../../platform/feed/feed.ts';
import type { JobRun } from '../../platform/jobs/job.ts';
import { type Entry, houseAccount, type Journal, postJournals, userAccount } from '../../platform/ledger/index.ts';
import { tellLater } from '../../platform/mail/messages.ts';
import { pausedSince, readConfiguration } from '../site/index.ts';
import { tokenPrice } from './prices.ts';
import {
  type Booked,
  committedOf,
  dueToSettle,
  finishAllocation,
  fixPrice,
  hasHeld,
  holdWindows,
  largestCommitments,
  lockProject,
  type Project,
  type ProjectState,
  type Stage,
  type StagedShare,
  saleOf,
  setRate,
  setStage,
  setState,
  sharesAt,
} from './store.ts';

/*
 * What happens to commitments after the window: they are allotted, or all of them are returned. A project takes steps of
 * a few hundred users, each one transaction that is done or not; what a user gets follows from the rate that the first
 * step writes down, so that it does not matter where a node stopped.
 */

export type SettleParts = {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly feed: Feed;
  /** Unix ms. */
  readonly now: () => number;
};

type Fence = JobRun['fence'];
type Run = Pick<JobRun, 'fence' | 'signal' | 'items'>;

/** Users of one transaction. */
export const STEP = 200;
/** Commitments that are read at a time to find the rate. */
const READ = 2_000;

/** Ends the subscriptions, and writes down the rate from which each user's share follows. */
const beginAllocation = ({ database, catalogue, feed, now }: SettleParts, fence: Fence, id: number): Promise<void> =>
  database.transaction(async (tx) => {
    await fence(tx);
    const project = await lockProject(tx, id);
    if (project?.state !== 'open' || project.end_at > now()) return;
    const { conversionSpreads } = await readConfiguration(tx);
    const market = { catalogue: catalogue.current(), feed, now: now() };
    // Without a fresh price of a token that trades, the allocation waits for one.
    await fixPrice(tx, id, await tokenPrice(tx, market, project, conversionSpreads));
    const finder = rateFinder(saleOf(project), await committedOf(tx, id));
    let from = 0;
    for (let more = true; more; from += READ) {
      const some = await largestCommitments(tx, id, from, READ);
      more = some.every((each) => finder.take(each)) && some.length === READ;
    }
    await setRate(tx, id, finder.rate());
  });

type Move = { readonly currency: string; readonly amount: string };

/** Sums by currency. */
function byCurrency(moves: readonly Move[]): readonly Move[] {
  const sums = new Map<string, string>();
  for (const { currency, amount } of moves) sums.set(currency, add(sums.get(currency) ?? '0', amount));
  return [...sums].map(([currency, amount]) => ({ currency, amount }));
}

type Step = { readonly booked: Booked; readonly journals: readonly Journal[] };

/** Allots a user's share: what was paid beyond its price goes back at once, the tokens are locked. */
function allot(project: Project, share: StagedShare, at: number): Step {
  const { user_id: userId } = share;
  const rate = { supply: project.rate_supply as string, weight: project.rate_weight as string };
  const allotted = shareOf(share.committed, saleOf(project), rate);
  // A sale whose allocation a former version began has no price of its own.
  const price = project.final_price;
  const priced = price === null ? share.orders : share.orders.map((order) => affordable(order, price, project.scale));
  const settled = settle(priced, allotted, project.scale);
  const orders = new Map(share.orders.map((order) => [order.id, order]));
  const moves = settled.map(({ id, returned }) => ({ ...(orders.get(id) as (typeof share.orders)[number]), returned }));
  const paid = byCurrency(moves.map(({ payCurrency: currency, paid: amount }) => ({ currency, amount })));
  const back = byCurrency(moves.map(({ payCurrency: currency, returned: amount }) => ({ currency, amount })));
  const ref = `launch:${project.id}:${userId}`;
  const returns: Entry[] = back.flatMap(({ currency, amount }) => [
    { account: userAccount(userId, 'subscription'), currency, amount: neg(amount) },
    { account: userAccount(userId, 'change'), currency, amount },
  ]);
  const costs: Entry[] = paid.flatMap(({ currency, amount }) => {
    const cost = sub(amount, back.find((each) => each.currency === currency)?.amount ?? '0');
    return [
      { account: userAccount(userId, 'subscription'), currency, amount: neg(cost) },
      { account: houseAccount('launchpad'), currency, amount: cost },
    ];
  });
  const journal = (name: string, kind: Journal['kind'], entries: readonly Entry[]): Journal => ({
    ref: `${ref}:${name}`,
    kind,
    reference: project.name,
    at,
    entries,
  });
  return {
    booked: { user_id: userId, allotted, orders: settled },
    journals: [
      ...(back.some(({ amount }) => isPositive(amount)) ? [journal('return', 'subscription_return', returns)] : []),
      ...(isPositive(allotted)
        ? [
            journal('allot', 'token_allotment', [
              ...costs,
              { account: houseAccount('issuers'), currency: project.currency, amount: neg(allotted) },
              { account: userAccount(userId, 'subscription'), currency: project.currency, amount: allotted },
            ]),
          ]
        : []),
    ],
  };
}

/** Returns every payment whole; tokens that were allotted go back to where they came from. */
function undo(project: Project, share: StagedShare, at: number): Step {
  const { user_id: userId } = share;
  const isAllotted = share.stage === 'allotted';
  const paid = byCurrency(share.orders.map(({ payCurrency: currency, paid: amount }) => ({ currency, amount })));
  const returned = byCurrency(
    share.orders.map((order) => ({ currency: order.payCurrency, amount: isAllotted ? (order.returned ?? '0') : '0' })),
  );
  const entries: Entry[] = paid.flatMap(({ currency, amount }) => {
    const due = sub(amount, returned.find((each) => each.currency === currency)?.amount ?? '0');
    return [
      {
        account: isAllotted ? houseAccount('launchpad') : userAccount(userId, 'subscription'),
        currency,
        amount: neg(due),
      },
      { account: userAccount(userId, 'change'), currency, amount: due },
    ];
  });
  const tokens = isAllotted ? (share.allotted ?? '0') : '0';
  return {
    booked: {
      user_id: userId,
      allotted: '0',
      orders: share.orders.map(({ id, paid: whole }) => ({ id, allotted: '0', returned: whole })),
    },
    journals: [
      {
        ref: `launch:${project.id}:${userId}:cancel`,
        kind: 'subscription_return',
        reference: project.name,
        at,
        entries: [
          ...entries,
          { account: userAccount(userId, 'subscription'), currency: project.currency, amount: neg(tokens) },
          { account: houseAccount('issuers'), currency: project.currency, amount: tokens },
        ],
      },
    ],
  };
}

/** Unlocks what a user was allotted. */
export function unlock(project: Project, share: StagedShare, at: number): Step {
  const allotted = share.allotted ?? '0';
  const { user_id: userId } = share;
  return {
    booked: {
      user_id: userId,
      allotted,
      orders: share.orders.map(({ id, allotted: own, returned }) => ({
        id,
        allotted: own ?? '0',
        returned: returned ?? '0',
      })),
    },
    journals: isPositive(allotted)
      ? [
          {
            ref: `launch:${project.id}:${userId}:unlock`,
            kind: 'token_unlock',
            reference: project.name,
            at,
            entries: [
              { account: userAccount(userId, 'subscription'), currency: project.currency, amount: neg(allotted) },
              { account: userAccount(userId, 'change'), currency: project.currency, amount: allotted },
            ],
          },
        ]
      : [],
  };
}

export type Steps = {
  /** The state of the project in which the steps are taken. */
  readonly state: ProjectState;
  readonly from: readonly Stage[];
  readonly to: Stage;
  readonly book: (project: Project, share: StagedShare, at: number) => Step;
  /** Names what users are told. */
  readonly told: 'sale_allotted' | 'sale_cancelled' | 'sale_unlocked';
  /** After the last user, in its transaction. */
  readonly finish: (tx: Transaction, project: Project, at: number) => Promise<unknown>;
};

/** Takes one step of a project. Returns whether there is more to do. Its end waits for shares that are set aside. */
async function takeStep(
  { database, now }: SettleParts,
  { fence, items }: Run,
  id: number,
  { state, from, to, book, told, finish }: Steps,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    await fence(tx);
    const project = await lockProject(tx, id);
    if (project?.state !== state) return false;
    const shares = await sharesAt(tx, id, from, STEP, items.aside('share'));
    const at = now();
    if (shares.length === 0) {
      if ((await sharesAt(tx, id, from, 1)).length === 0) await finish(tx, project, at);
      return false;
    }
    const idOf = ({ user_id }: StagedShare) => `${id}:${user_id}`;
    const left = await items.within(tx, 'share', shares, idOf, async (some) => {
      const steps = some.map((share) => book(project, share, at));
      await postJournals(
        tx,
        steps.flatMap(({ journals }) => journals),
      );
      await setStage(
        tx,
        id,
        to,
        steps.map(({ booked }) => booked),
      );
      const { name, currency } = project;
      await tellLater(
        tx,
        steps.flatMap(({ booked: { user_id: userId, allotted } }) =>
          told === 'sale_unlocked' && !isPositive(allotted)
            ? []
            : [{ userId, kind: told, named: { name, amount: `${allotted} ${currency}` }, reference: String(id), at }],
        ),
      );
      for (const { user_id } of some) {
        tx.notify(user_id, { kind: 'order', id: String(id), status: to });
        tx.notify(user_id, { kind: 'balance' });
      }
    });
    return left.length < shares.length;
  });
}

/** Takes the steps that are left of a project. */
export async function takeSteps(parts: SettleParts, run: Run, id: number, steps: Steps): Promise<void> {
  while (!run.signal.aborted && (await takeStep(parts, run, id, steps)));
}

const ALLOCATION: Steps = {
  state: 'allocating',
  from: ['applied'],
  to: 'allotted',
  book: allot,
  told: 'sale_allotted',
  finish: (tx, { id }, at) => finishAllocation(tx, id, at),
};

const CANCELLATION: Steps = {
  state: 'cancelling',
  from: ['applied', 'allotted'],
  to: 'returned',
  book: undo,
  told: 'sale_cancelled',
  finish: (tx, { id }) => setState(tx, id, 'cancelled'),
};

/** Does work for each project; one that fails does not hold up the others. */
export const forEachProject = (
  { items }: Pick<JobRun, 'items'>,
  due: readonly { readonly id: number }[],
  work: (id: number) => Promise<void>,
): Promise<number> =>
  items.each(
    'project',
    due,
    ({ id }) => String(id),
    ({ id }) => work(id),
  );

/** Moves on the windows that users could not use because of what staff have stopped. */
async function hold({ database, catalogue, now }: SettleParts, fence: Fence): Promise<void> {
  const at = now();
  const closed = closedCurrencies(catalogue.current());
  const since = await pausedSince(database, 'launchpad', at);
  if (since === null && closed.length === 0 && !(await hasHeld(database))) return;
  await database.transaction(async (tx) => {
    await fence(tx);
    await holdWindows(tx, at, { pausedSince: since, closed });
  });
}

/** Allots what was committed to sales that are over, and returns what was paid for cancelled ones. */
export async function settleProjects(parts: SettleParts, run: Run): Promise<void> {
  await hold(parts, run.fence);
  await forEachProject(run, await dueToSettle(parts.database, parts.now()), async (id) => {
    await beginAllocation(parts, run.fence, id);
    await takeSteps(parts, run, id, ALLOCATION);
    await takeSteps(parts, run, id, CANCELLATION);
  });
}
