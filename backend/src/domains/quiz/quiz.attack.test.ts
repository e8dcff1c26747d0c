import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '@tessera/api/contract';
import { REALTIME_MS } from '@tessera/api/quiz/rules';
import type { LivePools } from '@tessera/api/quiz/wire';
import { add, cmp, sum } from '@tessera/money';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jobRun } from '../../../test/job-run.ts';
import { BTC } from '../../../test/option-stage.ts';
import { lastCode, type Person } from '../../../test/people.ts';
import { createQuizStage, type QuizStage, type Round, wager } from '../../../test/quiz-stage.ts';
import { recurringJobsOf } from '../../../test/recurring-jobs.ts';
import { signInStaff } from '../../../test/staff-people.ts';
import type { Database, Sql, Transaction } from '../../platform/db/database.ts';
import { LeaseLost } from '../../platform/jobs/lease.ts';
import { auditLedger, houseBalance, userBalance } from '../../platform/ledger/index.ts';
import { createLive } from './live.ts';
import { settleJob } from './settle.ts';

let stage: QuizStage;
let ann: Person;
let bob: Person;
let round: Round;
beforeAll(async () => {
  stage = await createQuizStage();
});
afterAll(async () => {
  expect(await auditLedger(stage.app.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  expect(await houseBalance(stage.app.database, 'quiz', 'USDT')).toBe('0');
  await stage.close();
});
beforeEach(async () => {
  [ann, bob] = [await stage.bettor(), await stage.bettor()];
  stage.pass(600_000);
  await stage.record(1, 6_000_000);
  round = await stage.guessing();
});

const balance = (person: Person, name: 'change' | 'quiz' = 'change') =>
  userBalance(stage.app.database, person.id, name, 'USDT');
const submit = (key: string, changes: Readonly<Record<string, unknown>> = {}, person = ann) =>
  stage.app.call('POST /quiz/bet', wager(round, changes), { token: person.token, idempotencyKey: key });
const errorOf = async (changes: Readonly<Record<string, unknown>> = {}, person = ann) => {
  const outcome = await submit(randomUUID(), changes, person);
  return outcome.type === 'ok' ? null : outcome.error;
};

/** A run of the job with a fence of the test's. */
const run = (fence: (tx: Sql) => Promise<void>, database: Database = stage.app.database) =>
  settleJob({ database, now: stage.app.now }).run(jobRun({ fence }));

describe('an attacker who bets late', () => {
  it('is refused from the cut-off on, a second before the first price that decides', async () => {
    await stage.to(round.closes_at - 1);
    expect(await errorOf()).toBeNull();
    stage.pass(1);
    expect(await errorOf()).toBe('quiz_not_open');
    expect((round.entry_at ?? 0) - round.closes_at).toBe(1_000);
  });

  it('on a node whose clock is behind is refused by the record of prices', async () => {
    await stage.to(round.closes_at - 10_000);
    // The market of another node has gone on; this one's clock has not.
    const [last] = await stage.app.database.query<{ sequence: string }>(
      'update market_step set at = $1 where sequence = (select max(sequence) from market_step) returning sequence',
      [new Date(round.closes_at)],
    );
    expect(await errorOf()).toBe('quiz_not_open');
    await stage.app.database.query('update market_step set at = $1 where sequence = $2', [
      new Date(stage.app.now()),
      last?.sequence,
    ]);
    expect(await errorOf()).toBeNull();
  });

  it('on a node whose clock is wrong cannot write the bet: the database knows when the round closes', async () => {
    const bet = await stage.bet(ann, round);
    const { database } = stage.app;
    const insert = (at: number, outcome = 1) =>
      database.query(
        `insert into quiz_bet (round_id, user_id, place, outcome, stake, price, accepted_at) values ($1, $2, 900, $4, 1, 1, $3)`,
        [round.id, ann.id, new Date(at), outcome],
      );
    await expect(insert(round.closes_at)).rejects.toThrow('the round takes no bets');
    await expect(insert(round.opens_at - 1)).rejects.toThrow('the round takes no bets');
    await expect(insert(round.opens_at, 3)).rejects.toThrow('the round takes no bets');
    await stage.to(round.closes_at + 1_000);
    await stage.settle();
    // Its strike is known.
    await expect(insert(round.closes_at - 1)).rejects.toThrow('the round takes no bets');
    expect(bet.status).toBe('open');
  });

  it('and waits for a lock until the cut-off is judged by when it gets through', async () => {
    await stage.to(round.closes_at - 5);
    const { database } = stage.app;
    let waiting: ReturnType<typeof submit> | undefined;
    await database.transaction(async (tx) => {
      await tx.query('select id from quiz_round where id = $1 for update', [round.id]);
      waiting = submit(randomUUID());
      for (let blocked = 0; blocked === 0; ) {
        const [row] = await database.query<{ count: number }>(
          `select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and query like '%quiz_round%'`,
        );
        blocked = row?.count ?? 0;
      }
      stage.pass(5);
    });
    expect(await waiting).toMatchObject({ error: 'quiz_not_open' });
    expect(await balance(ann, 'quiz')).toBe('0');
  });
});

describe('an attacker who bets', () => {
  it('the same ten times at once has one bet', async () => {
    const key = randomUUID();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => submit(key)));
    const ids = outcomes.flatMap((outcome) => (outcome.type === 'ok' ? [outcome.message.id] : []));
    expect(new Set(ids).size).toBe(1);
    expect([await balance(ann), await balance(ann, 'quiz')]).toEqual(['9900', '100']);
    expect(await submit(key, { number: '50' })).toMatchObject({ error: 'idempotency_conflict' });
  });

  it('more at once than there is money for, or than one user may, has what fits', async () => {
    const poor = await stage.bettor('250');
    await Promise.all(Array.from({ length: 4 }, () => submit(randomUUID(), {}, poor)));
    expect([await balance(poor), await balance(poor, 'quiz')]).toEqual(['50', '200']);
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => submit(randomUUID(), { number: '900' }, bob)));
    expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(2);
    expect(await balance(bob, 'quiz')).toBe('1800');
    expect((await stage.round(round.id)).participants).toBe(2);
  });

  it('with accomplices at once gets no more into a round than it takes', async () => {
    await stage.app.database.query('update quiz_series set pool_cap = 2000 where id = 1');
    stage.pass(600_000);
    await stage.record(1, 6_000_000);
    round = await stage.guessing();
    const people = [ann, bob, await stage.bettor(), await stage.bettor()];
    await Promise.all(people.map((person) => submit(randomUUID(), { number: '900' }, person)));
    expect((await stage.round(round.id)).pool).toBe('1800');
    expect(await errorOf({ number: '201' }, await stage.bettor())).toBe('quiz_full');
    await stage.app.database.query('update quiz_series set pool_cap = 100000 where id = 1');
  });

  it('with a session and the payment password alone lets no more go than a day does without an approval', async () => {
    const { app } = stage;
    const set = (value: string) =>
      app.database.query(`update setting set value = $1 where keyword = 'way_unapproved'`, [value]);
    await set('200');
    const told = await Promise.all(Array.from({ length: 6 }, () => submit(randomUUID())));
    expect(told.filter(({ type }) => type === 'ok')).toHaveLength(2);
    expect(await balance(ann, 'quiz')).toBe('200');
    expect(await submit(randomUUID())).toMatchObject({ error: 'approval_required' });
    const { key: _, ...input } = wager(round);
    const begun = { call: 'POST /quiz/bet', input: JSON.stringify(input) };
    const { approval } = await app.ok('POST /wallet/way/begin', begun, { token: ann.token });
    await app.ok('POST /sms_send', { scene: 'withdraw', request: approval.code ?? '' }, { token: ann.token });
    expect(app.outbox.at(-1)?.body).toMatch(/^Quiz stake: .*Amount: 100 USDT/s);
    const mailed_code = lastCode(app, ann.email);
    const key = randomUUID();
    expect(await submit(key, { mailed_code: '000000' })).toMatchObject({ error: 'code_wrong' });
    // The same approved bet, sent three times at once, is one.
    const approved = await Promise.all([1, 2, 3].map(() => submit(key, { mailed_code })));
    expect(approved.map(({ type }) => type)).toEqual(['ok', 'ok', 'ok']);
    expect(await balance(ann, 'quiz')).toBe('300');
    expect(await submit(randomUUID(), { mailed_code })).toMatchObject({ error: 'code_wrong' });
    await set('100000000');
  });

  it('sums of any shape is rejected', async () => {
    for (const number of ['99999999999999999999', '1e9', '-100', 'NaN', '0.000000001', ' ', '1,5', '0x10']) {
      expect(await errorOf({ number }), number).not.toBeNull();
    }
    expect(await balance(ann)).toBe('10000');
  });

  it('from a frozen account, or with money that is owed, is refused', async () => {
    const { database } = stage.app;
    await database.query('update user_account set frozen_at = $2 where id = $1', [ann.id, new Date(stage.app.now())]);
    expect(await errorOf()).not.toBeNull();
    expect(await balance(ann)).toBe('10000');
  });
});

