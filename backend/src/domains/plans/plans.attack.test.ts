import { randomUUID } from 'node:crypto';
import type { Output } from '@tessera/api/contract';
import { MOST_RUNNING } from '@tessera/api/plans/rules';
import { add, cmp, sub, sum } from '@tessera/money';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fund, type Person, signUp } from '../../../test/people.ts';
import { recurringJobsOf } from '../../../test/recurring-jobs.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { connect } from '../../platform/db/database.ts';
import { auditLedger, userBalance } from '../../platform/ledger/index.ts';
import { writeSettings } from '../site/index.ts';
import { orderDoor } from '../spot/index.ts';
import { orderInput } from './cut.ts';
import { placeNext } from './place-next.ts';
import { lockPlan, orderKey } from './store.ts';
import { takeOutPlans } from './take-out.ts';

/* Plans over the calls, on a house that takes any order whole, a tick around a price that the test sets. */

const SYMBOL = 'BTC/USDT';
const PRICE = '60000';
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

type Plan = Output<'POST /plans/start'>;

let app: TestApp;
let ann: Person;
let jobs: ReturnType<typeof recurringJobsOf>;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  jobs = recurringJobsOf(app, { holder: randomUUID() });
  ann = await rich();
  await at(PRICE);
  return () => jobs.stop();
});

async function rich(usdt = '100000', btc = '10'): Promise<Person> {
  const person = await signUp(app, { level: 2 });
  await fund(app, person.id, 'change', 'USDT', usdt);
  await fund(app, person.id, 'change', 'BTC', btc);
  return person;
}

let price = PRICE;
async function at(next: string): Promise<void> {
  price = next;
  app.feed.setPrice(SYMBOL, price);
  await app.turn();
}

/** Lets time pass, and the jobs run after it. */
async function pass(ms: number): Promise<void> {
  app.advance(ms);
  await at(price);
  await jobs.turn('plans-place');
  await jobs.turn('plans-place-calendar');
  await jobs.turn('plans-over');
}

const twap = { kind: 'twap', symbol: SYMBOL, side: 'buy', amount: '0.1', minutes: '5', interval_seconds: '30' };
const scaled = {
  kind: 'scaled',
  symbol: SYMBOL,
  side: 'sell',
  amount: '0.5',
  price_from: '61000',
  price_to: '63000',
  orders: '5',
  sizes: 'flat',
};
const recurring = (first = app.now()) => ({
  kind: 'recurring',
  symbol: SYMBOL,
  side: 'buy',
  quote_amount: '50',
  every: 'day',
  first_at: String(first),
});

const send = (input: object, person = ann, key: string = randomUUID()) =>
  app.call('POST /plans/start', input as never, { token: person.token, idempotencyKey: key });
const start = (input: object, person = ann) =>
  app.ok('POST /plans/start', input as never, { token: person.token, idempotencyKey: randomUUID() });
const stop = (id: string, person = ann) => app.call('POST /plans/stop', { id }, { token: person.token });
const read = (id: string, person = ann) => app.ok('GET /plans/detail', { id }, { token: person.token });
const ordersOf = async (id: string, person = ann) =>
  (await app.ok('GET /plans/orders', { id, limit: 100 }, { token: person.token })).list;
const held = (currency: string, part: 'available' | 'frozen' = 'available', person = ann) =>
  userBalance(app.database, person.id, 'change', currency, part);
