import { copytradingContract } from '@tessera/api/copytrading/contract';
import { type Dependencies, type DomainFactory, defineDomain } from '../../platform/domain.ts';
import type { JobRun, RecurringJob } from '../../platform/jobs/job.ts';
import { OWN_ROWS } from '../../platform/ports.ts';
import type { By } from '../../platform/staff-command.ts';
import { applicationOf, apply, traderQueue } from './applications.ts';
import { changeLot } from './change-lot.ts';
import { listCopies, selfHold } from './copies.ts';
import { demonstrationJob, demonstrationTraders, seedDemonstrationTraders } from './demonstration.ts';
import { endTrader, restoreTrader, suspendTrader } from './end-trader.ts';
import { closeExceeding, detachTakenOver, finishSubmitted, openPlanned } from './follow-market.ts';
import { cancelFollow, endFollows, following, followsOf, followTrader } from './follows.ts';
import { livePositions } from './live-positions.ts';
import type { Positions } from './positions.ts';
import { FOLLOW_JOB, readEvents, readLeft } from './read-events.ts';
import { dueToTrader, keptForTraders, RESERVED_SHARES, reserveShares, settleWeek } from './shares.ts';
import { listStatements } from './statements.ts';
import { refreshFigures } from './statistics.ts';
import { endCostlyFollows, stopFollows } from './stop-follows.ts';
import { suspensionQueue } from './suspensions.ts';
import { refreshCosts } from './trader-costs.ts';
import { listTraders, traderDetail, traderHistory } from './traders.ts';

export { copiedFees } from './costs.ts';
export { restoreTrader, suspendTrader } from './end-trader.ts';
export { areLinked, isPaidAt, linkedTo, personsAmong, samePersonAs, showsSamePerson } from './linked.ts';
export type { OpenCopy, PositionEvent, Positions, ReduceCopy } from './positions.ts';
export { CURRENCY as COPY_CURRENCY } from './read-events.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Transactions of one run that read events; what is left is read by the next. */
const READS = 20;

type Following = Pick<Dependencies, 'database' | 'catalogue' | 'feed' | 'now'> & { readonly positions: Positions };

/** Copies what traders do: reads the events of positions, opens and closes copies, and ends follows at their stop-loss. */
const followJob = ({ database, positions, ...prices }: Following): RecurringJob => ({
  name: FOLLOW_JOB,
  every: SECOND / 2,
  exclusive: true,
  items: ['event', 'position', 'planned', 'submitted', 'self_held', 'follow', 'costly'],
  async run({ fence, signal, items }: JobRun) {
    const market = { database, positions, prices, fence, signal, items };
    const reading = () => ({ positions, items, catalogue: prices.catalogue.current() });
    await finishSubmitted(market);
    await readLeft(database, fence, reading());
    for (let read = 0; read < READS && !signal.aborted; read++) {
      const events = await database.transaction(async (tx) => {
        await fence(tx);
        return readEvents(tx, reading());
      });
      if (events === 0) break;
      // What is to be closed loses while others are opened. What could not be is tried again after them.
      await closeExceeding(market, 'first');
      await openPlanned(market);
    }
    await openPlanned(market);
    await stopFollows(market);
    await endCostlyFollows(market);
    await closeExceeding(market, 'again');
    await detachTakenOver(market);
  },
});

