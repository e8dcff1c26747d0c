import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { jobRun } from '../../../test/job-run.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { connect } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { type AttemptReport, createQueue, installQueue, type Queue, type QueueOptions } from './queue.ts';
import { defineTask, enqueue, handle, type JobAttempt, PermanentFailure } from './queued-job.ts';

const task = defineTask('tried', z.object({ what: z.string() }), { maxAttempts: 3 });

/** It ends what hangs. */
const PATIENCE = { timeout: 120_000 };

let database: TestDatabase;
let queues: Queue[] = [];
let reports: AttemptReport[];
let lines: Array<{ level: string; text: string; details: unknown }>;
let ran: Array<{ what: string; attempt: JobAttempt }>;
/** What the handler does besides. */
let work: (what: string) => Promise<void> | void;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  reports = [];
  lines = [];
  ran = [];
  work = () => undefined;
});
afterEach(async () => {
  for (const queue of queues) await queue.stop();
  queues = [];
  await database.query('delete from graphile_worker._private_jobs');
});

const logAs = (level: string) => (details: unknown, text?: string) =>
  void lines.push({ level, details, text: text ?? '' });
const log = { info: logAs('info'), warn: logAs('warn'), error: logAs('error'), debug: logAs('debug') };

function open(options: Partial<QueueOptions> = {}): Queue {
  const queue = createQueue({
    database,
    connection: database.connection,
    log,
    onAttempt: (report) => void reports.push(report),
    writesWithin: 100,
    jobs: [
      handle(task, async ({ what }, attempt) => {
        ran.push({ what, attempt });
        await work(what);
      }),
    ],
    ...options,
  });
  queues.push(queue);
  return queue;
}

const add = (what: string, options?: Parameters<typeof enqueue>[3]) =>
  database.transaction((tx) => enqueue(tx, task, { what }, options));

const stored = () =>
  database.query<{ key: string | null; attempts: number; locked_by: string | null; last_error: string | null }>(
    'select key, attempts, locked_by, last_error from graphile_worker.jobs order by id',
  );

const keepAlive = (queue: Queue) => queue.jobs.find(({ name }) => name === 'queue-keep-alive')?.run(jobRun());

