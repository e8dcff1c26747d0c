import { EventEmitter, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import {
  type JobHelpers,
  Logger,
  type LogLevel,
  runMigrations,
  runTaskList,
  runTaskListOnce,
  type TaskList,
  type WorkerEvents,
  type WorkerPool,
} from 'graphile-worker';
import pg from 'pg';
import type { Database } from '../db/database.ts';
import { withMigrationLock } from '../db/migrate.ts';
import type { RecurringJob } from './job.ts';
import { dropLease, takeLease } from './lease.ts';
import { PermanentFailure, type QueuedJob } from './queued-job.ts';

/** Jobs that one node runs at the same time. */
const CONCURRENCY = 4;
/** Polling interval for due jobs, in ms; new ones are announced by NOTIFY. */
const POLL_EVERY = 5_000;
/** ms between signs of life of a node's worker. */
const SIGN_EVERY = 5_000;
/** ms without a sign of life after which the jobs of a worker are given to others. */
const WORKER_LASTS = 30_000;
/** Delay in ms before a worker that ended is restarted. */
const RESTART_AFTER = 1_000;
/** ms that a worker whose jobs are over may take to write their results. */
const WRITES_WITHIN = 5_000;
/** Interval of the clean-up of failed jobs and their retention, in ms. */
const CLEAR_EVERY = 3_600_000;
const FAILED_KEPT = 30 * 86_400_000;

export type AttemptReport = {
  readonly task: string;
  /** `retried`: the attempt failed and another follows. `given_up`: it was the last. */
  readonly outcome: 'done' | 'retried' | 'given_up';
  readonly seconds: number;
};

export type QueueOptions = {
  readonly database: Database;
  /** The queue has separate connections: its worker listens on one, and reads with the default type parsers. */
  readonly connection: pg.PoolConfig;
  readonly jobs: readonly QueuedJob[];
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error' | 'debug'>;
  /** Called after each attempt. */
  readonly onAttempt?: (report: AttemptReport) => void;
  /** ms; see `WORKER_LASTS`. */
  readonly workerLasts?: number;
  /** ms; see `WRITES_WITHIN`. */
  readonly writesWithin?: number;
};

export type Queue = {
  /** What keeps the queue in order; to be run with the recurring jobs of the domains. */
  readonly jobs: readonly RecurringJob[];
  /** Begins to take jobs. */
  start(): void;
  /** Runs due jobs now; with `ahead` also later ones. Resolves when nothing is left. */
  drain(options?: { readonly ahead?: boolean }): Promise<void>;
  /** Resolves when the jobs that run are over, or were given back. */
  stop(): Promise<void>;
};

const CHANNELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'debug' } as const satisfies Record<
  LogLevel,
  string
>;

/** The library's log as ours. Its details hold whole jobs with their payloads, so only an error is taken from them. */
const loggerOf = (log: QueueOptions['log']): Logger =>
  new Logger(() => (level, message, { failure, error }) => {
    // An attempt that failed is logged where it is run.
    if (failure === true) return;
    log[CHANNELS[level]]({ ...(error instanceof Error && { err: error }) }, `queue: ${message}`);
  });

/** Creates or upgrades the queue's tables, one node at a time. */
export async function installQueue(database: Database, connection: pg.PoolConfig, log: QueueOptions['log']) {
  const pool = openPool(connection, log);
  try {
    await withMigrationLock(database, () => runMigrations({ pgPool: pool, logger: loggerOf(log) }));
  } finally {
    await pool.end();
  }
}

function openPool(connection: pg.PoolConfig, log: QueueOptions['log']): pg.Pool {
  const pool = new pg.Pool({ application_name: 'tessera queue', max: CONCURRENCY + 1, ...connection });
  const onLost = ({ message }: Error): void => {
    // The error as a whole carries the connection and its password.
    if (!pool.ending) log.warn({ reason: message }, 'a database connection of the queue was lost');
  };
  pool.on('error', onLost);
  pool.on('connect', (client) => client.on('error', onLost));
  return pool;
}

/** Events after which no job of a worker runs any more. */
const JOBS_OVER = [
  'pool:gracefulShutdown:complete',
  'pool:gracefulShutdown:error',
  'pool:forcefulShutdown:complete',
  'pool:forcefulShutdown:error',
] as const;

/**
 * Resolves with the error, if any, once a worker has ended. One that lost its connection while it wrote the result of a job
 * waits for ever for its own writes (graphile/worker#636): once its jobs are over it is given `within` ms. A result that
 * was not written is that of a job which another worker takes again.
 */
async function endOf(
  { promise }: WorkerPool,
  events: WorkerEvents,
  within: number,
): Promise<{ readonly err?: unknown }> {
  const giveUp = new AbortController();
  const ended = promise.then(
    () => ({}),
    (err: unknown) => ({ err }),
  );
  const { signal } = giveUp;
  const stuck = Promise.race(JOBS_OVER.map((event) => once(events, event, { signal })))
    .then(() => wait(within, undefined, { signal }))
    .then(() => ({ err: new Error('the worker did not end after its jobs') }));
  try {
    return await Promise.race([ended, stuck]);
  } finally {
    stuck.catch(() => undefined);
    giveUp.abort();
  }
}

