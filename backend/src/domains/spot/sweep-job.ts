import type { Dependencies } from '../../platform/domain.ts';
import type { RecurringJob } from '../../platform/jobs/job.ts';
import { LeaseLost } from '../../platform/jobs/lease.ts';
import { type SweepDependencies, sweepOrders } from './sweep.ts';

/** After a standstill no further back than this: the feed keeps no longer record. ms */
const LONGEST_GAP = 86_400_000;

/** Fills resting orders that the market has reached since the last sweep. */
export const sweepJob = (dependencies: SweepDependencies, log: Pick<Dependencies['log'], 'error'>): RecurringJob => ({
  name: 'spot-sweep',
  every: 250,
  exclusive: true,
  async run({ since, fence }) {
    const now = dependencies.now();
    const { reachedAt, failures } = await sweepOrders(dependencies, fence, Math.max(since ?? now, now - LONGEST_GAP));
    const lost = failures.find((failure) => failure instanceof LeaseLost);
    if (lost) throw lost;
    for (const err of failures) log.error({ err }, 'a spot order could not be filled');
    return reachedAt;
  },
});
