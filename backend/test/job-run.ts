import { createItems, type ItemMemoryOptions } from '../src/platform/jobs/items.ts';
import type { JobRun } from '../src/platform/jobs/job.ts';

/** A run of a job outside of its runner, without a lease: each of its items is tried. */
export function jobRun(run: Partial<JobRun> = {}, memory: Partial<ItemMemoryOptions> = {}): JobRun {
  const signal = run.signal ?? new AbortController().signal;
  const log = { error: () => undefined };
  const { items } = createItems({ job: 'tried by hand', log, signal, ...memory });
  return { since: null, fence: async () => undefined, signal, items, ...run };
}