const countOrders = async (person = ann) => {
  const [row] = await app.database.query<{ count: number }>(
    'select count(*)::int as count from spot_order where user_id = $1',
    [person.id],
  );
  return row?.count ?? 0;
};
/** What the domain places orders with. */
const partsOf = () => ({ ...app, door: orderDoor(app) });
const unfenced = async () => undefined;
/** Places the next order of a plan as its job does, and leaves no record of it. */
async function placeUnrecorded(id: string): Promise<void> {
  const plan = await app.database.transaction((tx) => lockPlan(tx, id));
  if (!plan) throw new Error('there is no such plan');
  const input = orderInput(plan, plan.nextSlot, { currency_id: '1', legal_id: '3' } as never);
  await partsOf().door.place({ id: ann.id, level: 2 }, input, orderKey(plan, plan.nextSlot));
}
/** Takes back what is recorded of a plan, as if a node had stopped between its first order and the record of it. */
async function forget(id: string): Promise<void> {
  await app.database.query('delete from trading_plan_order where plan_id = $1', [id]);
  await app.database.query('alter table trading_plan disable trigger trading_plan_kept');
  await app.database.query('update trading_plan set next_slot = 0, next_at = starts_at where id = $1', [id]);
  await app.database.query('alter table trading_plan enable trigger trading_plan_kept');
}
const told = (kind: string, person = ann) =>
  app.database.query<{ kind: string }>('select kind from user_message where user_id = $1 and kind = $2', [
    person.id,
    kind,
  ]);
const expectSound = async () => expect(await auditLedger(app.database)).toEqual({ unbalanced: [], wrongBalances: [] });

describe('a TWAP order', () => {
  it('buys an equal share at each of its times, and is done after the last one', async () => {
    const { id, slots, status } = await start(twap);
    expect([slots, status]).toEqual([10, 'running']);
    await pass(0);
    expect(await read(id)).toMatchObject({ placed: 1, filled_amount: '0.01' });
    for (let slice = 1; slice < 10; slice++) await pass(30_000);
    expect(await read(id)).toMatchObject({
      status: 'ended',
      ended: 'done',
      placed: 10,
      skipped: 0,
      filled_amount: '0.1',
    });
    expect(await held('BTC')).toBe('10.0999');
    await pass(5 * MINUTE);
    expect(await countOrders()).toBe(10);
    expect(await told('plan_done')).toHaveLength(1);
    await expectSound();
  });

  it('trades at no worse price than its limit: an order beyond it ends with nothing', async () => {
    const { id } = await start({ ...twap, limit_price: '60100' });
    await pass(0);
    await at('60500');
    await pass(30_000);
    expect(await read(id)).toMatchObject({ placed: 2, filled_amount: '0.01' });
    await at('60050');
    await pass(30_000);
    expect(await read(id)).toMatchObject({ placed: 3, filled_amount: '0.02' });
    expect((await ordersOf(id))[1]?.order).toMatchObject({ status: 'cancelled', ended: 'immediate' });
  });

  it('makes up for no time that it missed: it goes on with the newest order, once', async () => {
    const { id } = await start(twap);
    await pass(0);
    await pass(4 * 30_000 + 1_000);
    expect(await read(id)).toMatchObject({ placed: 2, skipped: 3, filled_amount: '0.02' });
    expect((await ordersOf(id)).map(({ slot, refusal }) => [slot, refusal])).toEqual([
      [4, null],
      [1, 'missed'],
      [0, null],
    ]);
    await pass(60 * MINUTE);
    expect(await read(id)).toMatchObject({ status: 'ended', ended: 'done', placed: 2, skipped: 8 });
  });

  it('ends after three orders that the balance does not cover, and says so', async () => {
    const poor = await rich('6100', '0');
    const { id } = await start(twap, poor);
    await app.ok(
      'POST /coin/trade',
      { currency_id: '1', legal_id: '3', type: 'buy', target_price: '50000', amount: '0.12' } as never,
      { token: poor.token, idempotencyKey: randomUUID() },
    );
    for (let slice = 0; slice < 3; slice++) await pass(slice === 0 ? 0 : 30_000);
    expect(await read(id, poor)).toMatchObject({ status: 'ended', ended: 'refused', refusal: 'insufficient_balance' });
    expect(await told('plan_refused', poor)).toHaveLength(1);
    await pass(30_000);
    expect(await countOrders(poor)).toBe(1);
  });

  it('is not completed where it placed nothing: refused or missed, it says so', async () => {
    const poor = await rich('6100', '0');
    const two = { ...twap, interval_seconds: '150' };
    const [refused, missed] = [(await start(two, poor)).id, (await start(two, ann)).id];
    await app.ok(
      'POST /coin/trade',
      { currency_id: '1', legal_id: '3', type: 'buy', target_price: '50000', amount: '0.12' } as never,
      { token: poor.token, idempotencyKey: randomUUID() },
    );
    await app.database.query(`update trading_plan set next_at = next_at + interval '1 hour' where id = $1`, [missed]);
    await pass(0);
    await pass(150_000);
    expect(await read(refused, poor)).toMatchObject({ ended: 'refused', placed: 0, refusal: 'insufficient_balance' });
    expect(await told('plan_refused', poor)).toHaveLength(1);
    await pass(60 * MINUTE);
    expect(await read(missed)).toMatchObject({ ended: 'refused', placed: 0, skipped: 2, refusal: 'missed' });
    expect([await told('plan_done'), await told('plan_done', poor)]).toEqual([[], []]);
  });

  it('waits while the service is paused, and places none of the orders of that time later', async () => {
    const { id } = await start(twap);
    await writeSettings(app.database, { paused_services: 'spot' });
    app.advance(10_000);
    expect(await send(twap)).toMatchObject({ error: 'service_paused' });
    await pass(0);
    await pass(30_000);
    expect(await read(id)).toMatchObject({ status: 'running', placed: 0, refusal: 'service_paused' });
    await writeSettings(app.database, { paused_services: '' });
    await pass(30_000);
    expect(await read(id)).toMatchObject({ status: 'running', placed: 1, refusal: null });
  });
});

