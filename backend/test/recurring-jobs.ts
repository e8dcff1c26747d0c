import { isRecurring } from '../src/platform/jobs/job.ts';
import { createRecurringJobs, type RecurringJobs, type RecurringOptions } from '../src/platform/jobs/recurring.ts';
import type { TestApp } from './test-app.ts';

const silent = { error: () => undefined, warn: () => undefined };

/** The recurring jobs of a node, to be run by hand. */
export const recurringJobsOf = (
  { database, domains }: TestApp,
  options: Partial<Pick<RecurringOptions, 'holder' | 'onRun' | 'onItemFailed' | 'clock' | 'log'>> = {},
): RecurringJobs =>
  createRecurringJobs({
    database,
    jobs: domains.flatMap(({ jobs = [] }) => jobs).filter(isRecurring),
    log: silent,
    ...options,
  });
