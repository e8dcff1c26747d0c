import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobRun } from '../../../test/job-run.ts';
import { type Person, signUp } from '../../../test/people.ts';
import { recurringJobsOf } from '../../../test/recurring-jobs.ts';
import { signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import type { RecurringJobs } from '../../platform/jobs/recurring.ts';
import { pastPrices } from '../../platform/market/past-prices.ts';
import { encodeTicks, type Tick } from '../../platform/market/tick-record.ts';
import { requireReviewed } from './carried.ts';
import { watchJob } from './watch.ts';

const SYMBOL = 'BTC/USDT';
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** In ticks of 0.01 USDT. */
const PRICE = 10_000_000;

let app: TestApp;
/** When the watch began. */
let start: number;

let jobs: RecurringJobs;
const watch = () => jobs.turn('market-watch');

const tickOf = (at: number, index: number): Tick => ({
  at,
  bid: index - 1,
  ask: index + 1,
  last: index,
  high: index,
  low: index,
  lots: 0,
  index,
});

beforeAll(async () => {
  app = await createTestApp();
  jobs = recurringJobsOf(app);
  start = Math.ceil(app.now() / MINUTE) * MINUTE;
  const [row] = await app.database.query<{ id: number }>(
    `insert into market_symbol (symbol) values ($1) on conflict (symbol) do update set symbol = excluded.symbol returning id`,
    [SYMBOL],
  );
  await app.database.query(`create table if not exists market_block_test partition of market_block default`);
  // The price is 0.2 % higher in the second half of each minute, for an hour.
  for (let minute = start; minute < start + 60 * MINUTE; minute += MINUTE) {
    const ticks = Array.from({ length: 300 }, (_, index) =>
      tickOf(minute + index * 200, index < 150 ? PRICE : PRICE * 1.002),
    );
    await app.database.query('insert into market_block (symbol_id, minute, number, ticks) values ($1, $2, 1, $3)', [
      row?.id,
      new Date(minute),
      encodeTicks(ticks),
    ]);
  }
  // The first run is where the watch begins.
  await watch();
});
afterAll(async () => {
  await jobs.stop();
  await app.close();
});

let orders = 1_000_000;

/** Books a fill of 1 BTC at the price of the first half of a minute, as the market would have. */
async function fill(person: Pick<Person, 'id'>, at: number, side: 'buy' | 'sell' = 'buy'): Promise<void> {
  const price = PRICE / 100;
  const [order] = await app.database.query<{ id: string }>(
    `insert into spot_order (id, user_id, symbol, base, quote, side, kind, amount, filled_amount, fee_currency, status,
                             time_in_force, created_at, updated_at)
     values ($5, $1, $2, 'BTC', 'USDT', $3, 'market', 1, 1, 'BTC', 'filled', 'IOC', $4, $4) returning id`,
    [person.id, SYMBOL, side, new Date(at), ++orders],
  );
  await app.database.query(
    `insert into spot_fill (id, order_id, price, amount, quote_amount, fee, maker, at) values ($5, $1, $2, 1, $2, $3, false, $4)`,
    [order?.id, price, side === 'buy' ? 0.001 : price * 0.001, new Date(at), orders],
  );
}

/** When the price is about to rise: half a second before the middle of a minute, and some windows of 2 s in one minute. */
const beforeRise = (minute: number) => start + minute * MINUTE + 29.5 * SECOND;

const flags = (token: string) =>
  app.ok('GET /staff/queue/list', { queue: 'market_flag', status: 'pending' }, { token });

test('prices of the past come from the record; none where the last tick is too old', async () => {
  const at = (offset: number) => ({ symbol: SYMBOL, at: start + offset });
  const unknown = { symbol: 'ETH/USDT', at: start };
  expect(await pastPrices(app.database, [at(29_999), at(30_000), at(-100), unknown])).toEqual([
    PRICE,
    PRICE * 1.002,
    null,
    null,
  ]);
  // Within five seconds after the last tick of the hour.
  expect(await pastPrices(app.database, [at(60 * MINUTE + 3_000), at(60 * MINUTE + 5_000)])).toEqual([
    PRICE * 1.002,
    null,
  ]);
});

test('who always buys before a rise is flagged, with figures, and so are accounts of one browser that share the work', async () => {
  const knower = await signUp(app);
  const honest = await signUp(app);
  const parts = await Promise.all([signUp(app), signUp(app), signUp(app)]);
  for (const { id } of parts) {
    await app.database.query(
      `insert into known_device (token_hash, user_id, last_seen_at) values ('\\xabcd', $1, $2)`,
      [id, new Date(start)],
    );
  }
  for (let minute = 0; minute < 55; minute++) {
    await fill(knower, beforeRise(minute));
    await fill(parts[minute % parts.length] as Person, beforeRise(minute));
    // Half of his trades go the wrong way.
    await fill(honest, beforeRise(minute), minute % 2 === 0 ? 'buy' : 'sell');
  }
  app.advance(3 * 60 * MINUTE);
  expect(await watch()).toBe('done');
  const staff = await signInStaff(app);
  const { list } = await flags(staff.token);
  const subjects = await app.database.query<{ subject: string; uid: string }>(
    `select f.subject, u.uid from market_flag f join user_account u on u.id = f.user_id order by f.id`,
  );
  expect(subjects).toContainEqual({ subject: `user:${knower.id}`, uid: knower.uid });
  expect(subjects.filter(({ subject }) => subject === `user:${honest.id}`)).toEqual([]);
  // Each of them alone has too few trades.
  for (const { id } of parts) expect(subjects.filter(({ subject }) => subject === `user:${id}`)).toEqual([]);
  const linked = list.find(({ details }) =>
    details.some(({ name, value }) => name === 'linked_by' && value === 'device'),
  );
  const accounts = linked?.details.find(({ name }) => name === 'accounts')?.value.split(', ');
  expect(accounts?.toSorted()).toEqual(parts.map(({ uid }) => uid).toSorted());
  const own = list.find(
    ({ user, details }) => user.uid === knower.uid && details.some(({ value }) => value === 'user'),
  );
  expect(own?.details.find(({ name }) => name === 'fills_2s')).toBeDefined();
  expect(Number(own?.details.find(({ name }) => name === 'edge_percent_2s')?.value)).toBeCloseTo(0.1, 3);
  expect(
    Number(own?.details.find(({ name }) => name === 'chance_at_most')?.value.slice('1 in '.length)),
  ).toBeGreaterThan(1_000_000);
  expect(own?.details.find(({ name }) => name === 'result_2s')?.value).toMatch(/^\d+(\.\d+)? USDT$/);
});

test('a flag changes nothing for the account, is decided once, and is not raised again for the same trades', async () => {
  const staff = await signInStaff(app);
  const before = await flags(staff.token);
  const [first, second] = before.list;
  if (!first || !second) throw new Error('nothing was flagged');
  const decide = (id: string, call: 'POST /staff/queue/approve' | 'POST /staff/queue/reject') =>
    app.call(call, { queue: 'market_flag', id, reason: 'Looked at' }, { token: staff.token });
  expect(await decide(first.id, 'POST /staff/queue/approve')).toMatchObject({
    type: 'ok',
    message: { status: 'approved' },
  });
  expect(await decide(second.id, 'POST /staff/queue/reject')).toMatchObject({
    type: 'ok',
    message: { status: 'rejected' },
  });
  expect(await decide(second.id, 'POST /staff/queue/reject')).toMatchObject({ error: 'already_reviewed' });
  expect(await decide('999', 'POST /staff/queue/reject')).toMatchObject({ error: 'not_found' });
  app.advance(MINUTE);
  await watch();
  expect((await flags(staff.token)).total).toBe(before.total - 2);
});

test('a fill is judged once, however often the watch runs', async () => {
  const counts = () => app.database.query('select subject, horizon, fills from market_watch order by subject, horizon');
  const before = await counts();
  await watch();
  await watch();
  expect(await counts()).toEqual(before);
});

test('what cannot be judged of one now is judged later, with what comes after it, and of others at once', async () => {
  const { database } = app;
  const [ann, ben] = [await signUp(app), await signUp(app)];
  const fillsOf = async ({ id }: Person) =>
    (
      await database.query<{ fills: string }>(`select fills from market_watch where subject = $1 and horizon = '2s'`, [
        `user:${id}`,
      ])
    ).map(({ fills }) => Number(fills));
  const tick = async () => {
    const at = Math.floor(app.now() / MINUTE) * MINUTE;
    await database.query(
      `insert into market_block (symbol_id, minute, number, ticks) select id, $2, 1, $3 from market_symbol where symbol = $1`,
      [SYMBOL, new Date(at), encodeTicks(Array.from({ length: 300 }, (_, index) => tickOf(at + index * 200, PRICE)))],
    );
    for (const person of [ann, ben]) await fill(person, at + 10 * SECOND);
    app.advance(10 * MINUTE);
    expect(await watch()).toBe('done');
  };
  await database.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'refused' using errcode = '23514'; end $$`,
  );
  await database.query(
    `create trigger refuse before insert or update on market_watch for each row
       when (new.subject = 'user:${ann.id}') execute function refuse()`,
  );
  await tick();
  await tick();
  expect([await fillsOf(ann), await fillsOf(ben)]).toEqual([[], [2]]);
  await database.query('drop trigger refuse on market_watch');
  await database.query('drop function refuse');
  await jobs.stop();
  jobs = recurringJobsOf(app);
  await tick();
  expect([await fillsOf(ann), await fillsOf(ben)]).toEqual([[3], [3]]);
  expect(await database.query(`select from job_left where job = 'market-watch'`)).toEqual([]);
});

test('what is left for long is judged stretch by stretch, each in a transaction of its own, until the node stops', async () => {
  const { database } = app;
  const ann = await signUp(app);
  const subject = `user:${ann.id}`;
  const known = async () => {
    const [row] = await database.query<{ fills: string }>(
      `select fills from market_watch where subject = $1 and horizon = '2s'`,
      [subject],
    );
    const left = await database.query<{ item: string }>(
      `select item from job_left where job = 'market-watch' order by 1`,
    );
    return { fills: Number(row?.fills ?? 0), left: left.map(({ item }) => JSON.parse(item) as unknown[]) };
  };
  const [from] = await database.query<{ reached_at: number }>(
    `select reached_at from market_watch_cursor where horizon = '2s'`,
  );
  const first = from?.reached_at as number;
  for (let fills = 0; fills < 6; fills++) {
    const at = Math.ceil(app.now() / MINUTE) * MINUTE;
    await database.query(
      `insert into market_block (symbol_id, minute, number, ticks) select id, $2, 1, $3 from market_symbol where symbol = $1`,
      [SYMBOL, new Date(at), encodeTicks(Array.from({ length: 300 }, (_, index) => tickOf(at + index * 200, PRICE)))],
    );
    await fill(ann, at + 10 * SECOND);
    app.advance(20 * MINUTE);
  }
  await watch();
  // As if all of it had been left.
  await database.query('delete from market_watch where subject = $1', [subject]);
  await database.query(`insert into job_left (job, item, at) values ('market-watch', $1, clock_timestamp())`, [
    JSON.stringify(['2s', subject, first]),
  ]);

  // The node stops in the third transaction, which is still whole.
  const stopping = new AbortController();
  let transactions = 0;
  const fence = async () => {
    transactions++;
    if (transactions === 3) stopping.abort();
  };
  const { signal } = stopping;
  await watchJob(app).run(jobRun({ fence, signal }, { signal }));
  expect(transactions).toBe(3);
  expect(await known()).toMatchObject({ fills: 3, left: [['2s', subject, expect.any(Number)]] });

  // What fails takes nothing back of what was judged before.
  await database.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'refused' using errcode = '23514'; end $$`,
  );
  await database.query(
    `create trigger refuse before insert or update on market_watch for each row
       when (new.subject = '${subject}' and new.fills > 4) execute function refuse()`,
  );
  await watch();
  expect(await known()).toMatchObject({ fills: 4, left: [['2s', subject, expect.any(Number)]] });
  await database.query('drop trigger refuse on market_watch');
  await database.query('drop function refuse');
  await jobs.stop();
  jobs = recurringJobsOf(app);
  await watch();
  expect(await known()).toEqual({ fills: 6, left: [] });
});

