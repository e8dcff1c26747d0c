import type { Database } from '../../platform/db/database.ts';
import type { Dependencies } from '../../platform/domain.ts';
import type { Feed, PriceRange } from '../../platform/feed/feed.ts';
import type { JobRun, RecurringJob } from '../../platform/jobs/job.ts';
import { LeaseLost } from '../../platform/jobs/lease.ts';
import { fillResting } from './fill.ts';
import { spotSymbols } from './listing.ts';
import { type Candidate, reachedOrders } from './store.ts';

/** Asked again from this long before the last sweep: an order may be committed a moment after it was made. */
const OVERLAP_MS = 1_000;
/** Orders reached in one sweep; where there are more, the next sweep goes over the same time again. */
const BATCH = 1_000;
const AT_ONCE = 8;
/** After a standstill no further back than this: the feed keeps no longer record. ms */
const LONGEST_GAP = 86_400_000;

export type SweepDependencies = {
  readonly database: Database;
  readonly feed: Feed;
  /** Unix ms. */
  readonly now: () => number;
};

/**
 * Fills every open order that the market reached since the last sweep. Returns its progress: failed or remaining orders
 * are swept again from `since`.
 */
export async function sweepOrders(
  dependencies: SweepDependencies,
  fence: JobRun['fence'],
  since: number,
): Promise<{ readonly reachedAt: number; readonly filled: number; readonly failures: readonly Error[] }> {
  const { database, feed, now } = dependencies;
  const startedAt = now();
  const from = since - OVERLAP_MS;
  const ranges = new Map<string, PriceRange>();
  for (const symbol of spotSymbols) {
    const range = feed.range(symbol, from);
    if (range) ranges.set(symbol, range);
  }
  if (ranges.size === 0) return { reachedAt: startedAt, filled: 0, failures: [] };
  const candidates = await reachedOrders(database, ranges, BATCH);
  // An order placed within the span is checked only against the market after its placement.
  const rangeFor = ({ symbol, created_at }: Candidate) =>
    created_at > from ? feed.range(symbol, created_at) : (ranges.get(symbol) ?? null);

  let filled = 0;
  const failures: Error[] = [];
  for (let index = 0; index < candidates.length; index += AT_ONCE) {
    const results = await Promise.allSettled(
      candidates.slice(index, index + AT_ONCE).map(async (candidate) => {
        const range = rangeFor(candidate);
        return range !== null && (await fillResting(dependencies, candidate.id, range, fence));
      }),
    );
    for (const result of results) {
      if (result.status === 'rejected') failures.push(result.reason as Error);
      else if (result.value) filled += 1;
    }
  }
  const complete = failures.length === 0 && candidates.length < BATCH;
  return { reachedAt: complete ? startedAt : since, filled, failures };
}

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