describe('a queued job', () => {
  it('runs after its transaction is committed, and is then removed', async () => {
    const queue = open();
    await add('one');
    await queue.drain();
    expect(ran).toMatchObject([{ what: 'one', attempt: { attempt: 1, maxAttempts: 3 } }]);
    expect(reports).toMatchObject([{ task: 'tried', outcome: 'done' }]);
    expect(await stored()).toEqual([]);
  });

  it('never runs when that transaction is rolled back', async () => {
    const queue = open();
    const rolledBack = database.transaction(async (tx) => {
      await enqueue(tx, task, { what: 'one' });
      throw new Error('changed my mind');
    });
    await expect(rolledBack).rejects.toThrow('changed my mind');
    await queue.drain({ ahead: true });
    expect(ran).toEqual([]);
  });

  it('waits for its time', async () => {
    const queue = open();
    await add('later', { runAt: Date.now() + 3_600_000 });
    await queue.drain();
    expect(ran).toEqual([]);
    await queue.drain({ ahead: true });
    expect(ran.map(({ what }) => what)).toEqual(['later']);
  });

  it('that can wait comes after all others, and one that cannot before them: no crowd holds up a code', async () => {
    const queue = open();
    for (const what of ['news 1', 'news 2']) await add(what, { turn: 'last' });
    for (const what of ['notice 1', 'notice 2']) await add(what);
    await add('code', { turn: 'first' });
    await queue.drain();
    expect(ran.map(({ what }) => what)).toEqual(['code', 'notice 1', 'notice 2', 'news 1', 'news 2']);
  });

  it('replaces the one of its key that still waits', async () => {
    const queue = open();
    await add('first', { jobKey: 'order-1' });
    await add('second', { jobKey: 'order-1' });
    expect((await stored()).map(({ key }) => key)).toEqual(['tried:order-1']);
    await queue.drain();
    expect(ran.map(({ what }) => what)).toEqual(['second']);
  });

  it('is rejected if its payload does not match the task', async () => {
    // A caller that types do not hold back.
    const wrong = { what: 1 } as unknown as { what: string };
    await expect(database.transaction((tx) => enqueue(tx, task, wrong))).rejects.toThrow();
    expect(await stored()).toEqual([]);
  });

  it('that fails is attempted again after a pause', async () => {
    const queue = open();
    let broken = true;
    work = () => {
      if (broken) throw new Error('the server is away');
    };
    await add('one');
    await queue.drain();
    expect(ran).toHaveLength(1);
    expect(await stored()).toMatchObject([{ attempts: 1, locked_by: null, last_error: 'the server is away' }]);
    broken = false;
    await queue.drain({ ahead: true });
    expect(ran.map(({ attempt }) => attempt.attempt)).toEqual([1, 2]);
    expect(reports.map(({ outcome }) => outcome)).toEqual(['retried', 'done']);
    expect(lines.filter(({ level }) => level !== 'debug')).toMatchObject([
      { level: 'warn', details: { task: 'tried', attempt: 1 } },
    ]);
  });

  it('that always fails is given up, logged, and kept', async () => {
    const queue = open();
    work = () => {
      throw new Error('never');
    };
    await add('one');
    for (let times = 0; times < 5; times += 1) await queue.drain({ ahead: true });
    expect(ran).toHaveLength(3);
    expect(reports.map(({ outcome }) => outcome)).toEqual(['retried', 'retried', 'given_up']);
    expect(lines.filter(({ level }) => level === 'error')).toHaveLength(1);
    expect(await stored()).toMatchObject([{ attempts: 3, last_error: 'never' }]);
  });

  it('that cannot succeed is given up at once', async () => {
    const queue = open();
    work = () => {
      throw new PermanentFailure('no such mailbox');
    };
    await add('one');
    for (let times = 0; times < 3; times += 1) await queue.drain({ ahead: true });
    expect(ran).toHaveLength(1);
    expect(reports.map(({ outcome }) => outcome)).toEqual(['given_up']);
    expect(await stored()).toMatchObject([{ attempts: 3, last_error: 'no such mailbox' }]);
  });

  it('that was given up is cleared away after a month', async () => {
    const queue = open();
    work = () => {
      throw new PermanentFailure('no');
    };
    await add('old');
    await add('young');
    await queue.drain();
    await database.query(
      `update graphile_worker._private_jobs set run_at = now() - interval '31 days' where payload ->> 'what' = 'old'`,
    );
    const cleanUp = queue.jobs.find(({ name }) => name === 'queue-clean-up');
    await cleanUp?.run(jobRun());
    const left = await database.query<{ what: string }>(
      `select payload ->> 'what' as what from graphile_worker._private_jobs`,
    );
    expect(left).toEqual([{ what: 'young' }]);
  });

  it('has one handler', () => {
    const handler = handle(task, async () => undefined);
    expect(() => open({ jobs: [handler, handler] })).toThrow('tried');
  });
});

