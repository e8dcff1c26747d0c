import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import type { Database } from '../db/database.ts';
import type { JobRun, RecurringJob } from './job.ts';
import { type Lease, LeaseLost, requireLease, takeLease } from './lease.ts';
import { createRecurringJobs, type RunReport } from './recurring.ts';
import { asked } from './unreached.ts';

let database: Database;
/** Events of committed transactions. */
const committed: string[] = [];
beforeAll(async () => {
  database = await createTestDatabase(({ event }) => committed.push(event.kind));
});
afterAll(() => database.close());
afterEach(() => {
  vi.useRealTimers();
});

let names = 0;

/** One declared job as two nodes run it; `runs` holds what each run was given. */
function twoNodes(declared: Partial<Pick<RecurringJob, 'every' | 'exclusive' | 'run'>> = {}) {
  names += 1;
  const name = `tried-${names}`;
  const runs: JobRun[] = [];
  const reports: RunReport[] = [];
  const errors: unknown[] = [];
  const logged: string[] = [];
  const job: RecurringJob = {
    name,
    every: 100,
    exclusive: true,
    whole: 'a test',
    async run(run) {
      runs.push(run);
      return runs.length * 1_000;
    },
    ...declared,
  };
  const node = (holder: string) => {
    const jobs = createRecurringJobs({
      database,
      jobs: [job],
      holder,
      log: {
        error(details: unknown, message?: string) {
          errors.push(details);
          logged.push(`error ${message}`);
        },
        warn: (_details: unknown, message?: string) => void logged.push(`warn ${message}`),
      },
      onRun: (report) => void reports.push(report),
    });
    return { ...jobs, turn: () => jobs.turn(name) };
  };
  const expire = () => database.query('update lease set until = clock_timestamp() where name = $1', [name]);
  return { name, runs, reports, errors, logged, one: node('one'), two: node('two'), expire };
}

it('runs one turn of a job at a time on a node, also where one is asked for during another', async () => {
  let under = 0;
  const most: number[] = [];
  const { one, runs } = twoNodes({
    async run(run) {
      runs.push(run);
      most.push(++under);
      await database.query('select 1');
      under -= 1;
    },
  });
  expect(await Promise.all([one.turn(), one.turn(), one.turn()])).toEqual(['done', 'done', 'done']);
  expect(most).toEqual([1, 1, 1]);
});

describe('a lease', () => {
  it('has one holder at a time', async () => {
    const lasts = 5_000;
    const one = await takeLease(database, { name: 'held', holder: 'one', reachedAt: 1_000, lasts });
    expect(one?.token).toBe('1');
    expect(await takeLease(database, { name: 'held', holder: 'two', lasts })).toBeNull();
    expect(await takeLease(database, { name: 'held', holder: 'one', lasts })).toMatchObject({
      token: '1',
      reachedAt: 1_000,
    });
  });
});

describe('a lease that was taken before the clock of the database was set back', () => {
  const setBack = (name: string, by: string) =>
    database.query(`update lease set until = until + $2::interval where name = $1`, [name, by]);

  it('is not waited for by the time that the clock was ahead, where its holder is gone', async () => {
    const asked = { name: 'ahead', lasts: 5_000 };
    const one = await takeLease(database, { ...asked, holder: 'one' });
    await setBack('ahead', '1 hour');
    const two = await takeLease(database, { ...asked, holder: 'two' });
    expect([one?.token, two?.token]).toEqual(['1', '2']);
    await expect(database.transaction((tx) => requireLease(tx, one as Lease))).rejects.toBeInstanceOf(LeaseLost);
  });

  it('stays with a holder that renews it, and with one whose clock was ahead by seconds', async () => {
    const asked = { name: 'kept', lasts: 5_000 };
    await takeLease(database, { ...asked, holder: 'one' });
    await setBack('kept', '1 hour');
    expect((await takeLease(database, { ...asked, holder: 'one' }))?.token).toBe('1');
    expect(await takeLease(database, { ...asked, holder: 'two' })).toBeNull();
    await setBack('kept', '30 seconds');
    expect(await takeLease(database, { ...asked, holder: 'two' })).toBeNull();
  });
});

