import { randomUUID } from 'node:crypto';
import type { Localised } from '@tessera/api/kit/localised';
import { languageCodes } from '@tessera/api/rules';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { amid } from '../../../test/amid.ts';
import { enrolPasskey } from '../../../test/factors.ts';
import { addProduct as addInvestment, fundHouse } from '../../../test/invest-stage.ts';
import { jobRun } from '../../../test/job-run.ts';
import { launchStage } from '../../../test/launch-stage.ts';
import { createLoanStage, DAY, type LoanStage, PAY_PASSWORD } from '../../../test/loan-stage.ts';
import { haltedTick, recordHalted } from '../../../test/market-steps.ts';
import { fund, type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { isRecurring } from '../../platform/jobs/job.ts';
import { auditLedger, userBalance } from '../../platform/ledger/index.ts';
import { changeGrid } from '../../platform/market/grid.ts';
import { createRecorder } from '../../platform/market/recorder.ts';
import { makeTrader } from '../copytrading/applications.ts';
import { addProduct as addMining } from '../mining/products.ts';
import { decideItem } from '../staff/queues.ts';
import { judge } from './liquidation.ts';
import { addCollateral } from './repay.ts';
import { watchJob } from './watch.ts';

let stage: LoanStage;
/** Another node on the same database. */
let other: TestApp;
beforeAll(async () => {
  stage = await createLoanStage();
  other = await createTestApp({}, {}, undefined, undefined, stage.app);
  await stage.fund('50000000');
});
beforeEach(() => stage.price('60000'));
afterAll(async () => {
  const audit = await auditLedger(stage.app.database);
  await other.close();
  await stage.close();
  expect(audit).toEqual({ unbalanced: [], wrongBalances: [] });
});

const change = (path: 'repay' | 'collateral', payload: Record<string, unknown>, { token }: Person) =>
  stage.app.call(`POST /user/loan/${path}`, { key: PAY_PASSWORD, ...payload }, { token, idempotencyKey: randomUUID() });
const balance = ({ id }: Person, currency: string) => userBalance(stage.app.database, id, 'change', currency);

it('two applications at once lock one collateral, and another user’s loan cannot be touched', async () => {
  const [ann, ben] = [await stage.borrower(), await stage.borrower()];
  const payloads = [await stage.payload(ann), await stage.payload(ann)];
  const outcomes = await Promise.all(
    payloads.map((payload) =>
      stage.app.call('POST /user/jiedaisave', payload, { token: ann.token, idempotencyKey: randomUUID() }),
    ),
  );
  expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(1);
  expect(await balance(ann, 'BTC')).toBe('80');
  const { id } = await stage.latest(ann);
  expect(await change('collateral', { id, number: '1' }, ben)).toMatchObject({ error: 'not_found' });
  expect(await change('repay', { id }, ben)).toMatchObject({ error: 'not_found' });
});

it('more than is owed, the collateral, and dust repay nothing; two repayments at once repay once', async () => {
  const ann = await stage.borrower({ BTC: '20', USDT: '100' });
  const { id } = await stage.loan(ann);
  expect(await change('repay', { id, number: '500100.000001' }, ann)).toMatchObject({ error: 'amount_too_large' });
  expect(await change('repay', { id, number: '0.000001' }, ann)).toMatchObject({ error: 'amount_too_small' });
  expect(await change('collateral', { id, number: '1' }, ann)).toMatchObject({ error: 'insufficient_balance' });
  const outcomes = await Promise.all([change('repay', { id }, ann), change('repay', { id }, ann)]);
  expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(1);
  expect([await balance(ann, 'USDT'), await balance(ann, 'BTC')]).toEqual(['0', '20']);
});

it('collateral that came before the liquidation keeps the loan; at once, one of the two holds', async () => {
  const ann = await stage.borrower({ BTC: '100' });
  const { id } = await stage.loan(ann);
  stage.price('27000');
  expect((await change('collateral', { id, number: '20' }, ann)).type).toBe('ok');
  await stage.pass(1_000);
  expect((await stage.latest(ann)).loan?.state).toBe('running');
  stage.price('13000');
  const [added] = await Promise.all([change('collateral', { id, number: '60' }, ann), stage.run('loans-watch')]);
  const { loan } = await stage.latest(ann);
  expect(loan?.state).toBe(added.type === 'ok' ? 'running' : 'liquidated');
});

/** One job on both nodes at once, twice each, as where both believe to hold the lease. */
async function onBothNodes(name: string): Promise<void> {
  const run = ({ domains }: TestApp) => {
    const job = domains.flatMap(({ jobs = [] }) => jobs).find((each) => isRecurring(each) && each.name === name);
    if (!job || !isRecurring(job)) throw new Error(`no job ${name}`);
    return job.run(jobRun());
  };
  await Promise.all([run(stage.app), run(other), run(stage.app), run(other)]);
}
const priceOnBoth = (value: string) => {
  stage.price(value);
  other.feed.setPrice('BTC/USDT', value);
};
const repayAll = async (person: Person) => {
  await fund(stage.app, person.id, 'change', 'USDT', '20000');
  const { id } = await stage.latest(person);
  expect(await change('repay', { id }, person)).toMatchObject({ type: 'ok' });
};

it('two nodes at once count a day once, collect once and liquidate once', async () => {
  const [ann, ben] = [await stage.borrower({ BTC: '20', USDT: '200' }), await stage.borrower({ BTC: '20' })];
  const { id } = await stage.loan(ann, { days: 7 });
  const { id: bens } = await stage.loan(ben);
  stage.app.advance(DAY);
  await onBothNodes('loans-accrue');
  const counted = await stage.app.database.query('select interest, interest_days from loan where id = any($1)', [
    [id, bens],
  ]);
  expect(counted).toEqual([
    { interest: '200', interest_days: 2 },
    { interest: '200', interest_days: 2 },
  ]);
  await fund(stage.app, ann.id, 'change', 'USDT', '500');
  stage.app.advance(6 * DAY);
  await onBothNodes('loans-collect');
  expect([await balance(ann, 'USDT'), await balance(ann, 'BTC')]).toEqual(['0', '20']);
  priceOnBoth('27000');
  await onBothNodes('loans-watch');
  const events = await stage.app.database.query(
    `select application_id as id, kind from loan_event where application_id = any($1) and kind <> 'paid_out' order by id`,
    [[id, bens]],
  );
  expect(events).toEqual([
    { id, kind: 'repayment' },
    { id, kind: 'repaid' },
    { id: bens, kind: 'liquidated' },
  ]);
  // 500,800 / (27,000 × 0.99) = 18.73550318 BTC, rounded up; what that is too much comes back.
  expect([await balance(ben, 'USDT'), await balance(ben, 'BTC')]).toEqual(['500000.000002', '1.26449682']);
});

it('a withdrawal that is asked for while a loan is paid out waits for it, and is rejected', async () => {
  const ann = await stage.borrower({ BTC: '20', USDT: '1000' });
  const { device } = await enrolPasskey(stage.app, ann);
  const { id } = await stage.apply(ann);
  const queue = stage.app.ports.queues().find(({ name }) => name === 'loan');
  if (!queue) throw new Error('there is no queue of loans');
  const approveAs = (index: 0 | 1, meanwhile: () => Promise<void> = async () => undefined) =>
    stage.app.database.transaction(async (tx) => {
      const by = { id: stage.members[index].id, role: 'treasury' as const };
      await decideItem(tx, queue, id, { approve: true }, by, stage.app.now());
      await meanwhile();
    });
  const waiting = async () =>
    (
      await stage.app.database.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).length > 0;
  const asked = {
    currency_id: 3,
    number: '100',
    fee: '1',
    address: 'TL9NrPZj5mTUkdodTJx9rtD1vqDTxnYZgy',
    network: 'TRC20',
  };
  const { approval } = await stage.app.ok('POST /wallet/out/begin', asked, { token: ann.token });
  const sent = { ...asked, key: PAY_PASSWORD, passkey: device.sign(approval.passkey ?? '') };
  await approveAs(0);
  let done = false;
  let withdrawal: Promise<unknown> = Promise.resolve();
  await approveAs(1, async () => {
    withdrawal = stage.app
      .call('POST /wallet/out', sent, { token: ann.token, idempotencyKey: randomUUID() })
      .finally(() => {
        done = true;
      });
    while (!done && !(await waiting())) await new Promise((resolve) => setImmediate(resolve));
  });
  expect(await withdrawal).toMatchObject({ error: 'loan_outstanding' });
  expect(await balance(ann, 'USDT')).toBe('501000');
});

it('an approval that waits for the applicant holds no application: what the applicant does waits in no circle', async () => {
  const ann = await stage.borrower();
  const { id } = await stage.apply(ann);
  const free: unknown[] = [];
  await amid(
    stage.app,
    { table: 'user_account', id: ann.id },
    () => stage.approve(id),
    async () => {
      free.push(
        ...(await stage.app.database.query('select id from loan_application where id = $1 for update nowait', [id])),
      );
    },
  );
  expect(free).toEqual([{ id }]);
  expect(await stage.latest(ann)).toMatchObject({ status: 'approved' });
});

describe('borrowed money', () => {
  it('buys no product, and a position that ends is not locked again, until the loan is repaid', async () => {
    const { app } = stage;
    const ann = await stage.borrower({ BTC: '20', USDT: '5000' });
    await fundHouse(app, 'interest', 'USDT', '10000');
    await fundHouse(app, 'dual', 'BTC', '10');
    await fundHouse(app, 'dual', 'USDT', '100000');
    const texts = Object.fromEntries(languageCodes.map((code) => [code, 'Loan test'])) as Localised;
    const terms = { currency: 'USDT', demonstration: false, names: texts, descriptions: texts, penalty_ratio: '0' };
    await app.database.transaction((tx) =>
      addMining(
        tx,
        {
          ...terms,
          product: 'loan-test',
          day_rates: ['0.001'],
          min_amount: '1',
          purchase_limit: null,
          open: true,
          opens_at: app.now(),
          closes_at: null,
        },
        app.now(),
      ),
    );
    const [product] = await app.database.query<{ id: number }>(
      `select id from mining_product where product = 'loan-test'`,
    );
    const fixed = await addInvestment(app, { section: 'fixed', annual_rate: '0.01' });
    const demand = await addInvestment(app, { section: 'demand', annual_rate: '0.01' });
    const dual = { section: 'blockchain', side: 'buy_low', other_currency: 'BTC', price: '59000' } as const;
    const low = await addInvestment(app, dual);
    const launch = launchStage(app);
    const sale = await launch.sale();
    app.advance(3_600_000);
    stage.price('60000');
    const to = () => ({ token: ann.token, idempotencyKey: randomUUID() });
    const key = PAY_PASSWORD;
    const lock = (renew: boolean) =>
      app.call('POST /lh/deposit', { config_id: product?.id, amount: '100', key, renew }, to());
    const buys = () => [
      () => lock(false),
      () => app.call('POST /dual/buyDual', { id: fixed, num: 1, key }, to()),
      () => app.call('POST /dual/buyDemand', { id: demand, num: '100', key }, to()),
      () => app.call('POST /dual/buyDual', { id: low, num: 1, key }, to()),
      () => launch.order(ann, sale, '10'),
    ];
    expect(await lock(true)).toMatchObject({ type: 'ok' });
    await stage.loan(ann);
    const outcomes = async () => {
      const all: string[] = [];
      for (const buy of buys()) {
        const outcome = await buy();
        all.push(outcome.type === 'ok' ? 'ok' : outcome.error);
      }
      return all;
    };
    expect(await outcomes()).toEqual(Array(5).fill('loan_outstanding'));
    await repayAll(ann);
    expect(await outcomes()).toEqual(Array(5).fill('ok'));
    expect(await userBalance(app.database, ann.id, 'mining', 'USDT')).toBe('200');
    await stage.loan(ann);
    await stage.pass(DAY);
    await stage.run('mining-pay');
    expect(await userBalance(app.database, ann.id, 'mining', 'USDT')).toBe('0');
  });

  it('pays no profit share to a trader: it stays set aside, and is paid after the loan', async () => {
    const { app } = stage;
    const ann = await stage.borrower();
    const friend = await signUp(app, { level: 2 });
    await app.database.transaction((tx) => makeTrader(tx, friend.id, { at: app.now() }));
    await stage.loan(ann);
    // The loan's money, moved to the leverage account; what was won with the copies was lost against them.
    await fund(app, ann.id, 'lever', 'USDT', '300000');
    await app.database.query(
      `insert into copy_follow (user_id, trader_user_id, type, number, max_amount, slippage, agreement, started_at)
       values ($1, $2, 'multiple', 1, 10000, 0.003, 1, $3)`,
      [ann.id, friend.id, new Date(app.now())],
    );
    await app.database.query(
      'insert into copy_account (user_id, trader_user_id, realised, moved) values ($1, $2, 2000000, true)',
      [ann.id, friend.id],
    );
    const lever = (person: Person, part?: 'frozen') => userBalance(app.database, person.id, 'lever', 'USDT', part);
    const week = async () => {
      await stage.pass(7 * DAY);
      await stage.run('copy-shares');
    };
    await week();
    expect([await lever(friend), await lever(ann), await lever(ann, 'frozen')]).toEqual(['0', '100000', '200000']);
    await week();
    expect([await lever(friend), await lever(ann, 'frozen')]).toEqual(['0', '200000']);
    await repayAll(ann);
    await week();
    expect([await lever(friend), await lever(ann), await lever(ann, 'frozen')]).toEqual(['200000', '100000', '0']);
    const statements = await app.database.query('select due, paid from copy_statement where user_id = $1 order by id', [
      ann.id,
    ]);
    expect(statements).toEqual([
      { due: '200000', paid: '0' },
      { due: '200000', paid: '0' },
      { due: '200000', paid: '200000' },
    ]);
  });

  it('raises no VIP level: a day counts what is held less what is owed', async () => {
    const { app } = stage;
    const ann = await stage.borrower();
    await stage.loan(ann);
    app.advance(DAY - (app.now() % DAY) + 60_000);
    stage.price('60000');
    await stage.run('vip-count');
    const days = await app.database.query('select balance from vip_day where user_id = $1 order by day desc limit 1', [
      ann.id,
    ]);
    // 100 BTC, and 500,000 USDT of which 500,100 are owed.
    expect(days).toEqual([{ balance: '5999900' }]);
  });
});

/** What records a price of BTC at the time. */
async function recording(): Promise<(price: number) => Promise<void>> {
  const { app } = stage;
  const recorder = createRecorder();
  let { sequence } = await recorder.load(app.database);
  return (price) =>
    app.database.transaction(async (tx) => {
      const index = price * 100;
      const at = app.now();
      const tick = { at, bid: index - 1, ask: index + 1, last: index, high: index, low: index, lots: 0, index };
      sequence += 1;
      await recorder.record(tx, { sequence, at, ticks: new Map([['BTC/USDT', tick]]), source: {} });
      recorder.committed();
    });
}

it('after a gap the recorded prices are judged in their order, and none from before the borrower’s last change', async () => {
  const { app } = stage;
  const [ann, ben, cleo] = [await stage.borrower(), await stage.borrower(), await stage.borrower()];
  await stage.loan(ann);
  const { id } = await stage.loan(ben);
  await stage.loan(cleo, { margin_number: '25' });
  await stage.pass(1_000);
  const record = await recording();
  for (const price of [40_000, 27_000, 26_000]) {
    app.advance(10_000);
    await record(price);
  }
  app.advance(5_000);
  expect(await change('collateral', { id, number: '1' }, ben)).toMatchObject({ type: 'ok' });
  app.advance(5_000);
  await record(60_000);
  app.advance(10_000);
  stage.price('60000');
  await stage.run('loans-watch');
  expect((await stage.latest(ann)).loan?.events.at(-1)).toMatchObject({ kind: 'liquidated', price: '27000' });
  expect((await stage.latest(ben)).loan).toMatchObject({ state: 'running' });
  const warned = (await stage.latest(cleo)).loan;
  // 25 × 26,000 / 500,100.
  expect(warned?.events.at(-1)).toMatchObject({ kind: 'warning', number: '1.2997', price: '26000' });
  expect(warned?.state).toBe('running');
});

it.each([
  ['each second', 1_000],
  ['after a gap', 20_000],
])('a price that is reached while a loan cannot be judged is judged once it can be, %s', async (_, pause) => {
  const { app } = stage;
  const [ann, ben] = [await stage.borrower(), await stage.borrower()];
  const { id } = await stage.loan(ann);
  await stage.loan(ben, { margin_number: '50' });
  await stage.pass(1_000);
  let time = 0;
  const { run } = watchJob({ ...app, log: { warn: () => undefined } });
  const turn = jobRun({}, { clock: () => time });
  const record = await recording();
  const step = async (price: number) => {
    app.advance(pause);
    await record(price);
    stage.price(String(price));
    await run(turn);
  };
  await step(60_000);
  await app.database.query(
    `create function refuse_loan() returns trigger language plpgsql as $$ begin raise exception 'a planted refusal'; end $$`,
  );
  await app.database.query(
    `create trigger refuse_loan before update on loan for each row when (old.id = ${id}) execute function refuse_loan()`,
  );
  await step(27_000);
  await app.database.query('drop trigger refuse_loan on loan');
  await app.database.query('drop function refuse_loan');
  await step(60_000);
  // Set aside.
  expect((await stage.latest(ann)).loan?.state).toBe('running');
  time += 5_001;
  await step(60_000);
  expect((await stage.latest(ann)).loan?.events.at(-1)).toMatchObject({ kind: 'liquidated', price: '27000' });
  expect((await stage.latest(ben)).loan?.state).toBe('running');
});

it('after a gap no price judges that was recorded while staff had halted the collateral', async () => {
  const { app } = stage;
  stage.price('60000');
  const ann = await stage.borrower();
  await stage.loan(ann);
  await stage.pass(1_000);
  const recorder = createRecorder();
  const { sequence } = await recorder.load(app.database);
  const grid = { tick: '0.01', lot: '0.00001' };
  app.advance(10_000);
  const tick = haltedTick(app.now(), 2_700_000);
  await recordHalted(app.database, recorder, { symbol: 'BTC/USDT', tick, sequence: sequence + 1, grid });
  app.advance(10_000);
  stage.price('60000');
  await stage.run('loans-watch');
  expect((await stage.latest(ann)).loan?.state).toBe('running');
});

it('after a gap in which staff made the tick smaller each recorded price counts in the tick of its time', async () => {
  const { app } = stage;
  const ann = await stage.borrower();
  await stage.loan(ann);
  await stage.pass(1_000);
  const recorder = createRecorder();
  const { sequence } = await recorder.load(app.database);
  app.advance(10_000);
  const at = app.now();
  const index = 600_000;
  const tick = { at, bid: index - 1, ask: index + 1, last: index, high: index, low: index, lots: 0, index };
  await app.database.transaction((tx) =>
    recorder.record(tx, { sequence: sequence + 1, at, ticks: new Map([['BTC/USDT', tick]]), source: {} }),
  );
  recorder.committed();
  const grid = { tick: '0.01', lot: '0.00001' };
  await app.database.transaction((tx) => changeGrid(tx, 'BTC/USDT', { ...grid, tick: '0.1' }, grid));
  app.advance(10_000);
  stage.price('60000');
  await stage.run('loans-watch');
  expect((await stage.latest(ann)).loan?.state).toBe('running');
});

it('a borrower who adds crumbs each moment, through a node whose clock is ahead, is liquidated all the same', async () => {
  stage.price('60000');
  const ann = await stage.borrower({ BTC: '100' });
  const { id } = await stage.loan(ann);
  stage.price('27000');
  const { catalogue, feed, now, database } = stage.app;
  const ahead = { catalogue, feed, now: () => now() + 3_000 };
  await database.transaction((tx) => addCollateral(tx, ann.id, { id, number: '0.00000001' }, ahead));
  await stage.run('loans-watch');
  expect((await stage.latest(ann)).loan?.state).toBe('liquidated');
});

it('a recorded price from before the last change judges nothing, and one that judges is read under the lock', async () => {
  stage.price('60000');
  const ann = await stage.borrower({ BTC: '100' });
  const { id } = await stage.loan(ann);
  const { database, now } = stage.app;
  const before = [{ price: '27000', at: now() - 1 }];
  expect(await database.transaction((tx) => judge(tx, id, before, stage.app))).toBeNull();
  stage.price('27000');
  expect(await database.transaction((tx) => judge(tx, id, 'now', stage.app))).toBe('liquidated');
});