/** The durable queue of this node: graphile-worker on the same PostgreSQL. */
export function createQueue({
  database,
  connection,
  jobs,
  log,
  onAttempt,
  workerLasts = WORKER_LASTS,
  writesWithin = WRITES_WITHIN,
}: QueueOptions): Queue {
  const pool = openPool(connection, log);
  const byHand = {
    logger: loggerOf(log),
    noHandleSignals: true,
    // Without batches the library drops the promise that writes a result: a lost connection would end the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  };
  const continuous = { ...byHand, pollInterval: POLL_EVERY, concurrency: CONCURRENCY };
  let worker: { readonly pool: WorkerPool; readonly end: Promise<unknown> } | null = null;
  let stopping = false;
  let restart: NodeJS.Timeout | undefined;

  async function attempt({ task, run }: QueuedJob, payload: unknown, helpers: JobHelpers): Promise<void> {
    const { id, attempts, max_attempts: maxAttempts } = helpers.job;
    const began = performance.now();
    const report = (outcome: AttemptReport['outcome']) =>
      onAttempt?.({ task: task.name, outcome, seconds: (performance.now() - began) / 1_000 });
    try {
      const signal = helpers.abortSignal;
      await Promise.race([run(payload, { attempt: attempts, maxAttempts, signal }), helpers.abortPromise]);
      report('done');
    } catch (err) {
      const permanent = err instanceof PermanentFailure;
      // The library has no word for this; the job is locked by us, so there is no other writer.
      if (permanent)
        await helpers.query('update graphile_worker._private_jobs set attempts = max_attempts where id = $1', [id]);
      const last = permanent || attempts >= maxAttempts;
      const details = { err, task: task.name, job: id, attempt: attempts };
      if (last) log.error(details, 'a queued job failed for good');
      else log.warn(details, 'a queued job failed; it is attempted again');
      report(last ? 'given_up' : 'retried');
      throw err;
    }
  }

  const tasks: TaskList = {};
  for (const job of jobs) {
    if (job.task.name in tasks) throw new Error(`two handlers for the task ${job.task.name}`);
    tasks[job.task.name] = (payload: unknown, helpers: JobHelpers) => attempt(job, payload, helpers);
  }

  function start(): void {
    if (stopping || jobs.length === 0) return;
    const events: WorkerEvents = new EventEmitter();
    const started = runTaskList({ ...continuous, events }, tasks, pool);
    const end = endOf(started, events, writesWithin).then(({ err }) => {
      worker = null;
      if (stopping) return;
      log.error({ err }, 'the worker of the queue ended; it is started again');
      restart = setTimeout(start, RESTART_AFTER);
    });
    worker = { pool: started, end };
  }

  const leaseOf = (id: string) => ({ name: `worker:${id}`, holder: id, lasts: workerLasts });

  /** Renews the lease of this node's worker, and unlocks jobs of workers with expired leases. */
  async function keepAlive(): Promise<void> {
    if (worker) await takeLease(database, leaseOf(worker.pool.id));
    // A job that was locked a moment ago may belong to a worker that has not yet taken its lease.
    const [dead] = await database.query<{ workers: string[] | null }>(
      `select array_agg(distinct locked_by) as workers from graphile_worker.jobs
        where locked_at < clock_timestamp() - make_interval(secs => $1)
          and not exists (select from lease where name = 'worker:' || locked_by and until > clock_timestamp())`,
      [workerLasts / 1_000],
    );
    if (dead?.workers) {
      await database.query('select graphile_worker.force_unlock_workers($1)', [dead.workers]);
      log.warn({ workers: dead.workers }, 'jobs of workers that are gone were unlocked');
    }
    await database.query(
      `delete from lease where name like 'worker:%' and until < clock_timestamp() - make_interval(secs => $1)`,
      [workerLasts / 1_000],
    );
  }

  return {
    jobs: [
      {
        name: 'queue-keep-alive',
        every: SIGN_EVERY,
        exclusive: false,
        whole: 'leases of workers',
        run: keepAlive,
      },
      {
        name: 'queue-clean-up',
        every: CLEAR_EVERY,
        exclusive: true,
        whole: 'it deletes by time alone',
        async run() {
          await database.query(
            `select from graphile_worker.complete_jobs(array(
               select id from graphile_worker.jobs
                where attempts >= max_attempts and run_at < clock_timestamp() - make_interval(secs => $1)))`,
            [FAILED_KEPT / 1_000],
          );
        },
      },
    ],
    start,
    async drain({ ahead = false } = {}) {
      if (jobs.length === 0) return;
      const waiting = await database.query<{ id: string }>(
        `select id from graphile_worker.jobs where locked_at is null and attempts < max_attempts`,
      );
      if (waiting.length === 0) return;
      if (ahead) {
        const ids = waiting.map(({ id }) => id);
        await database.query(`select from graphile_worker.reschedule_jobs($1, run_at => clock_timestamp())`, [ids]);
      }
      const client = await pool.connect();
      try {
        await runTaskListOnce(byHand, tasks, client).promise;
      } finally {
        client.release();
      }
    },
    async stop() {
      stopping = true;
      clearTimeout(restart);
      if (worker) {
        const { pool: stopped, end } = worker;
        // It logs what goes wrong.
        Promise.resolve(stopped.gracefulShutdown()).catch(() => undefined);
        await end;
        const held = await takeLease(database, leaseOf(stopped.id));
        if (held) await dropLease(database, held);
      }
      await pool.end();
    },
  };
}
