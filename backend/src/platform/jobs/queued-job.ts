import type * as z from 'zod/mini';
import type { Sql } from '../db/database.ts';
import { actOfUser } from '../market/venue-lead.ts';

/** A kind of queued work. Callers that add a job need the task; its handler is declared by one domain, in `jobs`. */
export type Task<P = unknown> = {
  /** Unique over all domains. */
  readonly name: string;
  readonly payload: z.ZodMiniType<P>;
  /** Attempts before a job is given up; the pauses between them grow from seconds to six hours. */
  readonly maxAttempts: number;
  /** Of its jobs one runs at a time, over all nodes; the others wait without a place among those that run. */
  readonly oneAtATime: boolean;
  /** When its jobs have their turn among those that are due. */
  readonly turn: JobTurn;
};

/**
 * `first`: what its user waits for and what is of use for minutes, as a code is; `last`: news, of which there may be one for
 * each user at once. Within a turn the older come first.
 */
export type JobTurn = 'first' | 'usual' | 'last';

const ATTEMPTS = 25;
/** The queue takes lower ones first. */
const PRIORITIES: Readonly<Record<JobTurn, number>> = { first: -10, usual: 0, last: 10 };

export const defineTask = <P>(
  name: string,
  payload: z.ZodMiniType<P>,
  { maxAttempts = ATTEMPTS, oneAtATime = false, turn = 'usual' }: Partial<Omit<Task, 'name' | 'payload'>> = {},
): Task<P> => ({ name, payload, maxAttempts, oneAtATime, turn });

export type JobAttempt = {
  /** 1 for the first. */
  readonly attempt: number;
  readonly maxAttempts: number;
  /** Aborted when the node stops and does not wait any longer; the job is then attempted again elsewhere. */
  readonly signal: AbortSignal;
};

/** The handler of a task. A job may run more than once: after a crash its progress is unknown. */
export type QueuedJob = {
  readonly task: Task;
  readonly run: (payload: unknown, attempt: JobAttempt) => Promise<void>;
};

/** Declares the handler of a task; the payload is checked before it runs. */
export const handle = <P>(task: Task<P>, run: (payload: P, attempt: JobAttempt) => Promise<void>): QueuedJob => ({
  task,
  run: (payload, attempt) => actOfUser(`the job ${task.name}`, async () => run(task.payload.parse(payload), attempt)),
});

/** Thrown by a handler when another attempt cannot succeed: the job is given up at once. */
export class PermanentFailure extends Error {
  override name = 'PermanentFailure';
}

export type EnqueueOptions = {
  /** Of jobs with the same key and task one waits: a later one replaces it. */
  readonly jobKey?: string;
  /** Unix ms; at once where absent. */
  readonly runAt?: number;
  /** Another turn than that of its task. */
  readonly turn?: JobTurn;
};

const storedKey = (name: string, jobKey: string): string => `${name}:${jobKey}`;

/** Whether a job with one of these keys is there that has not been done: it waits, runs, or was given up. */
export async function hasQueued(sql: Sql, { name }: Pick<Task, 'name'>, jobKeys: readonly string[]): Promise<boolean> {
  const keys = jobKeys.map((jobKey) => storedKey(name, jobKey));
  return (await sql.query('select from graphile_worker.jobs where key = any($1) limit 1', [keys])).length > 0;
}

/** Adds a job within the caller's transaction: it runs once that is committed, and never if it is rolled back. */
export const enqueue = <P>(
  tx: Sql,
  task: Task<P>,
  payload: P,
  { jobKey, runAt, turn = task.turn }: EnqueueOptions = {},
): Promise<void> =>
  add(tx, { ...task, turn }, [{ payload, jobKey: jobKey ?? null }], runAt === undefined ? null : new Date(runAt));

/** Adds many jobs in one statement; each has a key, of which one job waits. */
export const enqueueAll = <P>(
  tx: Sql,
  task: Task<P>,
  jobs: readonly { readonly payload: P; readonly jobKey: string }[],
): Promise<void> => (jobs.length === 0 ? Promise.resolve() : add(tx, task, jobs, null));

async function add<P>(
  tx: Sql,
  { name, payload: schema, maxAttempts, oneAtATime, turn }: Task<P>,
  jobs: readonly { readonly payload: P; readonly jobKey: string | null }[],
  runAt: Date | null,
): Promise<void> {
  await tx.query(
    `select from unnest($2::text[], $3::text[]) as job (payload, key)
       cross join lateral graphile_worker.add_job($1, payload => job.payload::json, max_attempts => $4,
         job_key => job.key, run_at => $5, queue_name => $6, priority => $7)`,
    [
      name,
      jobs.map(({ payload }) => JSON.stringify(schema.parse(payload))),
      jobs.map(({ jobKey }) => (jobKey === null ? null : storedKey(name, jobKey))),
      maxAttempts,
      runAt,
      oneAtATime ? name : null,
      PRIORITIES[turn],
    ],
  );
}