describe('settling', () => {
  it('twice, at once, and by two nodes pays once', async () => {
    await stage.bet(ann, round);
    await stage.bet(bob, round, { outcome: 2 });
    await stage.to(round.closes_at + 1_000, 6_000_000);
    stage.pass(round.decides_at - 5_000 - stage.app.now());
    await stage.record(26, 6_000_100);
    const other = recurringJobsOf(stage.app, { holder: 'another node' });
    await Promise.all([run(async () => undefined), run(async () => undefined), run(async () => undefined)]);
    await Promise.all([stage.jobs.turn('quiz-settle'), other.turn('quiz-settle')]);
    await other.stop();
    expect([await balance(ann), await balance(bob)]).toEqual(['10100', '9900']);
  });

  it('by a node that lost its lease, or died amid it, does nothing; the next run settles', async () => {
    await stage.bet(ann, round);
    await stage.bet(bob, round, { outcome: 2 });
    await stage.to(round.closes_at + 1_000, 6_000_000);
    stage.pass(round.decides_at - 5_000 - stage.app.now());
    await stage.record(26, 5_999_000);
    await expect(run(() => Promise.reject(new LeaseLost('quiz-settle')))).rejects.toThrow(LeaseLost);
    expect((await stage.round(round.id)).state).toBe('open');
    const { database } = stage.app;
    const dying = {
      ...database,
      transaction: <T>(work: (tx: Transaction) => Promise<T>) =>
        database.transaction(async (tx): Promise<T> => {
          await work(tx);
          throw new Error('killed');
        }),
    };
    await run(async () => undefined, dying);
    expect([await balance(ann, 'quiz'), await balance(bob, 'quiz')]).toEqual(['100', '100']);
    await stage.settle();
    expect([await balance(ann), await balance(bob)]).toEqual(['9900', '10100']);
  });

  it('days later uses the prices of its time, also for the strike', async () => {
    await stage.bet(ann, round);
    await stage.bet(bob, round, { outcome: 2 });
    await stage.to(round.closes_at + 1_000, 6_000_000);
    stage.pass(round.decides_at - 5_000 - stage.app.now());
    await stage.record(26, 6_000_100);
    stage.pass(120_000);
    await stage.record(1, 5_000_000);
    await stage.jobs.turn('market-minute');
    stage.pass(3 * 86_400_000);
    await stage.app.database.query('delete from market_step where at < $1', [new Date(round.decides_at + 1_000)]);
    await stage.settle();
    expect(await stage.round(round.id)).toMatchObject({ outcome: 1, open_price: '60000', close_price: '60001' });
    expect(await balance(ann)).toBe('10100');
  });

  it('pays many bets to the last unit, in parts, whatever they are', async () => {
    const stakes = ['1', '1.01', '3.333333', '7.7', '2.000001', '19', '1.5'];
    const people = [ann, bob];
    for (const [place, number] of stakes.entries()) {
      await stage.bet(people[place % 2] as Person, round, { number, outcome: place % 3 === 0 ? 2 : 1 });
    }
    await stage.play(round, 6_000_000, 6_000_100);
    const bets = await stage.app.database.query<{ payout: string; outcome: number; stake: string }>(
      'select payout, outcome, stake from quiz_bet where round_id = $1 order by place',
      [round.id],
    );
    expect(sum(bets.map(({ payout }) => payout))).toBe(sum(stakes));
    for (const { payout, outcome, stake } of bets) {
      if (outcome === 1) expect(cmp(payout, stake)).toBeGreaterThan(0);
      else expect(payout).toBe('0');
    }
    expect(add(await balance(ann), await balance(bob))).toBe('20000');
    const [pools] = await stage.app.database.query<{ left: string }>(
      `select coalesce(sum(e.amount), 0) as left from ledger_entry e join ledger_account a on a.id = e.account_id
         join journal j on j.id = e.journal_id
        where a.owner_kind = 'house' and a.name = 'quiz'
          and j.ref in (select 'quiz-bet:' || id || ':result' from quiz_bet where round_id = $1)`,
      [round.id],
    );
    expect(pools?.left).toBe('0');
  });
});

