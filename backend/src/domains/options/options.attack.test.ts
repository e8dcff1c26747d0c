import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '@tessera/api/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jobRun } from '../../../test/job-run.ts';
import { createOptionStage, type OptionOrder, type OptionStage, submission } from '../../../test/option-stage.ts';
import type { Person } from '../../../test/people.ts';
import { recurringJobsOf } from '../../../test/recurring-jobs.ts';
import type { Database, Sql, Transaction } from '../../platform/db/database.ts';
import { LeaseLost } from '../../platform/jobs/lease.ts';
import { auditLedger, userBalance } from '../../platform/ledger/index.ts';
import { changeGrid } from '../../platform/market/grid.ts';
import { settleJob } from './settle.ts';

let stage: OptionStage;
let ann: Person;
beforeAll(async () => {
  stage = await createOptionStage();
  await stage.record(5, 6_000_000);
});
afterAll(async () => {
  expect(await auditLedger(stage.app.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  await stage.close();
});
beforeEach(async () => {
  ann = await stage.trader();
  await stage.record(1, 6_000_000);
});

const balance = (person = ann, part: 'available' | 'frozen' = 'available') =>
  userBalance(stage.app.database, person.id, 'micro', 'USDT', part);
const submit = (idempotencyKey: string, changes: Readonly<Record<string, unknown>> = {}, person = ann) =>
  stage.app.call('POST /microtrade/submit', submission(stage.match, changes), { token: person.token, idempotencyKey });
const status = async ({ id }: Pick<OptionOrder, 'id'>, person = ann) =>
  stage.app.ok('GET /microtrade/get_result', { id }, { token: person.token });
const setting = (keyword: string, value: string) =>
  stage.app.database.query('update setting set value = $2 where keyword = $1', [keyword, value]);

/** A run of the job with a fence of the test's. */
const run = (fence: (tx: Sql) => Promise<void>, database: Database = stage.app.database) =>
  settleJob({ database, now: stage.app.now }).run(jobRun({ fence }));

describe('an attacker who opens', () => {
  it('the same option ten times at once has one', async () => {
    const key = randomUUID();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => submit(key)));
    const ids = outcomes.flatMap((outcome) => (outcome.type === 'ok' ? [outcome.message.id] : []));
    // The payment password is judged a few times at once and no more: others are told to try again.
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(1);
    expect([await balance(), await balance(ann, 'frozen')]).toEqual(['9900', '100']);
    expect(await submit(key, { number: '50' })).toMatchObject({ error: 'idempotency_conflict' });
  });

  it('more at once than there is money for has what it pays for', async () => {
    const bob = await stage.trader({ USDT: '250' });
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => submit(randomUUID(), {}, bob)));
    expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(2);
    expect(
      outcomes.filter((outcome) => outcome.type !== 'ok' && outcome.error === 'insufficient_balance'),
    ).toHaveLength(2);
    expect([await balance(bob), await balance(bob, 'frozen')]).toEqual(['50', '200']);
  });

  it('with accomplices at once gets no more than the house may lose', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => stage.trader()));
    await stage.record(1, 6_000_000);
    const [before] = await stage.app.database.query<{ all: string }>(
      `select coalesce(sum(exposure), 0) as all from option_order where status = 'open'`,
    );
    await setting('options_capacity', String(Number(before?.all) + 1_000));
    const outcomes = await Promise.all(
      people.flatMap((person) => [
        submit(randomUUID(), { number: '400' }, person),
        submit(randomUUID(), { number: '400' }, person),
      ]),
    );
    // 400 × 0.85 = 340: two fit into 1,000.
    expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(2);
    await setting('options_capacity', '1000000');
  });

  it('with sums of any size is rejected', async () => {
    for (const number of ['99999999999999999999', '1e9', '-100', 'NaN', '0.000000001', ' ', '1,5', '0x10']) {
      expect((await submit(randomUUID(), { number })).type, number).toBe('error');
    }
    expect(await balance()).toBe('10000');
  });
});

it('a price that an attacker traded at lowers nothing that a stake counts for', async () => {
  const bob = await stage.trader({ BTC: '1' }, 0);
  stage.app.feed.setPrice('BTC/USDT', '60000', { last: '30000' });
  const stake = { currency_id: 1, number: '0.01' };
  expect(await submit(randomUUID(), stake, bob)).toMatchObject({ error: 'order_limit' });
  expect((await submit(randomUUID(), { ...stake, number: '0.008' }, bob)).type).toBe('ok');
  const [row] = await stage.app.database.query<{ exposure: string }>(
    'select exposure from option_order where user_id = $1',
    [bob.id],
  );
  expect(row?.exposure).toBe('408');
});