test('two members dismiss what was confirmed, or where much was carried, and until then nothing is let go', async () => {
  const [reviewer, other] = [await signInStaff(app), await signInStaff(app)];
  const carried = async (value: string) => {
    const [payer, payee] = [await signUp(app), await signUp(app)];
    await app.database.query(
      'insert into value_carried (payer_id, payee_id, hour, value, traded) values ($1, $2, $3, $4, $4)',
      [payer.id, payee.id, new Date(app.now() - (app.now() % (60 * MINUTE))), value],
    );
    const [row] = await app.database.query<{ id: string }>(
      `insert into market_flag (subject, user_id, evidence, figures, created_at) values ($1, $2, 1, '{}', $3) returning id`,
      [`pair:${payer.id}:${payee.id}`, payee.id, new Date(app.now())],
    );
    const held = () =>
      app.database
        .transaction((tx) => requireReviewed(tx, payee.id, app.now()))
        .then(
          () => false,
          () => true,
        );
    return { id: row?.id ?? '', held };
  };
  const decide = (verdict: 'approve' | 'reject', { id }: { id: string }, { token } = reviewer) =>
    app.call(`POST /staff/queue/${verdict}`, { queue: 'market_flag', id, reason: 'Looked at' }, { token });

  const little = await carried('1000');
  expect(await decide('reject', little)).toMatchObject({ message: { status: 'rejected' } });
  expect(await little.held()).toBe(false);

  const much = await carried('1000.01');
  const firsts = await Promise.all([decide('reject', much), decide('reject', much)]);
  expect(firsts.map((each) => (each.type === 'ok' ? each.message.status : each.error)).toSorted()).toEqual([
    'pending',
    'second_member_required',
  ]);
  expect(await much.held()).toBe(true);
  expect(await decide('reject', much, other)).toMatchObject({ message: { status: 'rejected' } });
  expect(await much.held()).toBe(false);

  const confirmed = await carried('300');
  expect(await decide('approve', confirmed)).toMatchObject({ message: { status: 'approved' } });
  expect(await decide('reject', confirmed, other)).toMatchObject({
    message: { status: 'approved', approval: { staff_id: other.id } },
  });
  expect(await confirmed.held()).toBe(true);
  expect(await decide('reject', confirmed)).toMatchObject({ message: { status: 'rejected' } });
  expect(await confirmed.held()).toBe(false);
});