describe('no control, setting or role', () => {
  it('changes what a round or a bet is, or how it ends', async () => {
    const bet = await stage.bet(ann, round);
    await stage.bet(bob, round, { outcome: 2 });
    await stage.to(round.closes_at + 1_000, 6_000_000);
    await stage.settle();
    const { database } = stage.app;
    for (const change of [
      'rake = 0.2',
      `closes_at = closes_at + interval '1 minute'`,
      `decides_at = decides_at + interval '1 second'`,
      `entry_at = entry_at - interval '1 second'`,
      'max_age = 1',
      'strike = strike - 1000',
      'strike_number = strike_number - 1',
    ]) {
      await expect(database.query(`update quiz_round set ${change} where id = $1`, [round.id]), change).rejects.toThrow(
        'a round does not change',
      );
    }
    for (const change of ['outcome = 2', 'stake = 1000', 'user_id = user_id + 1', 'place = 7']) {
      await expect(database.query(`update quiz_bet set ${change} where id = $1`, [bet.id]), change).rejects.toThrow(
        'a bet does not change',
      );
    }
    await expect(database.query('delete from quiz_bet where id = $1', [bet.id])).rejects.toThrow('bets are kept');
    await expect(database.query('delete from quiz_round where id = $1', [round.id])).rejects.toThrow(
      'rounds with bets are kept',
    );
    // All that staff can set is set to the worst.
    await database.query('update quiz_series set rake = 0.2, pool_cap = user_cap, open = false');
    await database.query(`update setting set value = '0' where keyword = 'quiz_max_open'`);
    stage.pass(round.decides_at - 5_000 - stage.app.now());
    await stage.record(26, 6_000_001);
    await stage.settle();
    expect(await stage.round(round.id)).toMatchObject({ outcome: 1, prize: '200' });
    for (const change of ['outcome = 2', `state = 'open'`, 'prize = 0', 'settlement_number = 1', `state = 'void'`]) {
      await expect(database.query(`update quiz_round set ${change} where id = $1`, [round.id]), change).rejects.toThrow(
        'a round does not change',
      );
    }
    await database.query('update quiz_series set rake = 0, pool_cap = 100000, open = true');
    await database.query(`update setting set value = '100' where keyword = 'quiz_max_open'`);
  });

  it('is there: staff settle questions only, and the tables are written by their domain alone', () => {
    const calls = Object.entries(contract).filter(([, { access }]) => access === 'staff');
    expect(calls.map(([id]) => id).filter((id) => id.includes('quiz'))).toEqual([
      'GET /staff/quiz',
      'POST /staff/quiz/series',
      'POST /staff/quiz/limits',
      'POST /staff/quiz/ask',
      'POST /staff/quiz/approve',
      'POST /staff/quiz/propose',
      'POST /staff/quiz/confirm',
      'POST /staff/quiz/reject',
    ]);
    const sources = join(import.meta.dirname, '../..');
    const writers = globSync('**/*.ts', { cwd: sources }).filter(
      (path) =>
        !path.endsWith('.test.ts') &&
        /(?:insert into|update|delete from)\s+quiz_(?:round|bet|pool|stake|question|dispute|series)\b/.test(
          readFileSync(join(sources, path), 'utf8'),
        ),
    );
    expect(writers.toSorted()).toEqual(['domains/quiz/questions.ts', 'domains/quiz/store.ts', 'domains/quiz/terms.ts']);
  });

  it('reaches the code that settles: it reads rounds, bets and recorded prices, no settings, catalogue or feed', () => {
    const source = readFileSync(join(import.meta.dirname, 'settle.ts'), 'utf8');
    const imports = [...source.matchAll(/from '([^']+)'/g)].map(([, path]) => path as string);
    expect(
      imports.filter((path) => !/rules$|money$|db\/|brakes\/|jobs\/|ledger\/|tick-store|\.\/store|\.\/view/.test(path)),
    ).toEqual([]);
  });
});