describe('an attacker who knows the price of now', () => {
  it('gets another one as strike, however long the order takes', async () => {
    const option = await stage.open(ann);
    const known = stage.app.now();
    await stage.record(4, (step) => 6_000_000 + step * 5_000);
    await stage.record(1, 5_555_500);
    await stage.settle();
    const { strike } = await status(option);
    expect(strike).toMatchObject({ price: '55555', at: option.entry_at });
    expect((strike?.at ?? 0) - known).toBe(1_000);
  });

  it('on a node whose clock is behind opens nothing whose strike is recorded', async () => {
    const { app } = stage;
    // The market of another node has gone on; this one's clock stood still with it.
    const [last] = await app.database.query<{ sequence: string }>(
      'update market_step set at = $1 where sequence = (select max(sequence) from market_step) returning sequence',
      [new Date(app.now() + 1_000)],
    );
    expect(await submit(randomUUID())).toMatchObject({ error: 'stale_price' });
    expect([await balance(), await balance(ann, 'frozen')]).toEqual(['10000', '0']);
    await app.database.query('update market_step set at = $1 where sequence = $2', [
      new Date(app.now()),
      last?.sequence,
    ]);
    expect((await submit(randomUUID())).type).toBe('ok');
  });
});

describe('settling', () => {
  it('twice, at once, and by two nodes pays once', async () => {
    const options = [await stage.open(ann), await stage.open(ann, { type: 2 })];
    await stage.enter(6_000_000);
    stage.pass(55_000);
    await stage.record(30, 6_000_100);
    const other = recurringJobsOf(stage.app, { holder: 'another node' });
    // Without a lease that keeps them apart, and with it.
    await Promise.all([run(async () => undefined), run(async () => undefined), run(async () => undefined)]);
    await Promise.all([stage.jobs.turn('options-settle'), other.turn('options-settle')]);
    await other.stop();
    expect((await Promise.all(options.map((option) => status(option)))).map(({ result }) => result)).toEqual([
      'won',
      'lost',
    ]);
    expect([await balance(), await balance(ann, 'frozen')]).toEqual(['9985', '0']);
  });

  it('by a node that lost its lease, or died amid it, does nothing; the next run settles', async () => {
    const option = await stage.open(ann);
    await stage.enter(6_000_000);
    await stage.settle();
    stage.pass(55_000);
    await stage.record(30, 6_000_100);
    await expect(run(() => Promise.reject(new LeaseLost('options-settle')))).rejects.toThrow(LeaseLost);
    expect((await status(option)).status).toBe('open');
    // All is written when the node dies, and nothing is committed.
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
    expect([(await status(option)).status, await balance(ann, 'frozen')]).toEqual(['open', '100']);
    await stage.settle();
    expect([(await status(option)).result, await balance()]).toEqual(['won', '10085']);
  });

  it('days later uses the prices of its time, from the blocks of the record', async () => {
    const option = await stage.open(ann);
    await stage.enter(6_000_000);
    stage.pass(55_000);
    await stage.record(25, 6_000_100);
    stage.pass(2 * 60_000);
    await stage.record(1, 5_000_000);
    expect(await stage.jobs.turn('market-minute')).toBe('done');
    stage.pass(3 * 86_400_000);
    await stage.app.database.query('delete from market_step where at < $1', [new Date(option.sell_time + 1_000)]);
    await stage.settle();
    expect(await status(option)).toMatchObject({ result: 'won', open_price: '60000', close_price: '60001' });
  });

  it('of one option that cannot be booked does not hold up the others', async () => {
    const broken = await stage.open(ann);
    const bob = await stage.trader();
    const whole = await stage.open(bob);
    await stage.enter(6_000_000);
    stage.pass(55_000);
    await stage.record(30, 6_000_100);
    // Its stake is gone from the account, as no code of ours does it.
    await stage.app.database.query(
      `update ledger_account set balance = 0 where user_id = $1 and name = 'micro' and part = 'frozen'`,
      [ann.id],
    );
    await run(async () => undefined);
    expect([(await status(broken)).status, (await status(whole, bob)).result]).toEqual(['open', 'won']);
    await stage.app.database.query(
      `update ledger_account set balance = 100 where user_id = $1 and name = 'micro' and part = 'frozen'`,
      [ann.id],
    );
    await stage.settle();
    expect((await status(broken)).result).toBe('won');
  });

  it('after the tick of the instrument was changed returns stake and fee: its prices are others', async () => {
    const option = await stage.open(ann);
    await stage.enter(6_000_000);
    await stage.settle();
    await stage.record(1, 6_000_000, ['ETH/USDT']);
    const grid = { tick: '0.01', lot: '0.00001' };
    await stage.app.database.transaction((tx) => changeGrid(tx, 'BTC/USDT', grid, { ...grid, tick: '0.1' }));
    stage.pass(50_000);
    await stage.record(60, 600_100);
    await stage.settle();
    expect(await status(option)).toMatchObject({ status: 'returned', reason: 'no_ticks' });
    expect(await balance()).toBe('10000');
    await stage.record(1, 6_000_000, ['ETH/USDT']);
    await stage.app.database.transaction((tx) => changeGrid(tx, 'BTC/USDT', { ...grid, tick: '0.1' }, grid));
    await stage.record(1, 6_000_000);
  });
});

