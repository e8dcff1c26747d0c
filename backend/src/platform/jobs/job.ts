import type { Sql } from '../db/database.ts';
import type { JobItems } from './items.ts';
import type { QueuedJob } from './queued-job.ts';

export type JobRun = {
  /**
   * Progress of the last run on any node; Unix ms. Null before the first run. A job that is not exclusive gets only the
   * progress on its node.
   */
  readonly since: number | null;
  /** Awaited inside every transaction of the run: rejects with `LeaseLost` once another node holds the job. */
  readonly fence: (tx: Sql) => Promise<void>;
  /** Aborted when the node stops. */
  readonly signal: AbortSignal;
  /** How the run works through what users have: what fails for one of them holds up no other. */
  readonly items: JobItems;
};

/** What keeps one user's rows from holding up those of all others. */
type Worked =
  | {
      /** Kinds of what the job works through by `items` of its run. */
      readonly items: readonly [string, ...string[]];
      readonly own?: never;
      readonly whole?: never;
    }
  /** How it keeps its items apart by itself, in the states of their rows for example. */
  | { readonly own: string; readonly items?: never; readonly whole?: never }
  /** Why nothing that a user has can fail in it alone. */
  | { readonly whole: string; readonly items?: never; readonly own?: never };

/** Recurring work of a domain. The platform runs, leases and measures it; no domain starts a timer. */
export type RecurringJob = Worked & {
  /** Unique over all domains; the name of the lease too. */
  readonly name: string;
  /** ms from the end of one run to the start of the next. The first run follows the start of the node. */
  readonly every: number;
  /** On one node at a time, by lease with a fencing token. */
  readonly exclusive: boolean;
  /** Returns its progress, Unix ms, for the next run's `since`. A run that throws is repeated at the next interval. */
  readonly run: (run: JobRun) => Promise<number> | Promise<void>;
};

/** A job declared in `jobs` of a domain: work at an interval, or work that is added to the queue. */
export type Job = RecurringJob | QueuedJob;

export const isRecurring = (job: Job): job is RecurringJob => 'every' in job;
export const isQueued = (job: Job): job is QueuedJob => !isRecurring(job);
