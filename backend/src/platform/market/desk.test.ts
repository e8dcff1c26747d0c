import { expect, test, vi } from 'vitest';
import { type Database, OutcomeUnknown } from '../db/database.ts';
import { houseAccount, type Journal, userAccount } from '../ledger/index.ts';
import { CarriedSums } from './carried-sums.ts';
import { createDesk } from './desk.ts';
import type { DeskOptions, MarketClient } from './desk-types.ts';

const USE = { userId: '1', key: 'a key of a request', callId: 'POST /coin/trade', fingerprint: '00' };

/** A desk whose database answers nothing, and notes how often it was written to. */
function deskOf(client: Partial<MarketClient>, commit: () => Promise<void> = async () => undefined) {
  const sql = { query: async () => [] };
  const batch = vi.fn(async (work: (tx: never) => Promise<unknown>) => {
    await work({ ...sql, notify: () => undefined } as never);
    await commit();
  });
  const onBroken = vi.fn();
  const desk = createDesk({
    database: { ...sql, together: (work) => work(sql), batch } as Partial<Database> as Database,
    engine: {
      begin: () => undefined,
      commit: () => undefined,
      rollback: () => undefined,
      savepoint: () => () => undefined,
      inventories: () => new Map(),
      withhold: () => undefined,
      leaveOut: () => undefined,
      watch: () => undefined,
      takeFrame: () => null,
    } as Partial<DeskOptions['engine']> as DeskOptions['engine'],
    recorder: { committed: () => undefined, discarded: () => undefined } as Partial<
      DeskOptions['recorder']
    > as DeskOptions['recorder'],
    clients: [
      {
        name: 'spot',
        restore: async () => undefined,
        prepare: async () => null,
        isFollowed: () => true,

        apply: () => ({ fills: [], result: () => 'placed' }),
        settle: () => undefined,
        traders: () => [],
        journals: () => [],
        users: () => [],
        write: async () => undefined,
        adopt: () => undefined,
        ...client,
      },
    ],
    carried: new CarriedSums(),
    lease: { name: 'market', token: '1', reachedAt: null },
    clock: () => 1_000,
    publish: () => undefined,
    sequence: 0,
    log: { warn: () => undefined, error: () => undefined },
    onBroken,
  });
  return { desk, batch, onBroken };
}

test('what fails after the commit breaks the desk: the batch is not tried again on damaged memory', async () => {
  const failure = new Error('memory is damaged');
  const adopt = () => {
    throw failure;
  };
  const { desk, batch, onBroken } = deskOf({ adopt });
  await expect(desk.submit('spot', {}, USE)).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(batch).toHaveBeenCalledTimes(1);
  expect(onBroken).toHaveBeenCalledExactlyOnceWith(failure);
});

test('a commit of unknown outcome breaks the desk, and is not tried again', async () => {
  const unknown = new OutcomeUnknown(new Error('the stream was destroyed'));
  const { desk, batch, onBroken } = deskOf({}, () => Promise.reject(unknown));
  await expect(desk.submit('spot', {}, USE)).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(batch).toHaveBeenCalledTimes(1);
  expect(onBroken).toHaveBeenCalledExactlyOnceWith(unknown);
});

test('a batch that the database rejects is tried again', async () => {
  const commit = vi.fn(async () => undefined);
  commit.mockRejectedValueOnce(new Error('a row of another was in the way') as never);
  const { desk, batch, onBroken } = deskOf({}, commit);
  expect(await desk.submit('spot', {}, USE)).toBe('placed');
  expect(batch).toHaveBeenCalledTimes(2);
  expect(onBroken).not.toHaveBeenCalled();
});

test('a batch waits a moment for those whom the one before it has answered, and for no other longer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    const sizes: number[] = [];
    let commit = Promise.withResolvers<void>();
    const written = () => {
      commit = Promise.withResolvers<void>();
      return commit.promise;
    };
    const prepare: MarketClient['prepare'] = async (_sql, commands) => void sizes.push(commands.length);
    const { desk } = deskOf({ prepare }, written);
    const turns = async () => {
      for (let turn = 0; turn < 10; turn++) await new Promise((resume) => setImmediate(resume));
    };
    let sent = 0;
    const submit = () => desk.submit('spot', {}, { ...USE, key: `order ${sent++}` });
    /** Ends the batch that is written, `ms` after its begin. */
    const end = async (ms: number) => {
      vi.advanceTimersByTime(ms);
      commit.resolve();
      await turns();
    };

    const first = [submit(), submit()];
    await turns();
    const late = submit();
    await end(9);
    await Promise.all(first);
    // The two that were answered are expected back.
    expect(sizes).toEqual([2]);
    const again = [submit(), submit()];
    await turns();
    expect(sizes).toEqual([2, 3]);
    await end(9);
    await Promise.all([late, ...again]);

    const alone = submit();
    await turns();
    vi.advanceTimersByTime(2);
    await turns();
    expect(sizes).toEqual([2, 3]);
    vi.advanceTimersByTime(1);
    await turns();
    expect(sizes).toEqual([2, 3, 1]);
    await end(9);
    await alone;
    const next = submit();
    await turns();
    expect(sizes).toEqual([2, 3, 1, 1]);
    await end(1_000);
    await next;
    // However long a batch took, the next one waits a few ms.
    const [one, other] = [submit(), submit()];
    await turns();
    await end(1_000);
    const last = submit();
    await turns();
    vi.advanceTimersByTime(5);
    await turns();
    expect(sizes.slice(4)).toEqual([2, 1]);
    await end(0);
    await Promise.all([one, other, last]);
  } finally {
    vi.useRealTimers();
  }
});

