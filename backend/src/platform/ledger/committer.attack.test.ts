import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectTo, createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import type { Notice } from '../events/notice.ts';
import { keyUseOf } from '../http/idempotency.ts';
import {
  auditLedger,
  houseAccount,
  InsufficientBalance,
  journalCommitter,
  postJournals,
  userAccount,
  userBalance,
} from './index.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const RICH = 20;

let database: TestDatabase;
let notices: Notice[] = [];
let users: readonly string[];
beforeAll(async () => {
  database = await createTestDatabase((notice) => void notices.push(notice));
});
afterAll(() => database.close());
beforeEach(async () => {
  const rows = await database.query<{ id: string }>(
    `insert into user_account (uid, email, password_hash, nickname, extension_code, created_at)
     select uid, uid || '@example.com', '-', 'Ann', uid, $2
       from (select lpad((coalesce(max(uid), '0')::int + n)::text, 8, '0') as uid
               from user_account right join generate_series(1, $1) n on true group by n) fresh
     returning id`,
    [RICH, new Date(NOW)],
  );
  users = rows.map(({ id }) => id);
  await database.transaction((tx) =>
    postJournals(
      tx,
      users.map((user) => ({
        ref: `grant:${user}`,
        kind: 'reward',
        at: NOW,
        entries: [
          { account: houseAccount('grants'), currency: 'USDT', amount: '-100' },
          { account: userAccount(user, 'change'), currency: 'USDT', amount: '100' },
        ],
      })),
    ),
  );
  notices = [];
});

const useOf = (userId: string, amount: string, key: string = randomUUID()) =>
  keyUseOf({ userId, key, callId: 'POST /wallet/change', input: { amount } });
const moving = (userId: string, amount: string) => () => ({
  journal: {
    ref: `move:${randomUUID()}`,
    kind: 'transfer' as const,
    at: NOW,
    entries: [
      { account: userAccount(userId, 'change'), currency: 'USDT', amount: `-${amount}` },
      { account: userAccount(userId, 'legal'), currency: 'USDT', amount },
    ],
  },
  output: { amount },
});
const committerOf = (sql: Parameters<typeof journalCommitter>[0] = database) => journalCommitter(sql, () => NOW);
const moved = (user: string) => userBalance(database, user, 'legal', 'USDT');
const expectSound = async () => expect(await auditLedger(database)).toEqual({ unbalanced: [], wrongBalances: [] });

describe('requests that arrive together', () => {
  it('share commits, and each is answered with its own journal', async () => {
    const committer = committerOf();
    const requests = Array.from({ length: 200 }, (_, index) => users[index % RICH] as string);
    const outputs = await Promise.all(requests.map((user) => committer.post(useOf(user, '1'), moving(user, '1'))));
    const ids = outputs.map(({ id }) => id);
    expect(new Set(ids).size).toBe(200);
    const [row] = await database.query<{ commits: number; journals: number }>(
      'select count(distinct xmin::text)::int as commits, count(*)::int as journals from journal where id = any($1)',
      [ids],
    );
    expect(row?.journals).toBe(200);
    expect(row?.commits).toBeLessThan(10);
    for (const user of users) expect(await moved(user)).toBe('10');
    expect(new Set(notices.map(({ userId }) => userId))).toEqual(new Set(users));
    await expectSound();
  });

  it('are rejected alone where a balance does not cover them, and may be tried again', async () => {
    const committer = committerOf();
    const greedy = users.slice(0, 8);
    const keys = greedy.map((user) => useOf(user, '101'));
    const outcomes = await Promise.allSettled(
      users.map((user, index) => {
        const use = keys[index];
        return use ? committer.post(use, moving(user, '101')) : committer.post(useOf(user, '7'), moving(user, '7'));
      }),
    );
    for (const [index, outcome] of outcomes.entries()) {
      if (index < greedy.length) expect(outcome).toMatchObject({ reason: expect.any(InsufficientBalance) });
      else expect(outcome.status).toBe('fulfilled');
    }
    for (const user of greedy) expect(await moved(user)).toBe('0');
    for (const user of users.slice(8)) expect(await moved(user)).toBe('7');
    const kept = await database.query('select from idempotency_key where user_id = any($1)', [greedy]);
    expect(kept).toEqual([]);
    await expectSound();
  });

  it('under one key take effect once and get one answer, on two nodes at once', async () => {
    const other = connectTo(database);
    const nodes = [committerOf(), committerOf(other)];
    const uses = users.map((user) => useOf(user, '3'));
    const rounds = Array.from({ length: 4 }, (_, round) =>
      uses.map((use) => (nodes[round % 2] as (typeof nodes)[number]).post(use, moving(use.userId, '3'))),
    );
    const outputs = await Promise.all(rounds.map((round) => Promise.all(round)));
    for (const output of outputs) expect(output).toEqual(outputs[0]);
    for (const user of users) expect(await moved(user)).toBe('3');
    await other.close();
    await expectSound();
  });

  it('under one key with another input are a conflict', async () => {
    const committer = committerOf();
    const [ann = ''] = users;
    const key = randomUUID();
    const [first, second] = await Promise.allSettled([
      committer.post(useOf(ann, '1', key), moving(ann, '1')),
      committer.post(useOf(ann, '2', key), moving(ann, '2')),
    ]);
    expect(first.status).toBe('fulfilled');
    expect(second).toMatchObject({ reason: { code: 'idempotency_conflict' } });
    expect(await moved(ann)).toBe('1');
  });
});

describe('a repeated request', () => {
  it('gets its answer although it would be rejected by now', async () => {
    const committer = committerOf();
    const [ann = ''] = users;
    const use = useOf(ann, '100');
    const output = await committer.post(use, moving(ann, '100'));
    expect(await committer.post(use, moving(ann, '100'))).toEqual(output);
    const closed = () => {
      throw new Error('closed by now');
    };
    expect(await committer.post(use, closed)).toEqual(output);
    await expect(committer.post(useOf(ann, '1', use.key), closed)).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
    await expect(committer.post(useOf(ann, '1'), closed)).rejects.toThrow('closed by now');
    expect(await moved(ann)).toBe('100');
  });
});

describe('a user whose account another transaction holds', () => {
  it('waits alone', async () => {
    const committer = committerOf();
    const [held = '', ...others] = users;
    let free: () => void = () => undefined;
    let locked: () => void = () => undefined;
    const whenLocked = new Promise<void>((resolve) => (locked = resolve));
    const holder = database.transaction(async (tx) => {
      await tx.query('select from ledger_account where user_id = $1 for update', [held]);
      locked();
      await new Promise<void>((resolve) => (free = resolve));
    });
    await whenLocked;
    let done = false;
    const waiting = committer.post(useOf(held, '1'), moving(held, '1')).then(() => (done = true));
    await Promise.all(others.map((user) => committer.post(useOf(user, '2'), moving(user, '2'))));
    expect(done).toBe(false);
    free();
    await Promise.all([holder, waiting]);
    expect(await moved(held)).toBe('1');
    await expectSound();
  });
});
