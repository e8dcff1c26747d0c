import type { DomainFactory } from '../../platform/domain.ts';
import { flagQueue } from './queue.ts';
import { watchJob } from './watch.ts';

/** Watches the results of accounts in the market, and shows staff those that cannot be luck. */
export const surveillance: DomainFactory = (dependencies) => ({
  name: 'surveillance',
  userData: { market_flag: { leftOut: 'what staff note of suspicious trades' } },
  queues: [flagQueue],
  jobs: [watchJob(dependencies)],
});
