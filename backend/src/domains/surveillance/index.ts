import type { DomainFactory } from '../../platform/domain.ts';
import { flagQueue } from './queue.ts';
import { watchJob } from './watch.ts';

/** Watches the results of accounts in the market, and shows staff those that cannot be luck. */
export const surveillance: DomainFactory = (dependencies) => ({
  name: 'surveillance',
  queues: [flagQueue],
  jobs: [watchJob(dependencies)],
});
