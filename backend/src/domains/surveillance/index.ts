import type { DomainFactory } from '../../platform/domain.ts';
import { carriedJob, requireReviewed, underReview } from './carried.ts';
import { flagQueue } from './queue.ts';
import { watchJob } from './watch.ts';

export { bySubject } from './by-subject.ts';
export { linksOf } from './links.ts';
export { FALSE_ALARM, flaggedAt } from './luck.ts';
export { endBet, evidenceIn, FULL_PURSE, type Purse, stakeOn } from './wagers.ts';
export { raiseFlag } from './watch.ts';

/** Watches the results of accounts in the market, and what trades carry between them. Shows staff what cannot be luck or trade. */
export const surveillance: DomainFactory = (dependencies) => ({
  name: 'surveillance',
  userData: { market_flag: { leftOut: 'what staff note of suspicious trades' } },
  queues: [flagQueue],
  moneyOut: (tx, { userId, at }) => requireReviewed(tx, userId, at),
  underReview,
  jobs: [watchJob(dependencies), carriedJob(dependencies)],
});
