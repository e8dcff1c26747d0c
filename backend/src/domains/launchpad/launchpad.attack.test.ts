import { randomUUID } from 'node:crypto';
import { cmp, mul, sub, sum } from '@tessera/money';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { jobRun } from '../../../test/job-run.ts';
import { HOUR, launchStage } from '../../../test/launch-stage.ts';
import { linkedNodes } from '../../../test/linked-nodes.ts';
import { type Person, signUp } from '../../../test/people.ts';
import { signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { LeaseLost } from '../../platform/jobs/lease.ts';
import { auditLedger, houseBalance } from '../../platform/ledger/index.ts';
import { runDueChanges } from '../../platform/staff-changes/run.ts';
import { STEP, settleProjects } from './settle.ts';
import { lockProject } from './store.ts';

/* Users who want more than their share, sooner than others or for less; two nodes on one database. */

let apps: readonly [TestApp, TestApp];
let app: TestApp;
let stage: ReturnType<typeof launchStage>;
let mia: Person;
beforeAll(async () => {
  const node = linkedNodes();
  app = await createTestApp({}, {}, undefined, node());
  apps = [app, await createTestApp({}, {}, undefined, node(), app)];
  stage = launchStage(app);
  mia = await signUp(app, { level: 2, funds: { change: { USDT: '10000', BTC: '1' } } });
});
beforeEach(() => stage.prices());
afterAll(async () => {
  await apps[1].close();
  await apps[0].close();
});

const rest = (ms: number): void => {
  app.advance(ms);
  stage.prices();
};
const opened = async (changes: Record<string, unknown> = {}): Promise<number> => {
  const id = await stage.sale(changes);
  rest(HOUR);
  await apps[1].catalogue.refresh();
  return id;
};

it('one request sent to both nodes ten times each is one subscription', async () => {
  const id = await opened();
  const key = randomUUID();
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, index) => launchStage(apps[index % 2] as TestApp).order(mia, id, '100', { key })),
  );
  expect(new Set(outcomes.map((each) => (each.type === 'ok' ? each.message.id : each.error))).size).toBe(1);
  expect(await stage.held(mia, 'subscription', 'USDT')).toBe('200');
});

it('money that is there once is subscribed with once, however many ask at a time', async () => {
  const noa = await signUp(app, { level: 2, funds: { change: { USDT: '200' } } });
  const id = await opened();
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, (_, index) => launchStage(apps[index % 2] as TestApp).order(noa, id, '60')),
  );
  expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(1);
  expect(new Set(outcomes.flatMap((each) => (each.type === 'ok' ? [] : each.error)))).toEqual(
    new Set(['insufficient_balance']),
  );
  const { subscribed, applied_count } = await stage.detail(id);
  expect([subscribed, applied_count]).toEqual(['60', 1]);
});