describe('no control, setting or role', () => {
  it('changes what an open option is or how it ends', async () => {
    const option = await stage.open(ann);
    await stage.enter(6_000_000);
    await stage.settle();
    const { database } = stage.app;
    const changes = [
      "direction = 'down'",
      'ratio = 3',
      'stake = 1000',
      'fee = 1',
      `expires_at = expires_at + interval '1 second'`,
      `entry_at = entry_at - interval '1 second'`,
      'max_age = 1',
      'user_id = user_id + 1',
      'strike = strike - 1000',
      'strike_number = strike_number - 1',
    ];
    for (const change of changes) {
      await expect(
        database.query(`update option_order set ${change} where id = $1`, [option.id]),
        change,
      ).rejects.toThrow('an option does not change');
    }
    await expect(database.query('delete from option_order where id = $1', [option.id])).rejects.toThrow(
      'options are kept',
    );

    // All that staff can set is set to the worst. A halt: `test/halts.attack.test.ts`.
    await database.query('update option_term set ratio = 0.01, fee_rate = 0.5, open = false');
    for (const keyword of [
      'options_capacity',
      'options_capacity_symbol',
      'options_capacity_expiry',
      'options_max_open',
    ]) {
      await setting(keyword, '0');
    }
    await setting('options_countries', 'US');
    await stage.expire(option, (step) => 6_000_000 + step);
    expect(await status(option)).toMatchObject({ result: 'won', profit: '85' });
    for (const change of ["result = 'lost'", 'payout = 0', "status = 'open'", 'settlement_number = 1']) {
      await expect(
        database.query(`update option_order set ${change} where id = $1`, [option.id]),
        change,
      ).rejects.toThrow('an option does not change');
    }
    await database.query('update option_term set ratio = 0.85, fee_rate = 0, open = true');
    for (const [keyword, value] of [
      ['options_capacity', '1000000'],
      ['options_capacity_symbol', '200000'],
      ['options_capacity_expiry', '50000'],
      ['options_max_open', '50'],
    ] as const) {
      await setting(keyword, value);
    }
  });

  it('is there: calls of staff change later options only, and the tables are written by their domain alone', () => {
    const calls = Object.entries(contract).filter(([, { access }]) => access === 'staff');
    expect(calls.length).toBeGreaterThan(10);
    // Terms, capacities and countries: the test above sets them to the worst, and an open option ends as it was opened.
    // To resume is to sell again what was not sold.
    expect(calls.map(([id]) => id).filter((id) => /option|microtrade|settle/.test(id))).toEqual([
      'GET /staff/options',
      'POST /staff/options/term',
      'POST /staff/options/limits',
      'POST /staff/options/resume',
    ]);
    const sources = join(import.meta.dirname, '../..');
    const writers = globSync('**/*.ts', { cwd: sources }).filter(
      (path) =>
        !path.endsWith('.test.ts') &&
        /(?:insert into|update|delete from)\s+(?:option_order|option_day|market_kept)\b/.test(
          readFileSync(join(sources, path), 'utf8'),
        ),
    );
    expect(writers.toSorted()).toEqual(['domains/options/store.ts', 'platform/market/tick-store.ts']);
  });

  it('reaches the code that settles: it reads options and recorded prices, no settings, catalogue or feed', () => {
    const source = readFileSync(join(import.meta.dirname, 'settle.ts'), 'utf8');
    const imports = [...source.matchAll(/from '([^']+)'/g)].map(([, path]) => path as string);
    expect(
      imports.filter((path) => !/rules$|money$|db\/|brakes\/|jobs\/|ledger\/|tick-store|\.\/store|\.\/view/.test(path)),
    ).toEqual([]);
  });
});