describe('a scaled order', () => {
  it('places all of its orders at once, holds what they may sell, and is cancelled as one', async () => {
    const { id } = await start(scaled);
    await pass(0);
    const orders = (await ordersOf(id)).map(({ order }) => [order?.price, order?.amount, order?.status]);
    expect(orders.reverse()).toEqual([
      ['61000', '0.1', 'pending'],
      ['61500', '0.1', 'pending'],
      ['62000', '0.1', 'pending'],
      ['62500', '0.1', 'pending'],
      ['63000', '0.1', 'pending'],
    ]);
    expect([await held('BTC'), await held('BTC', 'frozen')]).toEqual(['9.5', '0.5']);
    await at('61600');
    expect(await read(id)).toMatchObject({ open: 3, filled_amount: '0.2', status: 'running' });
    expect(await stop(id)).toMatchObject({ message: { status: 'ended', ended: 'user', open: 0 } });
    expect([await held('BTC'), await held('BTC', 'frozen')]).toEqual(['9.8', '0']);
    expect(await stop(id)).toMatchObject({ message: { ended: 'user' } });
    await expectSound();
  });

  it('grows towards its last price, and is done when its last order is', async () => {
    const { id } = await start({ ...scaled, amount: '0.6', orders: '3', sizes: 'increasing' });
    await pass(0);
    expect((await ordersOf(id)).map(({ order }) => order?.amount)).toEqual(['0.3', '0.2', '0.1']);
    await at('63500');
    await pass(10_000);
    expect(await read(id)).toMatchObject({ status: 'ended', ended: 'done', filled_amount: '0.6', open: 0 });
  });

  it('places no order at prices of long ago: what an outage held up is missed', async () => {
    const { id } = await start(scaled);
    // Placed before the outage, and not recorded.
    await placeUnrecorded(id);
    await pass(11 * MINUTE);
    await pass(0);
    expect((await ordersOf(id)).map(({ slot, refusal }) => [slot, refusal]).reverse()).toEqual([
      [0, null],
      [1, 'missed'],
      [2, 'missed'],
      [3, 'missed'],
      [4, 'missed'],
    ]);
    expect(await read(id)).toMatchObject({ status: 'running', placed: 1, open: 1 });
    const late = await start(scaled);
    await pass(11 * MINUTE);
    await pass(0);
    expect(await read(late.id)).toMatchObject({ status: 'ended', ended: 'refused', placed: 0 });
  });

  it('is refused where the orders would be more than a user may have open, too small, off the steps or too far', async () => {
    const tries = [
      [{ amount: '0.000001' }, 'amount_too_small'],
      [{ amount: '0.00003', orders: '20' }, 'amount_too_small'],
      [{ price_to: '61000' }, 'same_prices'],
      [{ price_to: '6300000' }, 'price_too_far'],
      [{ price_to: '62999.999' }, 'price_off_tick'],
      [{ amount: '99999999999' }, 'order_limit'],
      [{ amount: '11' }, 'insufficient_balance'],
      [{ orders: '21' }, 'field_too_large'],
      [{ symbol: 'NONE/USDT' }, 'instrument_unknown'],
      [{ minutes: '5' }, 'invalid_field'],
    ] as const;
    for (const [changes, error] of tries) {
      expect([changes, await send({ ...scaled, ...changes })]).toMatchObject([changes, { error }]);
    }
    expect(await countOrders()).toBe(0);
  });
});