it('the last millisecond of the window counts, the next one does not, and no order is added after the allocation', async () => {
  const id = await opened();
  rest(HOUR - 1);
  expect(await stage.order(mia, id, '10')).toMatchObject({ type: 'ok' });
  // A request that passed the first check and then waits for a lock until the window is over.
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const [locked, waiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holder = app.database.transaction(async (tx) => {
    await tx.query(
      `select from ledger_account where user_id = $1 and name = 'change' and currency = 'USDT' for update`,
      [mia.id],
    );
    locked.resolve();
    waiting.resolve();
    await held;
  });
  await locked.promise;
  const late = stage.order(mia, id, '10');
  await waiting.promise;
  while (
    (await app.database.query(`select from pg_locks where not granted and pid <> pg_backend_pid() limit 1`)).length ===
    0
  );
  rest(1);
  release();
  await holder;
  expect(await late).toMatchObject({ error: 'sale_not_open' });
  expect(await stage.order(mia, id, '10')).toMatchObject({ error: 'sale_not_open' });
  await stage.settle();
  expect((await stage.detail(id)).subscribed).toBe('10');
});

it('a subscription that waits for the allocation to begin finds the sale closed, whatever the clock of its node', async () => {
  const id = await opened();
  const [locked, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // The other node has begun to allocate; the clock of this one is behind.
  const allocating = app.database.transaction(async (tx) => {
    await lockProject(tx, id);
    await tx.query(`update launch_project set state = 'allocating', rate_supply = 0, rate_weight = 1 where id = $1`, [
      id,
    ]);
    locked.resolve();
    await done.promise;
  });
  await locked.promise;
  const late = stage.order(mia, id, '10');
  done.resolve();
  await allocating;
  expect(await late).toMatchObject({ error: 'sale_not_open' });
});

it('a price is used only while it does not favour the buyer', async () => {
  const id = await opened();
  const { prices } = await stage.detail(id);
  const price = prices.find(({ pay_currency }) => pay_currency === 'BTC')?.price as string;
  const pay = { pay_currency: 'BTC', price };
  // BTC falls by 1 %: the price that was seen is 1 % too low.
  stage.prices('59400');
  expect(await stage.order(mia, id, '10', pay)).toMatchObject({ error: 'price_moved' });
  stage.prices('61000');
  expect(await stage.order(mia, id, '10', pay)).toMatchObject({ error: 'price_moved' });
  stage.prices('60010');
  expect(await stage.order(mia, id, '10', pay)).toMatchObject({ type: 'ok' });
  for (const made of ['0.00001', '1.99', '2.01', '2.000000000000000001']) {
    expect(await stage.order(mia, id, '10', { price: made })).toMatchObject({ error: 'price_moved' });
  }
  app.advance(6_000);
  expect(await stage.order(mia, id, '10', pay)).toMatchObject({ error: 'stale_price' });
  app.feed.setPrice('BTC/USDT', '60000', { halt: 'jump' });
  expect(await stage.order(mia, id, '10', pay)).toMatchObject({ error: 'market_halted' });
  expect(await stage.order(mia, id, '10', { pay_currency: 'ETH', price: '0.0007' })).toMatchObject({
    error: 'currency_unknown',
  });
});

it('of a token that trades already no more can be had below its market', async () => {
  const id = await opened({ currency: 'SOL', scale: undefined, price: '2' });
  expect(await stage.order(mia, id, '5', { price: '2' })).toMatchObject({ error: 'price_moved' });
  const { price } = await stage.detail(id);
  expect(Number(price)).toBeGreaterThan(150.1);
  expect(await stage.order(mia, id, '5', { price })).toMatchObject({ type: 'ok' });
});

it('of a token that trades all pay the price of the end: an early subscription is no option on it', async () => {
  const [early, friend] = await Promise.all(
    [0, 1].map(() => signUp(app, { level: 2, funds: { change: { USDT: '500000' } } })),
  );
  if (!early || !friend) throw new Error('no user signed up');
  const outcome = async (last: string, dilutes: boolean) => {
    const id = await opened({ currency: 'SOL', scale: undefined, price: '2', total_issuance: '400' });
    const before = await stage.held(early, 'change', 'USDT');
    const { price } = await stage.detail(id);
    expect(await stage.order(early, id, '200', { price })).toMatchObject({ type: 'ok' });
    rest(HOUR - 1);
    app.feed.setPrice('SOL/USDT', last, { bid: last, ask: last });
    if (dilutes) await stage.order(friend, id, '200', { price: (await stage.detail(id)).price });
    app.advance(1);
    app.feed.setPrice('SOL/USDT', last, { bid: last, ask: last });
    await stage.settle();
    const [own] = (await app.ok('GET /user/project/order', { project_id: id }, { token: early.token })).list;
    const cost = sub(before, await stage.held(early, 'change', 'USDT'));
    return { got: own?.approved ?? '0', final: own?.final_price ?? '0', cost };
  };
  for (const [last, dilutes] of [
    ['120', false],
    ['180', false],
    ['120', true],
    ['180', true],
  ] as const) {
    const { got, final, cost } = await outcome(last, dilutes);
    // The ask with the spread of a conversion, whatever it was when it was subscribed to.
    expect(Number(final), last).toBeGreaterThan(Number(last));
    expect(Number(cost) / Number(got), last).toBeCloseTo(Number(final), 4);
  }
});

it('a payment in another currency is sold at once: no later subscription brings it back', async () => {
  const [early, friend] = await Promise.all([
    signUp(app, { level: 2, funds: { change: { BTC: '1' } } }),
    signUp(app, { level: 2, funds: { change: { USDT: '100000' } } }),
  ]);
  const id = await opened({ user_cap: '1000' });
  const { prices } = await stage.detail(id);
  const price = prices.find(({ pay_currency }) => pay_currency === 'BTC')?.price as string;
  expect(await stage.order(early, id, '400', { pay_currency: 'BTC', price })).toMatchObject({
    message: { pay_currency: 'USDT', price: '2', paid: '800', sold_currency: 'BTC', sold: '0.01337338' },
  });
  const rest = await stage.held(early, 'change', 'BTC');
  expect(rest).toBe('0.98662662');
  // BTC rises, and a friend dilutes the sale in its last minute.
  app.advance(HOUR - 1);
  stage.prices('90000');
  await stage.order(friend, id, '9600');
  app.advance(1);
  stage.prices('90000');
  await stage.settle();
  expect(await stage.held(early, 'change', 'BTC')).toBe(rest);
  expect(Number(await stage.held(early, 'change', 'USDT'))).toBeGreaterThan(600);
  const conversions = await app.ok('POST /user/getTransferList', {}, { token: early.token });
  expect(conversions.list).toMatchObject([{ from_currency: 'BTC', to_currency: 'USDT', receive: '800' }]);
  expect(await auditLedger(app.database)).toEqual({ unbalanced: [], wrongBalances: [] });
});

it('payments in another currency count as conversions: their limits hold', async () => {
  const uma = await signUp(app, { level: 1, funds: { change: { BTC: '1' } } });
  await app.database.query(
    `insert into conversion (user_id, quote, from_currency, to_currency, number, rate, spread, fee, receive, value, at)
     values ($1, $2, 'BTC', 'USDT', 1, 60000, 0, 0, 60000, 19900, $3)`,
    [uma.id, randomUUID(), new Date(app.now())],
  );
  const id = await opened();
  const { prices } = await stage.detail(id);
  const price = prices.find(({ pay_currency }) => pay_currency === 'BTC')?.price as string;
  expect(await stage.order(uma, id, '60', { pay_currency: 'BTC', price })).toMatchObject({ error: 'conversion_limit' });
  expect(await stage.held(uma, 'change', 'BTC')).toBe('1');
});

it('huge, negative, fine and small amounts change nothing', async () => {
  const id = await opened();
  const before = await stage.held(mia, 'change', 'USDT');
  for (const amount of ['99999999999999999999', '1e5', '-5', '0', '0.5', '4', 'NaN', '10000000']) {
    expect(await stage.order(mia, id, amount)).toMatchObject({ type: 'error' });
  }
  expect(await stage.held(mia, 'change', 'USDT')).toBe(before);
  expect((await stage.detail(id)).subscribed).toBe('0');
});

it('accounts of no name, of a country without the sale and frozen ones do not subscribe', async () => {
  const id = await opened({ countries: 'US' });
  const nobody = await signUp(app, { level: 0, funds: { change: { USDT: '100' } } });
  expect(await stage.order(nobody, id, '10')).toMatchObject({ type: '998', error: 'verification_required' });
  const uma = await signUp(app, { level: 1, funds: { change: { USDT: '10000' } } });
  expect(await stage.order(uma, id, '1001')).toMatchObject({ error: 'order_limit' });
  await app.database.query(`update user_account set document_country = 'US' where id = $1`, [uma.id]);
  expect(await stage.order(uma, id, '10')).toMatchObject({ error: 'country_restricted' });
  expect((await stage.detail(id)).countries).toEqual(['US']);
  const fay = await signUp(app, { level: 2, funds: { change: { USDT: '100' } } });
  // Its session is known to the node: what rejects is the purchase, by the row.
  expect(await stage.order(fay, id, '10')).toMatchObject({ type: 'ok' });
  const held = () => Promise.all([stage.held(fay, 'change', 'USDT'), stage.held(fay, 'subscription', 'USDT')]);
  const before = await held();
  const { subscribed } = await stage.detail(id);
  await app.database.query('update user_account set frozen_at = $2 where id = $1', [fay.id, new Date(app.now())]);
  expect(await stage.order(fay, id, '10')).toMatchObject({ error: 'account_frozen' });
  expect(await held()).toEqual(before);
  expect((await stage.detail(id)).subscribed).toBe(subscribed);
});

it('a commitment that is split into fifty, over currencies and nodes, gets what one does; the fifty-first is rejected', async () => {
  const [one, many, rival] = await Promise.all(
    [0, 1, 2].map(() => signUp(app, { level: 2, funds: { change: { USDT: '5000', BTC: '1' } } })),
  );
  const id = await opened({ scale: 4, total_issuance: '777', user_cap: '777' });
  if (!one || !many || !rival) throw new Error('nobody signed up');
  await stage.order(one, id, '500');
  await stage.order(rival, id, '633.3333');
  for (let n = 0; n < 50; n++) {
    expect(await launchStage(apps[n % 2] as TestApp).order(many, id, '10')).toMatchObject({ type: 'ok' });
  }
  expect(await stage.order(many, id, '10')).toMatchObject({ error: 'too_many_orders' });
  rest(HOUR);
  await stage.settle();
  const { currency } = await stage.detail(id);
  const got = await Promise.all([one, many, rival].map((each) => stage.held(each, 'subscription', currency)));
  expect(got[1]).toBe(got[0]);
  expect(await stage.held(many, 'change', 'USDT')).toBe(await stage.held(one, 'change', 'USDT'));
  expect(Number(sum(got))).toBeLessThanOrEqual(777);
  expect(Number(sum(got))).toBeGreaterThan(776.999);
});

it('a listing that runs on both nodes at once unlocks every user once and lists the token once', async () => {
  const funds = { change: { USDT: '1000' } };
  const [ida, jon] = [await signUp(app, { level: 2, funds }), await signUp(app, { level: 2, funds })];
  const id = await opened();
  await stage.order(ida, id, '10');
  await stage.order(jon, id, '10');
  rest(HOUR);
  await stage.settle();
  const { currency } = await stage.detail(id);
  rest(HOUR);
  await Promise.all([stage.list(), launchStage(apps[1]).list(), stage.list()]);
  await stage.list();
  expect([await stage.held(ida, 'change', currency), await stage.held(jon, 'change', currency)]).toEqual(['10', '10']);
  const changes = await app.database.query(`select from catalogue_change where subject = $1`, [
    `instrument:${currency}/USDT`,
  ]);
  expect(changes).toHaveLength(1);
  expect((await auditLedger(app.database)).unbalanced).toEqual([]);
});

it('one member does not turn an allotment back into what it was paid with, once it is known what the tokens are worth', async () => {
  const ria = await signUp(app, { level: 2, funds: { change: { USDT: '1000' } } });
  const id = await opened();
  expect(await stage.order(ria, id, '100')).toMatchObject({ type: 'ok' });
  rest(HOUR);
  await stage.settle();
  expect(await stage.held(ria, 'change', 'USDT')).toBe('800');
  const [first, second] = [await signInStaff(app, 'treasury'), await signInStaff(app, 'treasury')];
  const input = { id, reason: 'the issuer stepped back' };
  const proposed = await app.call('POST /staff/launchpad/cancel', input, { token: first.token, proposed: true });
  await stage.settle();
  expect((await stage.detail(id)).status).toBe('ended');
  expect(await stage.held(ria, 'change', 'USDT')).toBe('800');
  expect(proposed).toMatchObject({ type: 'ok' });
  const [change = { id: '', hash: '' }] = await app.database.query<{ id: string; hash: string }>(
    'select id, hash from staff_change order by id desc limit 1',
  );
  const approve = ({ token }: { token: string }) =>
    app.call('POST /staff/changes/approve', { id: change.id, hash: change.hash, reason: 'agreed' }, { token });
  expect(await approve(first)).toMatchObject({ error: 'second_member_required' });
  const outcomes = await Promise.all([approve(second), approve(second)]);
  expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(1);
  await Promise.all(apps.map((each) => runDueChanges(each, app.now(), jobRun())));
  await Promise.all([stage.settle(), stage.settle()]);
  expect((await stage.detail(id)).status).toBe('cancelled');
  expect(await stage.held(ria, 'change', 'USDT')).toBe('1000');
  // A test above writes balances past the ledger.
  expect((await auditLedger(app.database)).unbalanced).toEqual([]);
});

it.each(['the service', 'a currency that it is paid in'])(
  'no member who stops %s keeps later users out of a sale: its window goes on by that time',
  async (stopped) => {
    const later = await signUp(app, { level: 2, funds: { change: { USDT: '10000' } } });
    const id = await opened({ pay_currencies: stopped === 'the service' ? 'USDT,BTC' : 'USDT,SOL' });
    expect(await stage.order(mia, id, '400')).toMatchObject({ type: 'ok' });
    rest(10 * 60_000);
    const ended = (await stage.detail(id)).end_time;
    const reason = 'looked at';
    const begin = async (open: boolean) => {
      const { token } = await signInStaff(app, 'admin');
      if (stopped === 'the service') {
        return app.ok(`POST /staff/services/${open ? 'resume' : 'pause'}`, { service: 'launchpad', reason }, { token });
      }
      const { list } = await app.ok('GET /staff/currencies', {}, { token });
      const version = list.find(({ code }) => code === 'SOL')?.version as number;
      return app.ok('POST /staff/currencies/change', { code: 'SOL', version, open, reason }, { token });
    };
    await begin(false);
    // The job runs late, then past the end of the window.
    if (stopped !== 'the service') await stage.settle();
    rest(40 * 60_000);
    await stage.settle();
    rest(20 * HOUR);
    await stage.settle();
    await begin(true);
    await stage.settle();
    expect(await stage.detail(id)).toMatchObject({ end_time: ended + 20 * HOUR + 40 * 60_000, status: 'in_progress' });
    rest(49 * 60_000);
    await stage.settle();
    expect(await stage.order(later, id, '400')).toMatchObject({ type: 'ok' });
    rest(60_000);
    await stage.settle();
    expect((await stage.detail(id)).status).toBe('ended');
  },
);

// The last one: of its crowd each has messages, which a later test would wait for.
it('an allocation that is killed between its steps, or runs on both nodes at once, books every user once', async () => {
  const id = await opened({ scale: 4, total_issuance: '900', user_cap: '100', min_amount: '1' });
  const [{ currency }, before] = [await stage.detail(id), await houseBalance(app.database, 'launchpad', 'USDT')];
  const users = await app.database.query<{ id: string }>(
    `insert into user_account (uid, email, password_hash, nickname, extension_code, verification_level, created_at)
     select lpad((7000000 + n)::text, 8, '0'), n || '@crowd.example', '', 'n' || n, 'crowd' || n, 2, $1
       from generate_series(1, 1200) n returning id`,
    [new Date(app.now())],
  );
  await app.database.query(
    `with users as (select id, row_number() over () as n from unnest($2::bigint[]) as u (id)),
          accounts as (insert into ledger_account (owner_kind, user_id, name, part, currency, balance)
                       select 'user', id, 'subscription', 'available', 'USDT', 2 + n % 7 * 2 from users),
          orders as (insert into launch_order (project_id, user_id, amount, pay_currency, pay_scale, price, paid, created_at)
                     select $1, id, 1 + n % 7, 'USDT', 6, 2, 2 + n % 7 * 2, now() from users),
          totals as (insert into launch_total select $1, 0, sum(1 + n % 7), count(*) from users)
     insert into launch_share (project_id, user_id, committed, orders, salt, hash)
     select $1, id, 1 + n % 7, 1, md5(id::text), md5(id::text) || md5('x' || id::text) from users`,
    [id, users.map((each) => each.id)],
  );
  rest(HOUR);
  const { database, catalogue, feed, now } = app;
  const parts = { database, catalogue, feed, now };
  let allowed = 2;
  const killed = {
    ...jobRun(),
    fence: async () => {
      if (--allowed < 0) throw new LeaseLost('launchpad-settle');
    },
  };
  await expect(settleProjects(parts, killed)).rejects.toThrow();
  const [half] = await app.database.query<{ count: number }>(
    `select count(*)::int as count from launch_share where project_id = $1 and stage = 'allotted'`,
    [id],
  );
  expect(half?.count).toBe(STEP);
  expect(await app.rejection('GET /project/allocation', { id })).toMatchObject({ error: 'not_found' });
  await Promise.all([
    settleProjects(parts, jobRun()),
    settleProjects({ ...parts, database: apps[1].database }, jobRun()),
  ]);
  const [booked] = await app.database.query<{ journals: number; tokens: string; left: string }>(
    `select (select count(*)::int from journal where ref like 'launch:' || $1 || ':%:allot') as journals,
            (select sum(balance) from ledger_account where name = 'subscription' and currency = $2) as tokens,
            (select coalesce(sum(balance), 0) from ledger_account
              where name = 'subscription' and currency = 'USDT' and user_id = any ($3)) as left`,
    [id, currency, users.map((each) => each.id)],
  );
  const { shares, allotted } = await app.ok('GET /project/allocation', { id });
  expect(booked).toEqual({ journals: 1_200, tokens: allotted, left: '0' });
  expect(sum(shares.map(([, , own]) => own))).toBe(allotted);
  // A token for 2 USDT: what the house got is what was allotted, rounded up for each user by less than a unit.
  const beyond = sub(sub(await houseBalance(app.database, 'launchpad', 'USDT'), before), mul('2', allotted));
  expect([cmp(beyond, '0') >= 0, cmp(beyond, '0.0012') < 0]).toEqual([true, true]);
});