describe('an attacker who looks at the stakes', () => {
  it('sees none of the last tenth of the time, in no response, until guesses have ended', async () => {
    await stage.bet(ann, round, { outcome: 1, number: '100' });
    await stage.to(round.hides_at - 1);
    await stage.bet(bob, round, { outcome: 1, number: '50' });
    await stage.to(round.hides_at);
    const late = await stage.bet(bob, round, { outcome: 2, number: '70' });
    expect(late.outcome).toMatchObject({ staked: '0' });
    const { app } = stage;
    const shown = ['100', '50'].reduce(add);
    const seen = await Promise.all([
      app.ok('GET /quiz/rounds', { kind: 'realtime', symbol: 'BTC/USDT' }),
      app.ok('GET /quiz/round', { id: round.id }),
      app.ok('GET /quiz/proof', { id: round.id }),
      app.ok('GET /quiz/bets', {}, { token: bob.token }),
      app.ok('GET /quiz/bet', { id: late.id }, { token: bob.token }),
    ]);
    const [list, one, proof, bets, bet] = seen;
    const listed = list.list.find(({ id }) => id === round.id);
    for (const each of [listed, one, bet.round]) {
      expect(each?.outcomes.map(({ staked }) => staked)).toEqual([shown, '0']);
      expect(each?.pool).toBe(shown);
    }
    expect(proof.round.pools).toEqual([shown, '0']);
    expect(bets.list.find(({ id }) => id === late.id)?.outcome.staked).toBe('0');
    await stage.to(round.closes_at);
    const { outcomes, pool } = await stage.round(round.id);
    expect([outcomes.map(({ staked }) => staked), pool]).toEqual([[shown, '70'], add(shown, '70')]);
  });

  it('hears nothing of it on the live channel either', async () => {
    await stage.bet(ann, round, { outcome: 1, number: '100' });
    await stage.to(round.hides_at);
    await stage.bet(bob, round, { outcome: 2, number: '70' });
    const { topic, job } = createLive({ database: stage.app.database, now: stage.app.now });
    const channel = topic.open('realtime', { wake: () => undefined } as Parameters<typeof topic.open>[1]);
    const pools = async () => {
      await job.run(jobRun());
      const row = channel?.first()?.get(round.id);
      return row === undefined ? undefined : (JSON.parse(row) as LivePools)[2];
    };
    expect(await pools()).toEqual(['100', '0']);
    await stage.to(round.closes_at);
    expect(await pools()).toEqual(['100', '70']);
  });
});