/** Copy trading: traders, who follows them, copies, profit shares. */
export const copytradingOn = (positions: Positions) =>
  defineDomain(copytradingContract, ({ database, catalogue, feed, now, settings, ports }) => {
    const prices = { catalogue, feed, now };
    const decideOn = async (
      by: By,
      decision: typeof suspendTrader,
      of: { readonly uid: string; readonly reason: string },
    ) => {
      await decision(database, { ...of, ...by });
      return null;
    };
    // Accounts of the exchange that trade belong to a demonstration: never where prices are those of real venues.
    const demonstrates = settings.demoUser && feed.source === 'simulated';
    return {
      name: 'copytrading',
      userData: {
        copy_trader: OWN_ROWS,
        copy_application: { rows: 'user_id = $1', without: ['reviewer_id'] },
        copy_follow: OWN_ROWS,
        copy_trade: OWN_ROWS,
        copy_account: OWN_ROWS,
        copy_statement: OWN_ROWS,
        copy_cost: { rows: 'follow_id in (select id from copy_follow where user_id = $1)' },
        copy_suspension: { rows: 'user_id = $1', without: ['reviewer_id'] },
        copy_source: { rows: 'trader_user_id = $1' },
      },
      queues: [traderQueue, suspensionQueue],
      recordKinds: ['copy_share', 'reward'],
      reserves: RESERVED_SHARES,
      keptAside: keptForTraders,
      automatic: demonstrationTraders,
      changeLot,
      closingObstacles: async (sql, userId) => [
        { kind: 'copy', count: (await followsOf(sql, userId)).length },
        ...(await dueToTrader(sql, userId)),
      ],
      // Copies that are open follow their source to its end.
      onFreeze: (userId) => endFollows(database, userId, now()),
      seed: async () => {
        if (demonstrates) await seedDemonstrationTraders(database, now());
      },
      jobs: [
        ...(demonstrates ? [demonstrationJob({ database, positions, ...prices })] : []),
        followJob({ database, positions, ...prices }),
        {
          name: 'copy-shares',
          every: 5 * SECOND,
          exclusive: true,
          items: ['settled', 'reserved'],
          async run({ fence, signal, items }: JobRun) {
            await settleWeek({ database, prices, fence, signal, items, ports });
            await reserveShares({ database, now, fence, signal, items });
          },
        },
        {
          name: 'copy-costs',
          every: MINUTE,
          exclusive: true,
          items: ['trader'],
          run: ({ fence, items }: JobRun) => refreshCosts({ database, now, fence, items }),
        },
        {
          name: 'copy-figures',
          every: HOUR,
          exclusive: true,
          items: ['trader'],
          run: ({ fence, items }: JobRun) => refreshFigures({ database, now, fence, items }),
        },
      ],
      calls: {
        'GET /follow/index': (_, input) => listTraders(database, now(), input),
        'GET /follow/traderDetail': (_, { trader_user_id }) => traderDetail(database, prices, trader_user_id),
        'GET /follow/historyTrade': (_, input) => traderHistory(database, prices, input),
        'GET /follow/my': ({ user }) => following(database, prices, user.id),
        'GET /follow/copies': ({ user }, input) => listCopies(database, prices, user.id, input),
        'GET /follow/statements': ({ user }, page) => listStatements(database, user.id, page),
        'GET /follow/application': ({ user }) => applicationOf(database, user.id),
        'POST /follow/apply': ({ tx, user }, { content }) => apply(tx, user.id, content, now()),
        'POST /follow/resign': async ({ tx, user }) => {
          await endTrader(tx, user.id, { ended: 'resigned', at: now() });
          return applicationOf(tx, user.id);
        },
        'POST /staff/traders/suspend': ({ by }, { trader_user_id: uid, reason }) =>
          decideOn(by, suspendTrader, { uid, reason }),
        'POST /staff/traders/restore': ({ by }, { trader_user_id: uid, reason }) =>
          decideOn(by, restoreTrader, { uid, reason }),
        'POST /follow/follow': ({ tx, user }, terms) => followTrader(tx, { prices, ports }, user.id, terms),
        'POST /follow/cancel': ({ tx, user }, { follow_user_id }) => cancelFollow(tx, prices, user.id, follow_user_id),
        'POST /follow/selfHolding': ({ tx, user }, { id }) => selfHold(tx, prices, user.id, id),
      },
    };
  });

/** Copy trading on the positions of the domain `leverage`. */
export const copytrading: DomainFactory = (dependencies) => copytradingOn(livePositions(dependencies))(dependencies);