describe('an exclusive job', () => {
  it('runs on one node, which gets the progress of its last run', async () => {
    const { one, two, runs } = twoNodes();
    expect(await one.turn()).toBe('done');
    expect(await two.turn()).toBe('elsewhere');
    expect(await one.turn()).toBe('done');
    expect(runs.map(({ since }) => since)).toEqual([null, 1_000]);
    await Promise.all([one.stop(), two.stop()]);
  });

  it('continues on another node when its node stops, from its last progress', async () => {
    const { one, two, runs } = twoNodes();
    await one.turn();
    await one.stop();
    expect(runs[0]?.signal.aborted).toBe(true);
    expect(await two.turn()).toBe('done');
    expect(runs.map(({ since }) => since)).toEqual([null, 1_000]);
    await two.stop();
  });

  it('that is rare stores its progress immediately: a killed node cannot do it later', async () => {
    const { one, two, runs, expire } = twoNodes({ every: 60_000 });
    await one.turn();
    await expire();
    expect(await two.turn()).toBe('done');
    expect(runs.map(({ since }) => since)).toEqual([null, 1_000]);
    await two.stop();
  });

  it('does not commit once another node has taken it over', async () => {
    let takeOver = async (): Promise<unknown> => undefined;
    const nodes = twoNodes({
      async run({ fence }) {
        await takeOver();
        await database.transaction(async (tx) => {
          await fence(tx);
          tx.notify('7', { kind: 'balance' });
        });
      },
    });
    takeOver = async () => {
      takeOver = async () => undefined;
      await nodes.expire();
      expect(await nodes.two.turn()).toBe('done');
    };
    expect(await nodes.one.turn()).toBe('lost');
    expect(committed).toEqual(['balance']);
    expect(nodes.errors).toEqual([]);
    await nodes.two.stop();
  });

  it('makes a newer holder wait for a transaction that has passed its fence', async () => {
    const lease = await takeLease(database, { name: 'waits', holder: 'one', lasts: 5_000 });
    if (!lease) throw new Error('the lease is taken');
    await database.query(`update lease set until = clock_timestamp() where name = 'waits'`);
    const order: string[] = [];
    let taken: Promise<unknown> = Promise.resolve();
    await database.transaction(async (tx) => {
      await requireLease(tx, lease);
      taken = takeLease(database, { name: 'waits', holder: 'two', lasts: 5_000 }).then(() => order.push('taken'));
      await database.query('select 1');
      order.push('committed');
    });
    await taken;
    expect(order).toEqual(['committed', 'taken']);
    await expect(database.transaction((tx) => requireLease(tx, lease))).rejects.toThrow(LeaseLost);
  });
});

describe('a job', () => {
  it('that is not exclusive runs on every node', async () => {
    const { one, two, runs } = twoNodes({ exclusive: false });
    expect([await one.turn(), await two.turn()]).toEqual(['done', 'done']);
    expect(runs.map(({ since }) => since)).toEqual([null, null]);
  });

  it('that throws is logged, measured, and run again', async () => {
    let broken = true;
    const { name, one, errors, reports } = twoNodes({
      async run() {
        if (broken) throw new Error('out of order');
      },
    });
    expect(await one.turn()).toBe('failed');
    expect(errors).toMatchObject([{ job: name, err: { message: 'out of order' } }]);
    broken = false;
    expect(await one.turn()).toBe('done');
    expect(reports.map(({ job, outcome }) => [job, outcome])).toEqual([
      [name, 'failed'],
      [name, 'done'],
    ]);
    for (const { seconds } of reports) expect(seconds).toBeGreaterThan(0);
    await one.stop();
  });

  it('that does not reach what it needs fails at each run, and logs it when it begins and when it is over', async () => {
    let gone: string | null = 'signer';
    const { one, logged, reports } = twoNodes({
      run: async () => {
        if (gone) await asked(gone, Promise.reject(new Error('ENOENT')));
      },
    });
    for (const now of ['signer', 'signer', 'node', 'node', null, null, 'node', null]) {
      gone = now;
      await one.turn();
    }
    const back = 'warn a job goes on: what it waited for responds';
    expect(logged).toEqual([
      'error a job waits: the signer does not respond',
      'error a job waits: the node does not respond',
      back,
      'error a job waits: the node does not respond',
      back,
    ]);
    expect(reports.map(({ outcome }) => outcome).join(' ')).toBe('failed failed failed failed done done failed done');
    await one.stop();
  });

  it('runs at the start and then at its interval, until it is stopped', async () => {
    // The runner's clock alone: the database goes on in its own time.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let ran: () => void = () => undefined;
    const nextRun = () =>
      new Promise<void>((resolve) => {
        ran = resolve;
      });
    const { one, runs } = twoNodes({
      exclusive: false,
      every: 60_000,
      async run(run) {
        runs.push(run);
        ran();
      },
    });
    const first = nextRun();
    one.start();
    await vi.advanceTimersByTimeAsync(0);
    await first;
    await vi.advanceTimersByTimeAsync(59_999);
    expect(runs).toHaveLength(1);
    const second = nextRun();
    await vi.advanceTimersByTimeAsync(1);
    await second;
    await one.stop();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(runs).toHaveLength(2);
  });

  it('is stopped only when its last run is over', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let finish: () => void = () => undefined;
    const { one, runs } = twoNodes({
      exclusive: false,
      run: (run) => {
        runs.push(run);
        return new Promise<void>((resolve) => {
          finish = resolve;
        });
      },
    });
    one.start();
    await vi.advanceTimersByTimeAsync(0);
    const order: string[] = [];
    const stopped = one.stop().then(() => order.push('stopped'));
    expect(runs[0]?.signal.aborted).toBe(true);
    order.push('finished');
    finish();
    await stopped;
    expect(order).toEqual(['finished', 'stopped']);
  });

  it('shares its name with no other', () => {
    const job = { name: 'twice', every: 1, exclusive: false, whole: 'a test', run: async () => undefined };
    const log = { error: () => undefined, warn: () => undefined };
    expect(() => createRecurringJobs({ database, jobs: [job, job], log })).toThrow('twice');
  });
});