describe('a member who stops bets', () => {
  it.each(['the instrument', 'the currency', 'the service'])(
    'on %s keeps no later user out of a round, so that its odds stay those of a friend; none is opened meanwhile',
    async (stopped) => {
      const { app } = stage;
      expect(await errorOf({ number: '10' })).toBeNull();
      const reason = 'a friend asked for it';
      const stop = async (on: boolean) => {
        const { token } = await signInStaff(app, 'admin');
        if (stopped === 'the service') {
          return app.ok(`POST /staff/services/${on ? 'pause' : 'resume'}`, { service: 'quiz', reason }, { token });
        }
        if (stopped === 'the instrument') {
          return app.ok(`POST /staff/instruments/${on ? 'halt' : 'resume'}`, { symbol: BTC, reason }, { token });
        }
        const { list } = await app.ok('GET /staff/currencies', {}, { token });
        const version = list.find(({ code }) => code === 'USDT')?.version as number;
        return app.ok('POST /staff/currencies/change', { code: 'USDT', version, open: !on, reason }, { token });
      };
      await stop(true);
      stage.pass(6_000);
      app.feed.setPrice(BTC, '60000', stopped === 'the instrument' ? { halt: 'staff', at: app.now() - 60_000 } : {});
      expect(await errorOf({ outcome: 2 }, bob)).toBeNull();
      // Past the round that was scheduled ahead.
      stage.pass(round.closes_at + REALTIME_MS - app.now() + 1_000);
      await stage.schedule();
      const { list } = await app.ok('GET /quiz/rounds', { kind: 'realtime', symbol: BTC });
      expect(list.filter(({ closes_at }) => closes_at > app.now())).toEqual([]);
      await stop(false);
      app.feed.setPrice(BTC, '60000');
      await stage.settle();
    },
  );
});