describe('a recurring purchase', () => {
  it('buys for its amount each day, and for as many days as it was set', async () => {
    const { id } = await start({ ...recurring(), runs: '2' });
    await pass(0);
    expect(await read(id)).toMatchObject({ placed: 1, filled_amount: '0.00083' });
    await pass(DAY - MINUTE);
    expect(await read(id)).toMatchObject({ placed: 1 });
    await pass(MINUTE);
    expect(await read(id)).toMatchObject({ placed: 2, status: 'ended', ended: 'done' });
    await expectSound();
  });

  it('runs once late after days in which no node ran', async () => {
    const { id } = await start(recurring());
    await pass(0);
    await pass(5 * DAY + MINUTE);
    expect(await read(id)).toMatchObject({ placed: 2, skipped: 4 });
    await pass(MINUTE);
    expect(await read(id)).toMatchObject({ placed: 2 });
  });

  it('is refused where its one purchase was, and a missed market is tried each minute', async () => {
    const [refused, paused] = [
      await start({ ...recurring(), quote_amount: '100', runs: '1' }),
      await start(recurring()),
    ];
    await writeSettings(app.database, { paused_services: 'spot' });
    app.advance(10_000);
    await pass(0);
    expect((await read(paused.id)).next_at).toBe(app.now() + MINUTE);
    await writeSettings(app.database, { paused_services: '' });
    await fund(app, ann.id, 'change', 'USDT', '-99950');
    await pass(MINUTE);
    expect(await read(refused.id)).toMatchObject({ ended: 'refused', refusal: 'insufficient_balance', placed: 0 });
    expect(await read(paused.id)).toMatchObject({ status: 'running', placed: 1 });
    expect(await told('plan_done')).toEqual([]);
  });

  it('begins neither in the past nor in years, and never sells', async () => {
    expect(await send(recurring(app.now() - DAY))).toMatchObject({ error: 'field_too_small' });
    expect(await send(recurring(app.now() + 100 * DAY))).toMatchObject({ error: 'field_too_large' });
    expect(await send({ ...recurring(), side: 'sell' })).toMatchObject({ error: 'invalid_field' });
    expect(await send({ ...recurring(), quote_amount: '0.000000001' })).toMatchObject({ error: 'field_too_precise' });
    expect(await send({ ...recurring(), quote_amount: '0.01' })).toMatchObject({ error: 'total_too_small' });
  });

  it('spends no more than there is, run by run', async () => {
    const poor = await rich('120', '0');
    const { id } = await start(recurring(), poor);
    for (let day = 0; day < 5; day++) await pass(day === 0 ? 0 : DAY);
    expect(await read(id, poor)).toMatchObject({ placed: 2, status: 'ended', ended: 'refused' });
    expect(cmp(await held('USDT', 'available', poor), '20')).toBe(1);
    await expectSound();
  });
});