describe('the worker of a node', () => {
  /** Resolves when the handler has begun with a job. */
  const begun = () =>
    new Promise<string>((resolve) => {
      work = resolve;
    });

  it('takes a job as soon as it is added', async () => {
    const queue = open();
    queue.start();
    const first = begun();
    await add('one');
    expect(await first).toBe('one');
    await queue.stop();
    queues = [];
    expect(await stored()).toEqual([]);
  });

  it('holds a lease while it runs, and finishes its jobs before it stops', async () => {
    const queue = open();
    queue.start();
    await keepAlive(queue);
    const leases = () => database.query(`select from lease where name like 'worker:%' and until > clock_timestamp()`);
    expect(await leases()).toHaveLength(1);
    let finish: () => void = () => undefined;
    const first = new Promise<string>((resolve) => {
      work = (what) => {
        resolve(what);
        return new Promise<void>((done) => {
          finish = done;
        });
      };
    });
    await add('slow');
    await first;
    const stopped = queue.stop();
    queues = [];
    finish();
    await stopped;
    expect(reports.map(({ outcome }) => outcome)).toEqual(['done']);
    expect(await stored()).toEqual([]);
    expect(await leases()).toEqual([]);
  });

  it('that is killed loses its jobs to others, and a live one keeps its own', async () => {
    // A real process that takes a job, never finishes it, and dies by kill -9.
    const child = spawn(process.execPath, [join(import.meta.dirname, '../../../test/stuck-worker.ts')], {
      env: { ...process.env, CONNECTION: JSON.stringify(database.connection) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await add('stuck');
    await once(child.stdout, 'data');
    const [locked] = await stored();
    expect(locked?.locked_by).toMatch(/^pool-/);

    const other = open();
    await keepAlive(other);
    expect((await stored())[0]?.locked_by).toBe(locked?.locked_by);
    await other.drain({ ahead: true });
    expect(ran).toEqual([]);

    child.kill('SIGKILL');
    await once(child, 'exit');
    // Half a minute without a sign of life.
    await database.query(`update lease set until = clock_timestamp() - interval '1 s' where name like 'worker:%'`);
    await database.query(`update graphile_worker._private_jobs set locked_at = locked_at - interval '31 s'`);
    await keepAlive(other);
    expect((await stored())[0]?.locked_by).toBeNull();
    await other.drain();
    expect(ran.map(({ what }) => what)).toEqual(['stuck']);
    expect(lines.some(({ text }) => text.includes('unlocked'))).toBe(true);
  });

  it('outlives the loss of its connections', async () => {
    const queue = open();
    queue.start();
    const first = begun();
    await add('before');
    await first;
    await database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'tessera queue'`,
    );
    const second = begun();
    await add('after');
    expect(await second).toBe('after');
  });

  it('that could not write a result is replaced, and the queue stops', async () => {
    const queue = open();
    const finish = new Map<string, (error?: Error) => void>();
    work = (what) =>
      new Promise<void>((resolve, reject) => {
        finish.set(what, (error) => (error ? reject(error) : resolve()));
      });
    queue.start();
    for (const what of ['lost', 'written', 'broken']) await add(what);
    await vi.waitFor(() => expect(finish.size).toBe(3), PATIENCE);
    // A result is not written; a later one of the same worker, which ends meanwhile, is.
    await database.query(`create function no_write() returns trigger language plpgsql as
      $$ begin raise exception 'no write'; end $$`);
    await database.query(`create trigger no_write before delete on graphile_worker._private_jobs
      for each row execute function no_write()`);
    finish.get('lost')?.();
    await vi.waitFor(() => expect(lines.some(({ text }) => text.includes('Failed to complete'))).toBe(true), PATIENCE);
    await database.query('drop function no_write cascade');
    finish.get('written')?.();
    await vi.waitFor(async () => expect(await stored()).toHaveLength(2), PATIENCE);
    finish.get('broken')?.(new Error('no'));

    const next = new Promise<string>((resolve) => {
      work = (what) => (what === 'next' ? resolve(what) : undefined);
    });
    await add('next');
    expect(await next).toBe('next');
    expect(lines.some(({ text }) => text.includes('it is started again'))).toBe(true);
    await queue.stop();
    queues = [];
  });

  it('logs no payload', async () => {
    const queue = open();
    work = (what) => {
      if (what === 'secret-2') throw new Error('no');
    };
    await add('secret-1');
    await add('secret-2');
    await queue.drain();
    expect(lines.length).toBeGreaterThan(0);
    expect(JSON.stringify(lines)).not.toContain('secret');
  });
});

it('two nodes install the queue in an empty database at the same time', async () => {
  const { host, user } = database.connection;
  const name = `${database.name}_empty`;
  await database.query(`create database ${name}`);
  const connection = { host, user, database: name };
  const nodes = [0, 1].map(() => connect({ ...connection, max: 2, onLost: () => undefined }));
  await Promise.all(
    nodes.map(async (node) => {
      await migrate(node);
      await installQueue(node, connection, log);
    }),
  );
  const [first] = nodes;
  expect(await first?.query('select from graphile_worker.jobs')).toEqual([]);
  for (const node of nodes) await node.close();
  await database.query(`drop database ${name} with (force)`);
});