/** A desk of which the test ends each commit, and what it did, in order. */
function watched() {
  const log: string[] = [];
  const commits: { resolve(): void; reject(error: Error): void }[] = [];
  const { desk } = deskOf(
    {
      apply: (_engine, command) => {
        log.push(`apply ${command}`);
        return { fills: [], result: () => `${command} placed` };
      },
      adopt: () => void log.push('adopt'),
    },
    () => {
      log.push('write');
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      commits.push({ resolve, reject });
      return promise;
    },
  );
  const turns = async () => {
    for (let turn = 0; turn < 10; turn++) await new Promise((resume) => setImmediate(resume));
  };
  const submit = (name: string, userId: string) => {
    const result = desk.submit('spot', name, { ...USE, userId, key: name });
    result.then(
      (answer) => log.push(`${answer}`),
      (error: { code: string }) => log.push(error.code),
    );
    return result;
  };
  const commit = async () => {
    commits.shift()?.resolve();
    await turns();
  };
  const refuse = async () => {
    commits.shift()?.reject(new Error('a row of another was in the way'));
    await turns();
  };
  return { desk, log, turns, submit, commit, refuse };
}

test('while a batch is written the next one is applied, and is written and answered once that is committed', async () => {
  const { log, turns, submit, commit } = watched();
  void submit('first', '1');
  await turns();
  void submit('second', '2');
  await turns();
  expect(log).toEqual(['apply first', 'write', 'apply second']);
  await commit();
  expect(log.slice(3)).toEqual(['adopt', 'first placed', 'write']);
  await commit();
  expect(log.slice(6)).toEqual(['adopt', 'second placed']);
});

test('commands of a user of the batch that is written wait for its end; others pass them by', async () => {
  const { log, turns, submit, commit } = watched();
  void submit('first', '1');
  await turns();
  void submit('again', '1');
  await turns();
  expect(log).toEqual(['apply first', 'write']);
  void submit('other', '2');
  await turns();
  expect(log).toEqual(['apply first', 'write', 'apply other']);
  await commit();
  expect(log.slice(3)).toEqual(['adopt', 'first placed', 'write', 'apply again']);
  await commit();
  await commit();
  expect(log.slice(7)).toEqual(['adopt', 'other placed', 'write', 'adopt', 'again placed']);
});

test('what was applied on top of a batch that the database refuses is applied anew', async () => {
  const { log, turns, submit, commit, refuse } = watched();
  void submit('first', '1');
  await turns();
  void submit('second', '2');
  await turns();
  expect(log).toEqual(['apply first', 'write', 'apply second']);
  await refuse();
  // The refused one alone, and the other on top of it once more.
  expect(log.slice(3)).toEqual(['apply first', 'write']);
  await commit();
  expect(log.slice(5)).toEqual(['adopt', 'first placed', 'apply second', 'write']);
  await commit();
  expect(log.slice(9)).toEqual(['adopt', 'second placed']);
});

test('a desk that is stopped answers what is being written, and rejects what waits', async () => {
  const { desk, log, turns, submit, commit } = watched();
  void submit('first', '1').catch(() => undefined);
  await turns();
  void submit('second', '2').catch(() => undefined);
  await turns();
  void submit('third', '3').catch(() => undefined);
  const stopped = desk.stop();
  await commit();
  await commit();
  await stopped;
  expect(log.toSorted()).toEqual(
    [
      'apply first',
      'write',
      'apply second',
      'service_unavailable',
      'adopt',
      'first placed',
      'write',
      'adopt',
      'second placed',
    ].toSorted(),
  );
});

test('a command that credits another user though its call declares not to fails alone', async () => {
  const journal = (userId: string): Journal => ({
    ref: `mistake:${userId}`,
    kind: 'adjustment',
    at: 1_000,
    entries: [
      { account: houseAccount('grants'), currency: 'USDT', amount: '-5' },
      { account: userAccount(userId, 'change'), currency: 'USDT', amount: '5' },
    ],
  });
  const written: (readonly Journal[])[] = [];
  const { desk, onBroken } = deskOf({
    prepare: async () => [],
    journals: (shadow) => shadow as Journal[],
    apply(_engine, command, shadow) {
      (shadow as Journal[]).push(journal(String(command)));
      return { fills: [], result: () => 'done' };
    },
    write: async (_tx, shadow) => void written.push(shadow as Journal[]),
  });
  const submit = (userId: string, credits: string, callId: string) =>
    desk.submit('spot', credits, { ...USE, userId, callId, key: `of ${userId} for ${credits}` });
  const outcomes = await Promise.allSettled([
    submit('1', '1', 'PUT /coin/trade'),
    submit('2', '3', 'PUT /coin/trade'),
    submit('4', '5', 'POST /coin/trade'),
    submit('6', '7', 'spot.freeze'),
  ]);
  expect(outcomes).toMatchObject([
    { value: 'done' },
    { reason: { message: expect.stringContaining('PUT /coin/trade credits another user') } },
    { value: 'done' },
    { value: 'done' },
  ]);
  expect(written.map((journals) => journals.map(({ ref }) => ref))).toEqual([['mistake:1', 'mistake:5', 'mistake:7']]);
  expect(onBroken).not.toHaveBeenCalled();
});