describe('a plan under attack', () => {
  it('is one under one key, also where it is sent at once', async () => {
    const key = randomUUID();
    const both = await Promise.all([send(scaled, ann, key), send(scaled, ann, key)]);
    expect(both.filter(({ type }) => type === 'ok').map(({ message }) => (message as Plan).id)).toHaveLength(2);
    await pass(0);
    expect(await countOrders()).toBe(5);
    expect(await send({ ...scaled, amount: '0.4' }, ann, key)).toMatchObject({ error: 'idempotency_conflict' });
  });

  it('places each order once, where two nodes run the job, and where the record of an order was lost', async () => {
    const { id } = await start(twap);
    // Two nodes of which neither knows that the other holds the job.
    await Promise.all([placeNext(partsOf(), id, unfenced), placeNext(partsOf(), id, unfenced)]);
    expect(await countOrders()).toBe(1);
    // As after a node that stopped between the order and its record.
    await forget(id);
    await pass(1_000);
    expect(await read(id)).toMatchObject({ placed: 1, filled_amount: '0.01' });
    // The same, when its time is over.
    await forget(id);
    await pass(60_000);
    expect(await countOrders()).toBe(2);
    expect((await ordersOf(id)).map(({ slot, refusal }) => [slot, refusal])).toEqual([
      [2, null],
      [0, null],
    ]);
  });

  it('is looked for under each key that was used, also that of an order after missed ones', async () => {
    const { id } = await start(twap);
    app.advance(60_000);
    await at(price);
    const parts = partsOf();
    const { door } = parts;
    const dies: typeof door = {
      ...door,
      async place(...order) {
        await door.place(...order);
        throw new Error('the node stops before it records the order');
      },
    };
    await expect(placeNext({ ...parts, door: dies }, id, unfenced)).rejects.toThrow('the node stops');
    expect(await countOrders()).toBe(1);
    await pass(60_000);
    expect((await ordersOf(id)).map(({ slot, order }) => [slot, order !== null])).toEqual([
      [4, true],
      [2, true],
      [0, false],
    ]);
    expect(await countOrders()).toBe(2);
  });

  it.each([
    ['of its own kind', 'plans-place', twap],
    ['of days', 'plans-place-calendar', null],
  ] as const)(
    'takes turns with other users: crowds of orders %s keep it no longer than their users are many',
    async (_, job, kind) => {
      const crowd = await Promise.all([rich(), rich(), rich()]);
      const due = app.now() + 10_000;
      for (const person of crowd) for (let each = 0; each < 6; each++) await start(kind ?? recurring(due), person);
      app.advance(5_000);
      const first = kind ? null : recurring(app.now() + 6_000);
      await start(first ?? kind ?? twap);
      app.advance(11_000);
      await at(price);
      await jobs.turn(job);
      const orders = await app.database.query<{ userId: string }>(
        'select user_id as "userId" from spot_order where user_id = any($1) order by id',
        [[...crowd, ann].map((person) => person.id)],
      );
      expect(orders).toHaveLength(19);
      expect(orders.findIndex(({ userId }) => userId === ann.id)).toBeLessThan(crowd.length + 1);
    },
  );

  it('of a crowd waits for a market that is closed with less and less haste', async () => {
    const { id } = await start(recurring());
    await writeSettings(app.database, { paused_services: 'spot' });
    const tries: number[] = [];
    for (let hour = 0; hour < 5; hour++) {
      app.advance(hour === 0 ? 10_000 : 60 * MINUTE);
      await at(price);
      await jobs.turn('plans-place-calendar');
      tries.push(((await read(id)).next_at ?? 0) - app.now());
    }
    await writeSettings(app.database, { paused_services: '' });
    expect(tries[0]).toBe(MINUTE);
    expect(tries[4]).toBe(24 * MINUTE + 1_000);
    await pass(30 * MINUTE);
    expect(await read(id)).toMatchObject({ placed: 1, refusal: null });
  });

  it('is no use to who knows how its keys are made: the key is shown to no user', async () => {
    const plan = await start(twap);
    await pass(0);
    const [row] = await app.database.query<{ key: string }>('select key from trading_plan where id = $1', [plan.id]);
    const list = await app.ok('GET /plans/list', {}, { token: ann.token });
    const copied: unknown[] = [];
    for (const [table, declared] of app.ports.userData()) {
      if ('leftOut' in declared) continue;
      const { rows, without = [] } = declared;
      const statement = `select jsonb_agg(to_jsonb(t) - $2::text[]) as rows from ${table} t where ${rows}`;
      copied.push(...(await app.database.query(statement, [ann.id, without])));
    }
    expect(JSON.stringify(copied)).toContain('"plan_id"');
    expect(JSON.stringify([plan, await read(plan.id), list, await ordersOf(plan.id), copied])).not.toContain(
      row?.key ?? '',
    );
    expect(orderKey({ key: row?.key ?? '' }, 3)).toMatch(/^plan-[0-9a-f-]{36}-3$/);
  });

  it('places nothing more once it was stopped, whenever that is', async () => {
    const plan = await start(scaled);
    const outcomes = await Promise.all([jobs.turn('plans-place'), stop(plan.id)]);
    expect(outcomes[1]).toMatchObject({ type: 'ok' });
    await pass(10_000);
    expect([await held('BTC'), await held('BTC', 'frozen')]).toEqual(['10', '0']);
    await pass(10_000);
    expect((await read(plan.id)).open).toBe(0);
  });

  it('leaves no order behind that was placed and not recorded before it was stopped', async () => {
    const plan = await start(scaled);
    await placeUnrecorded(plan.id);
    expect(await held('BTC', 'frozen')).toBe('0.1');
    expect(await stop(plan.id)).toMatchObject({ message: { status: 'ended', placed: 1, open: 0, skipped: 0 } });
    expect(await held('BTC', 'frozen')).toBe('0');
    await expectSound();
  });

  it('cancels at the next stop what the market placed after the plan had ended', async () => {
    const plan = await start(scaled);
    await stop(plan.id);
    await placeUnrecorded(plan.id);
    expect(await stop(plan.id)).toMatchObject({ message: { status: 'ended', placed: 1, open: 0 } });
    expect(await held('BTC', 'frozen')).toBe('0');
  });

  it('leaves no order open that the market placed after the plan had ended, however it ended', async () => {
    const all = [await start(scaled), await start(scaled)];
    await stop(all[0]?.id ?? '');
    await app.database.transaction((tx) =>
      takeOutPlans(tx, { from: app.now() - MINUTE, until: app.now() + MINUTE }, app.now()),
    );
    for (const { id } of all) await placeUnrecorded(id);
    expect(await held('BTC', 'frozen')).toBe('0.2');
    await jobs.turn('plans-late');
    expect(await held('BTC', 'frozen')).toBe('0');
    for (const { id } of all) {
      expect(await read(id)).toMatchObject({ status: 'ended', placed: 1, open: 0 });
    }
    await jobs.turn('plans-late');
    await expectSound();
  });

  it('waits for a market that takes its time: the order is recorded', async () => {
    const { id } = await start(twap);
    const lost: Error[] = [];
    const impatient = connect({
      ...app.database.connection,
      max: 1,
      // Long enough for a busy machine to begin.
      idle_in_transaction_session_timeout: 500,
      onLost: (error) => void lost.push(error),
    });
    const parts = partsOf();
    const { door } = parts;
    const slow: typeof door = {
      ...door,
      async place(...order) {
        await app.database.query('select pg_sleep(1)');
        return door.place(...order);
      },
    };
    await placeNext({ ...parts, database: impatient, door: slow }, id, unfenced);
    expect(lost).toEqual([]);
    expect(await read(id)).toMatchObject({ placed: 1, filled_amount: '0.01' });
    await impatient.close();
  });

  it('is another user’s to neither see nor stop', async () => {
    const { id } = await start(scaled);
    const eve = await signUp(app);
    expect(await stop(id, eve)).toMatchObject({ error: 'not_found' });
    for (const call of ['GET /plans/detail', 'GET /plans/orders'] as const) {
      expect(await app.call(call, { id }, { token: eve.token })).toMatchObject({ error: 'not_found' });
    }
    expect((await app.ok('GET /plans/list', {}, { token: eve.token })).list).toEqual([]);
    expect(await read(id)).toMatchObject({ status: 'running' });
  });

  it('is within the limit of its user’s level, order by order', async () => {
    const novice = await signUp(app);
    await fund(app, novice.id, 'change', 'USDT', '100000');
    expect(await send({ ...twap, amount: '1' }, novice)).toMatchObject({ error: 'order_limit' });
    expect(await send({ ...recurring(), quote_amount: '5000' }, novice)).toMatchObject({ error: 'order_limit' });
    expect(await send({ ...twap, amount: '0.05' }, novice)).toMatchObject({ type: 'ok' });
  });

  it('is one of so many at the same time, also where all are started at once', async () => {
    const all = await Promise.all(Array.from({ length: MOST_RUNNING + 4 }, () => send(recurring(app.now() + DAY))));
    expect(all.filter(({ type }) => type === 'ok')).toHaveLength(MOST_RUNNING);
    expect(all.some((each) => (each as { error?: string }).error === 'too_many_plans')).toBe(true);
  });

  it('changes no term, and does not run again', async () => {
    const { id } = await start(twap);
    await stop(id);
    for (const change of ['amount = 1', `status = 'running', ended = null, ended_at = null`, 'next_slot = 0']) {
      await expect(app.database.query(`update trading_plan set ${change} where id = $1`, [id])).rejects.toThrow();
    }
  });

  it('ends with a freeze of the account, and its orders with it', async () => {
    const { id } = await start(scaled);
    const other = await start(twap);
    await pass(0);
    await app.database.query('update user_account set frozen_at = $2 where id = $1', [ann.id, new Date(app.now())]);
    await app.ports.onFreeze(ann.id, app.now());
    await pass(30_000);
    const rows = await app.database.query('select status, ended from trading_plan where id = any($1) order by id', [
      [id, other.id],
    ]);
    expect(rows).toEqual([
      { status: 'ended', ended: 'account' },
      { status: 'ended', ended: 'account' },
    ]);
    expect(await held('BTC', 'frozen')).toBe('0');
    expect(await countOrders()).toBe(6);
  });

  it('ends before its next order where the account was frozen by another way', async () => {
    const { id } = await start(twap);
    await app.database.query('update user_account set disabled = true where id = $1', [ann.id]);
    await pass(0);
    expect(await app.database.query('select ended from trading_plan where id = $1', [id])).toEqual([
      { ended: 'account' },
    ]);
    expect(await countOrders()).toBe(0);
  });

  it('is gone with the account', async () => {
    const { id } = await start(recurring(app.now() + DAY));
    await app.database.transaction((tx) => app.ports.onClose(tx, ann.id));
    expect(await app.database.query('select 1 from trading_plan where id = $1', [id])).toEqual([]);
  });

  it('ends where its coin is closed', async () => {
    const { id } = await start(twap);
    await pass(0);
    const set = (open: boolean) =>
      app.database.query(`update currency set open = $1 where code = 'BTC'`, [open]).then(async () => {
        await app.database.query('update catalogue_head set version = version + 1');
        await app.catalogue.refresh();
      });
    await set(false);
    await pass(30_000);
    expect(await read(id)).toMatchObject({ status: 'ended', ended: 'refused', refusal: 'currency_closed' });
    await set(true);
  });

  it('neither makes nor loses money: what was filled is what was paid', async () => {
    const before = await held('USDT');
    const { id } = await start(twap);
    for (let slice = 0; slice < 10; slice++) {
      await at(String(60_000 + slice * 10));
      await pass(slice === 0 ? 0 : 30_000);
    }
    const plan = await read(id);
    const fills = (await ordersOf(id)).flatMap(({ order }) => order?.fills ?? []);
    expect(plan.filled_amount).toBe(add(sum(fills.map(({ amount }) => amount)), '0'));
    expect(plan.filled_quote_amount).toBe(sub(before, await held('USDT')));
    expect(await held('BTC')).toBe(sub(add('10', plan.filled_amount), plan.fee));
  });
});
