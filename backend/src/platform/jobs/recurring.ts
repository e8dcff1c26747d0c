import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../db/database.ts';
import { createItems, type ItemReport } from './items.ts';
import type { JobRun, RecurringJob } from './job.ts';
import { dropLease, type Lease, LeaseLost, requireLease, takeLease } from './lease.ts';
import { Unreached } from './unreached.ts';

/** ms between renewals of a lease that is held, and between attempts to take one that is not. */
const KEEP_EVERY = 1_500;
/** ms that a lease lasts beyond the next run: the pause after a node is killed. */
const MARGIN = 5_000;

/** `elsewhere`: another node holds the job. `lost`: another node acquired it during the run. */
export type RunOutcome = 'done' | 'failed' | 'elsewhere' | 'lost';

export type RunReport = { readonly job: string; readonly outcome: RunOutcome; readonly seconds: number };

export type RecurringJobs = {
  /** Runs a job once, now. */
  turn(name: string): Promise<RunOutcome>;
  /** Starts the timers. */
  start(): void;
  /** Resolves when the last run is over and the leases are free for other nodes. */
  stop(): Promise<void>;
};

export type RecurringOptions = {
  readonly database: Database;
  readonly jobs: readonly RecurringJob[];
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  /** Called after each turn. */
  readonly onRun?: (report: RunReport) => void;
  /** Called for each failure of an item. */
  readonly onItemFailed?: (report: ItemReport) => void;
  /** Names this node in leases. */
  readonly holder?: string;
  /** Monotonic, ms: for how long items are set aside. */
  readonly clock?: () => number;
};

type Runner = { turn(): Promise<RunOutcome>; start(): void; stop(): Promise<void> };

const unfenced = async (): Promise<void> => undefined;

function createRunner(
  { name, every, exclusive, run }: RecurringJob,
  { database, log, onRun, onItemFailed, clock, holder = randomUUID() }: Omit<RecurringOptions, 'jobs'>,
): Runner {
  const stopping = new AbortController();
  const lasts = every + MARGIN;
  const { items, forget } = createItems({ job: name, log, signal: stopping.signal, onItemFailed, clock });
  let lease: Lease | null = null;
  let since: number | null = null;
  let keptAt = Number.NEGATIVE_INFINITY;
  /** What the last runs waited for, as it was logged. */
  let waitsFor: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  let last: Promise<unknown> = Promise.resolve();

  async function keepLease(): Promise<Lease | null> {
    if (lease && performance.now() - keptAt < KEEP_EVERY) return lease;
    const held = await takeLease(database, { name, holder, reachedAt: lease ? since : null, lasts });
    if (held && held.token !== lease?.token) since = held.reachedAt;
    lease = held;
    keptAt = performance.now();
    return held;
  }

  async function runOnce(fence: JobRun['fence']): Promise<void> {
    const reachedAt = await run({ since, fence, signal: stopping.signal, items });
    if (typeof reachedAt !== 'number') return;
    since = reachedAt;
    // A frequent job writes its progress with the next renewal; after a rare one that would be too late.
    if (lease && every > KEEP_EVERY) await takeLease(database, { name, holder, reachedAt, lasts });
  }

  function logFailure(err: unknown): void {
    if (!(err instanceof Unreached)) {
      log.error({ err, job: name }, 'a job failed; it is run again at its next turn');
    } else if (err.message !== waitsFor) {
      waitsFor = err.message;
      log.error({ err, job: name }, `a job waits: ${err.message}`);
    }
  }

  async function attempt(): Promise<RunOutcome> {
    try {
      const held = exclusive ? await keepLease() : null;
      if (exclusive && !held) {
        forget();
        return 'elsewhere';
      }
      await runOnce(held ? (tx) => requireLease(tx, held) : unfenced);
      if (waitsFor !== null) log.warn({ job: name, waited: waitsFor }, 'a job goes on: what it waited for responds');
      waitsFor = null;
      return 'done';
    } catch (err) {
      lease = null;
      if (err instanceof LeaseLost) return 'lost';
      logFailure(err);
      return 'failed';
    }
  }

  async function once(): Promise<RunOutcome> {
    const began = performance.now();
    const outcome = await attempt();
    onRun?.({ job: name, outcome, seconds: (performance.now() - began) / 1_000 });
    return outcome;
  }

  /** One turn at a time: a second one under the same lease would pass its fence, and do the work of the first again. */
  function turn(): Promise<RunOutcome> {
    const next = last.then(once);
    last = next.catch(() => undefined);
    return next;
  }

  function schedule(after: number): void {
    timer = setTimeout(() => {
      running = turn().then((outcome) => {
        if (stopping.signal.aborted) return;
        schedule(outcome === 'elsewhere' ? Math.max(every, KEEP_EVERY) : every);
      });
    }, after);
  }

  return {
    turn,
    start() {
      if (!stopping.signal.aborted) schedule(0);
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
      if (!lease) return;
      await takeLease(database, { name, holder, reachedAt: since, lasts });
      await dropLease(database, lease);
    },
  };
}

/** Runs the recurring jobs of one node. */
export function createRecurringJobs({ jobs, ...options }: RecurringOptions): RecurringJobs {
  const holder = options.holder ?? randomUUID();
  const runners = new Map<string, Runner>();
  for (const job of jobs) {
    if (runners.has(job.name)) throw new Error(`two jobs are called ${job.name}`);
    runners.set(job.name, createRunner(job, { ...options, holder }));
  }
  return {
    turn(name) {
      const runner = runners.get(name);
      if (!runner) throw new Error(`no job is called ${name}`);
      return runner.turn();
    },
    start() {
      for (const runner of runners.values()) runner.start();
    },
    async stop() {
      await Promise.all(Array.from(runners.values(), (runner) => runner.stop()));
    },
  };
}
